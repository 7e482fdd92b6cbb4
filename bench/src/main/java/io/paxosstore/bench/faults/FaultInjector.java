package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.proxy.Link;
import io.paxosstore.core.RandomSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Does faults to a cluster and undoes them. Used by one thread. */
final class FaultInjector {
    private static final int DELAY_MILLIS_MAX = 300;
    private static final int SYNC_MILLIS_MAX = 500;
    private static final int FLIPS_MAX = 20;
    private static final int FRAME_PERCENT_MAX = 30;
    private static final double EVERYWHERE_CHANCE = 0.5;
    private static final Duration RESET_INTERVAL = Duration.ofMillis(200);
    private static final Duration REBUILD_LIMIT = Duration.ofSeconds(30);
    private static final Duration REBUILD_POLL_INTERVAL = Duration.ofMillis(20);
    private static final int REBUILD_MILLIS_MAX = 400;
    private static final int DOWN_MILLIS_MIN = 500;
    private static final int DOWN_MILLIS_MAX = 2_000;

    private final FaultyCluster target;
    private final Consumer<String> log;
    private final FaultTally tally = new FaultTally();
    private final List<FaultEvidence> evidence = new ArrayList<>();

    /**
     * @param log told what no plan says, such as where bits were flipped
     */
    FaultInjector(FaultyCluster target, Consumer<String> log) {
        this.target = target;
        this.log = log;
    }

    /** How often what was done. */
    FaultTally tally() {
        return tally;
    }

    /** Begins a fault. */
    void begin(Fault fault) throws IOException, InterruptedException {
        tally.injected(fault.kind());
        RandomSource random = new RandomSource(fault.seed());
        ReplicaProcess victim = target.cluster().replica(fault.victim());
        switch (fault.kind()) {
            case KILL, WIPE, WIPE_KILL, FLIP -> victim.kill();
            case PAUSE -> victim.pause();
            case PARTITION -> set(target.linksOf(fault.victim()), lostOrHeld(random));
            case PARTIAL -> set(between(fault), lostOrHeld(random));
            case ONE_WAY ->
                    set(
                            random.chance(0.5)
                                    ? target.linksFrom(fault.victim())
                                    : target.linksTo(fault.victim()),
                            lostOrHeld(random));
            case STALL -> set(List.of(between(fault).get(random.nextInt(2))), Link.Mode.STALLED);
            case DELAY -> {
                Duration delay = Duration.ofMillis(random.nextInt(DELAY_MILLIS_MAX));
                for (Link link : target.linksOf(fault.victim())) {
                    link.delay(delay, delay);
                }
            }
            case RESET -> target.mesh().reset(fault.victim(), fault.peer());
            case SLOW -> {
                Duration delay = Duration.ofMillis(1 + random.nextInt(SYNC_MILLIS_MAX));
                target.slowDisk().delay(fault.victim(), delay);
                evidence.add(FaultEvidence.begin(victim, fault.kind(), delay));
            }
            case FULL -> {
                evidence.add(FaultEvidence.begin(victim, fault.kind(), Duration.ZERO));
                target.smallDisk(fault.victim()).fill();
            }
            case LOSS, DUPLICATE, REORDER -> alterFrames(fault, random);
            case JOIN_AND_SPREAD, REPLACE, DRAIN, CANCEL, KILL_DRIVER ->
                    throw new IllegalArgumentException(fault + " is MemberFaults' work");
        }
    }

    /** No replica is to blame for a lost message: it may as well happen between all of them. */
    private void alterFrames(Fault fault, RandomSource random) {
        int percent = 1 + random.nextInt(FRAME_PERCENT_MAX);
        boolean isEverywhere = random.chance(EVERYWHERE_CHANCE);
        List<Link> links = isEverywhere ? target.mesh().links() : target.linksOf(fault.victim());
        links.forEach(link -> link.alterFrames(fault.kind().ofFrames(), percent / 100.0));
        log.accept(
                "%s of %d %% of the frames %s"
                        .formatted(
                                fault.kind().label(),
                                percent,
                                isEverywhere ? "between all" : "of " + fault.victim()));
    }

    /** Lets it last. */
    void hold(Fault fault, Duration length) throws InterruptedException {
        if (fault.kind() != FaultKind.RESET) {
            Thread.sleep(length);
            return;
        }
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() - end < 0) {
            Thread.sleep(RESET_INTERVAL);
            target.mesh().reset(fault.victim(), fault.peer());
        }
    }

    /**
     * Ends the faults of one victim, and starts it when it does not run.
     *
     * @return whether it had ended by itself, which none of these faults allows
     */
    boolean end(List<Fault> faults) throws IOException, InterruptedException {
        ReplicaProcess victim = target.cluster().replica(faults.getFirst().victim());
        boolean isKilled = false;
        for (Fault fault : faults) {
            isKilled |= fault.kind() == FaultKind.KILL || fault.kind().losesData();
        }
        boolean hasEnded = !isKilled && !victim.isAlive();
        if (!hasEnded) {
            for (FaultEvidence each : evidence) {
                if (each.isSeen()) {
                    tally.felt(each.kind());
                }
            }
        }
        evidence.clear();
        for (Fault fault : faults) {
            undo(fault);
        }
        if (!victim.isAlive()) {
            victim.start();
        }
        return hasEnded;
    }

    /**
     * The second fault of {@link FaultKind#WIPE_KILL}: as soon as the victim rebuilds what it has
     * lost, its peer is killed, and started a while later.
     */
    void killDuringRebuild(Fault fault) throws IOException, InterruptedException {
        ReplicaProcess victim = target.cluster().replica(fault.victim());
        ReplicaProcess peer = target.cluster().replica(fault.peer());
        long end = System.nanoTime() + REBUILD_LIMIT.toNanos();
        while (!isServing(victim) && victim.isAlive() && System.nanoTime() - end < 0) {
            Thread.sleep(REBUILD_POLL_INTERVAL);
        }
        RandomSource random = new RandomSource(fault.seed());
        Thread.sleep(random.nextInt(REBUILD_MILLIS_MAX));
        log.accept("kill of %d while %d rebuilds".formatted(fault.peer(), fault.victim()));
        peer.kill();
        Thread.sleep(DOWN_MILLIS_MIN + random.nextInt(DOWN_MILLIS_MAX - DOWN_MILLIS_MIN));
        peer.start();
    }

    /** Whether it has got so far that it knows its standing. */
    private static boolean isServing(ReplicaProcess replica) throws InterruptedException {
        try {
            replica.isWhole();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void undo(Fault fault) throws IOException, InterruptedException {
        ReplicaProcess victim = target.cluster().replica(fault.victim());
        switch (fault.kind()) {
            case KILL, JOIN_AND_SPREAD, REPLACE, DRAIN, CANCEL, KILL_DRIVER -> {}
            case PAUSE -> victim.resume();
            case PARTITION, PARTIAL, ONE_WAY, STALL ->
                    set(target.linksOf(fault.victim()), Link.Mode.OPEN);
            case DELAY -> {
                for (Link link : target.linksOf(fault.victim())) {
                    link.delay(Duration.ZERO, Duration.ZERO);
                }
            }
            case RESET -> {}
            case LOSS, DUPLICATE, REORDER ->
                    tally.frames(
                            fault.kind(),
                            target.mesh().links().stream().mapToLong(Link::restoreFrames).sum());
            case SLOW -> target.slowDisk().delay(fault.victim(), Duration.ZERO);
            case FULL -> target.smallDisk(fault.victim()).free();
            case WIPE, WIPE_KILL -> victim.wipe();
            case FLIP -> {
                RandomSource random = new RandomSource(fault.seed());
                int count = 1 + random.nextInt(FLIPS_MAX);
                log.accept("flipped bits: " + Damage.flip(victim.data(), count, random));
            }
        }
    }

    private static Link.Mode lostOrHeld(RandomSource random) {
        return random.chance(0.5) ? Link.Mode.CUT : Link.Mode.STALLED;
    }

    private List<Link> between(Fault fault) {
        return List.of(
                target.mesh().link(fault.victim(), fault.peer()),
                target.mesh().link(fault.peer(), fault.victim()));
    }

    private static void set(List<Link> links, Link.Mode mode) {
        links.forEach(link -> link.mode(mode));
    }
}
