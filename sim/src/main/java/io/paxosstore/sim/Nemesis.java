package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.Room;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Breaks things while the safety phase lasts, as often as the swarm options say. */
final class Nemesis {
    /** How long a refusal of a node stands in the logs before somebody reads it. */
    private static final long OPERATOR_NANOS = 10_000_000_000L;

    private static final long MILLI = 1_000_000L;

    /** A clock that jumps goes at most twice this far, either way. */
    private static final long JUMP_MILLIS = 60_000;

    /** How long after changes have begun a node may be killed. */
    static final long KILL_NANOS = 40 * MILLI;

    private final SimCluster cluster;
    private final RandomSource random;
    private final Swarm.Faults faults;
    private final List<EntityKey> keys;
    private final Losses losses;
    private final @Nullable VoterNemesis changes;
    private boolean stopped;
    private @Nullable SimNode away;

    /**
     * @param changes of voters; null for members that stay
     */
    Nemesis(
            SimCluster cluster,
            List<EntityKey> keys,
            @Nullable VoterNemesis changes,
            RandomSource random) {
        this.cluster = cluster;
        this.changes = changes;
        this.keys = keys;
        this.losses = new Losses(cluster, keys);
        this.random = random;
        this.faults = cluster.swarm().faults();
    }

    /** Begins. */
    void start() {
        cluster.onPendingVote(this::onPendingVote);
        every(faults.crashNanos(), this::crash);
        every(faults.pauseNanos(), this::pause);
        every(faults.partitionNanos(), this::partition);
        every(faults.slowDiskNanos(), this::slowDisk);
        every(faults.clockNanos(), this::jumpClock);
        every(faults.wipeNanos(), this::wipe);
        every(faults.damageNanos(), this::damage);
        every(faults.fullDiskNanos(), this::fillDisk);
        every(cluster.swarm().background().failNanos(), this::failIdentity);
        for (int i = 0; i < faults.lateNodes(); i++) {
            cluster.network().late(randomNode().id(), true);
        }
        if (changes != null) {
            changes.start();
        }
    }

    /** Ends all faults; a minority stays down, or without room, if the options say so. */
    void stop() {
        stopped = true;
        cluster.heal();
        if (changes != null) {
            changes.stop();
        }
        int majority = cluster.nodes() / 2 + 1;
        List<Integer> down = new ArrayList<>();
        if (faults.minorityDown() && losses.isNone() && changes == null) {
            int count = 1 + random.nextInt(cluster.nodes() - majority);
            while (down.size() < count) {
                int id = randomNode().id();
                if (!down.contains(id)) {
                    down.add(id);
                }
            }
        }
        for (int id = 1; id <= cluster.nodes(); id++) {
            SimNode node = cluster.node(id);
            boolean full = down.contains(id) && random.chance(0.5);
            if (full) {
                fill(node);
            } else {
                node.room(Room.ENOUGH, false);
            }
            node.diskSlow(false);
            node.store().failNoMore();
            node.clock().setWallOffsetMillis(0);
            node.resume();
            if (down.contains(id) && !full) {
                if (node.isUp()) {
                    node.crash();
                }
            } else if (!node.isUp()) {
                node.start();
            }
            scrub(node);
        }
    }

    /**
     * Has changes begin, and soon after a voter die, where the others are enough: nothing may stop
     * for that (Rule M14). It stays away until {@link #bringBack}.
     *
     * @return whether any change has begun
     */
    boolean killInChange() {
        if (changes == null || !faults.minorityDown() || !changes.beginAgain()) {
            return false;
        }
        cluster.queue().after(random.nextLong(KILL_NANOS), this::kill);
        return true;
    }

    private void kill() {
        SimNode node = randomNode();
        boolean isSound =
                cluster.nodeIds().stream().allMatch(id -> cluster.node(id).store().isSound());
        if (isSound && losses.mayAdd(node) && node.isUp()) {
            cluster.count(Fault.KILL_IN_CHANGE);
            node.crash();
            away = node;
        }
    }

    /** What {@link #killInChange} has killed comes back. */
    void bringBack() {
        SimNode node = away;
        if (node != null) {
            away = null;
            node.start();
        }
    }

    /**
     * Gives the nodes that stayed without room some at last.
     *
     * @return whether there are any
     */
    boolean makeRoom() {
        boolean any = false;
        for (int id = 1; id <= cluster.nodes(); id++) {
            any |= cluster.node(id).store().room() != Room.ENOUGH;
            cluster.node(id).room(Room.ENOUGH, false);
        }
        return any;
    }

    /** An operator does what a refusal asks for: the node begins with an empty directory. */
    void replaceRefused() {
        for (int id = 1; id <= cluster.nodes(); id++) {
            SimNode node = cluster.liveNode(id);
            if (node != null
                    && node.isRefusedSince(cluster.queue().nowNanos() - OPERATOR_NANOS)
                    && losses.mayAdd(node)) {
                node.wipe();
                node.start();
            }
        }
    }

    private void wipe() {
        SimNode node = randomNode();
        if (!losses.mayAdd(node)) {
            return;
        }
        cluster.count(Fault.WIPE);
        node.wipe();
        later(
                random.chance(0.7) ? 5 * MILLI : 200 * MILLI,
                () -> {
                    if (!node.isUp()) {
                        node.start();
                    }
                });
    }

    private void damage() {
        SimNode node = randomNode();
        if (losses.mayAdd(node)) {
            cluster.count(Fault.DAMAGE);
            node.damage(keys.get(random.nextInt(keys.size())));
            later(100 * MILLI, () -> scrub(node));
        }
    }

    /** A node's storage comes upon all that is damaged in it. */
    private void scrub(SimNode node) {
        ReplicaHost host = node.hostIfUp();
        if (host == null) {
            return;
        }
        for (EntityKey key : keys) {
            if (node.store().isDamaged(key)) {
                host.sweeps().getFirst().sweeper().damaged(key);
            }
        }
    }

    private void every(long meanNanos, Runnable fault) {
        if (meanNanos > 0) {
            cluster.queue()
                    .after(
                            1 + random.nextLong(2 * meanNanos),
                            () -> {
                                if (!stopped) {
                                    fault.run();
                                    every(meanNanos, fault);
                                }
                            });
        }
    }

    private SimNode randomNode() {
        return cluster.node(1 + random.nextInt(cluster.nodes()));
    }

    private void later(long nanosMax, Runnable action) {
        cluster.queue()
                .after(
                        random.nextLong(nanosMax),
                        () -> {
                            if (!stopped) {
                                action.run();
                            }
                        });
    }

    private void crash() {
        if (random.chance(0.1)) {
            for (int id = 1; id <= cluster.nodes(); id++) {
                crash(cluster.node(id));
            }
        } else {
            crash(randomNode());
        }
    }

    private void onPendingVote(SimNode proposer) {
        if (!stopped && random.chance(faults.pendingCrashChance())) {
            later(cluster.swarm().disk().syncNanos(), () -> crash(proposer));
        }
    }

    private void crash(SimNode node) {
        if (!node.isUp()) {
            return;
        }
        cluster.count(Fault.CRASH);
        node.crash();
        later(
                random.chance(0.5) ? 5 * MILLI : 300 * MILLI,
                () -> {
                    if (!node.isUp()) {
                        node.start();
                    }
                });
    }

    private void pause() {
        SimNode node = randomNode();
        if (node.isUp() && !node.isPaused()) {
            cluster.count(Fault.PAUSE);
            node.pause();
            int life = node.life();
            later(
                    random.chance(0.7) ? 30 * MILLI : 400 * MILLI,
                    () -> {
                        if (node.life() == life) {
                            node.resume();
                        }
                    });
        }
    }

    private void partition() {
        SimNetwork network = cluster.network();
        int nodes = cluster.nodes();
        List<int[]> cut = new ArrayList<>();
        switch (random.nextInt(3)) {
            case 0 -> { // complete: two sides
                int side = 1 + random.nextInt((1 << nodes) - 2);
                for (int a = 1; a <= nodes; a++) {
                    for (int b = 1; b <= nodes; b++) {
                        if ((side >> (a - 1) & 1) != (side >> (b - 1) & 1)) {
                            cut.add(new int[] {a, b});
                        }
                    }
                }
            }
            case 1 -> { // partial: one link, both ways
                int a = randomNode().id();
                int b = randomNode().id();
                cut.add(new int[] {a, b});
                cut.add(new int[] {b, a});
            }
            default -> { // one-way: nobody hears a node, the clients do
                int from = randomNode().id();
                for (int to = 1; to <= nodes; to++) {
                    cut.add(new int[] {from, to});
                }
            }
        }
        cut.forEach(link -> network.block(link[0], link[1], true));
        cluster.count(Fault.PARTITION);
        cluster.trace().add(cut.size());
        cluster.trace()
                .line(() -> {
                    StringBuilder text = new StringBuilder("links cut:");
                    cut.forEach(link ->
                            text.append(' ')
                                    .append(Describe.node(link[0]))
                                    .append("->")
                                    .append(Describe.node(link[1])));
                    return text.toString();
                });
        later(
                random.chance(0.5) ? 50 * MILLI : 500 * MILLI,
                () -> cut.forEach(link -> network.block(link[0], link[1], false)));
    }

    private void slowDisk() {
        SimNode node = randomNode();
        cluster.count(Fault.SLOW_DISK);
        node.diskSlow(true);
        later(300 * MILLI, () -> node.diskSlow(false));
    }

    /** One of the next writes of a node's small files fails, which stops it. */
    private void failIdentity() {
        SimNode node = randomNode();
        if (node.isUp()) {
            node.store().failSoon(random);
        }
    }

    /** First only clients' writes are refused, as a disk fills up; then, mostly, nearly all. */
    private void fillDisk() {
        SimNode node = randomNode();
        if (node.store().room() != Room.ENOUGH) {
            return;
        }
        node.room(Room.LOW, false);
        int disk = node.store().disksLost();
        later(
                100 * MILLI,
                () -> {
                    if (node.store().disksLost() == disk) {
                        fill(node);
                    }
                    later(
                            random.chance(0.7) ? 50 * MILLI : 500 * MILLI,
                            () -> node.room(Room.ENOUGH, false));
                });
    }

    private void fill(SimNode node) {
        boolean low = random.chance(0.3);
        node.room(low ? Room.LOW : Room.NONE, !low && random.chance(0.5));
    }

    private void jumpClock() {
        cluster.count(Fault.CLOCK_JUMP);
        long offset = random.nextLong(4 * JUMP_MILLIS) - 2 * JUMP_MILLIS;
        randomNode().clock().setWallOffsetMillis(offset);
    }
}
