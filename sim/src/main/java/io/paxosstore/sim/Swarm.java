package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.protocol.model.SpaceKind;

/**
 * What one seed's run is like: which faults there are and how many, how many keys and clients, how
 * small the limits. Each fault is off in a good part of the seeds, since faults can hide each other
 * ("swarm testing", Groce and others, 2012).
 *
 * @param net the network
 * @param disk the disks
 * @param faults crashes, pauses, partitions
 * @param clocks the clocks
 * @param load the clients
 * @param repair the connections and the sweeps
 * @param background the thread for what blocks, and the small files that it writes
 * @param config the replicas' settings
 * @param fastNumbers whether leaseless pre-preparing is on; else every entry is prepared
 * @param hotEntity whether very many clients write one entity (entity spaces only)
 * @param appends whether nodes give each other what was appended to an entity, where they can,
 *     instead of the whole image (Rule C1; entity spaces only)
 */
public record Swarm(
        Net net,
        Disk disk,
        Faults faults,
        Clocks clocks,
        Load load,
        Repair repair,
        Background background,
        ReplicaConfig config,
        boolean fastNumbers,
        boolean hotEntity,
        boolean appends) {
    /** In which part of the seeds clients mostly write keys that nobody has written. */
    private static final double FRESH_CHANCE = 0.15;

    /** In which part of the seeds with entity spaces one entity is hot. */
    private static final double HOT_CHANCE = 0.05;

    /** In which part of the seeds with entity spaces appended elements are sent. */
    private static final double APPENDS_CHANCE = 0.6;

    private static final int HOT_CLIENTS = 64;

    /** In one of so many seeds nodes have others execute calls. */
    private static final int FORWARD_EVERY = 3;

    private static final double FORWARD_CHANCE = 0.4;

    /** In one of so many seeds with keys there are clients of the catalog. */
    private static final int CATALOG_EVERY = 6;

    private static final long MICRO = 1_000L;
    private static final int FAR_APART = 120;
    private static final int FAR_APART_EVERY = 5;
    private static final long MILLI = 1_000_000L;

    /**
     * The chance that a node has another one execute a client's call; 0 in most seeds. It is not
     * drawn: what the other options draw from a seed stays as it was.
     */
    double forwardChance() {
        return load.attemptNanos() % FORWARD_EVERY == 0 ? FORWARD_CHANCE : 0;
    }

    /**
     * Whether there are clients of the catalog of spaces, in a part of the seeds with keys; not
     * drawn either.
     */
    boolean usesCatalog(SpaceKind kind) {
        return kind == SpaceKind.KEY_VALUE && load.giveUpNanos() % CATALOG_EVERY == 0;
    }

    /**
     * The network between nodes, and between clients and nodes.
     *
     * @param delayNanos the shortest delay
     * @param jitterNanos what chance adds at most
     * @param tailChance the chance of a message that is very late
     * @param tailNanos how late at most
     * @param dropChance the chance of a lost message
     * @param duplicateChance the chance of a message that arrives twice
     * @param corruptChance the chance of a value whose bytes are flipped on the way (Rule K9)
     * @param fifo whether a link keeps its order
     * @param lazyHoldNanos how long a lazy message waits for company
     */
    public record Net(
            long delayNanos,
            long jitterNanos,
            double tailChance,
            long tailNanos,
            double dropChance,
            double duplicateChance,
            double corruptChance,
            boolean fifo,
            long lazyHoldNanos) {}

    /**
     * The disks.
     *
     * @param syncNanos the shortest group commit
     * @param jitterNanos what chance adds at most
     * @param slowChance the chance that a group commit is ten times slower
     * @param turnNanos how long a node gathers inputs before it performs their effects; 0 performs
     *     each at once
     * @param taskNanos how long a write of the node's own small files takes at most
     */
    public record Disk(
            long syncNanos, long jitterNanos, double slowChance, long turnNanos, long taskNanos) {}

    /**
     * What breaks, as the mean time between two breaks; 0 for never.
     *
     * @param crashNanos crashes
     * @param pauseNanos pauses
     * @param partitionNanos partitions: complete, partial, one-way
     * @param slowDiskNanos disks that become slow for a while
     * @param clockNanos wall clocks that jump
     * @param lateNodes nodes whose messages always come late (Rule C4)
     * @param pendingCrashChance the chance that a proposer crashes while its own vote is pending:
     *     the moment Rules D2 and F1 are about, which chance alone seldom hits
     * @param wipeNanos disks that are replaced by empty ones (Rule A1)
     * @param damageNanos records that rot (Rule D5)
     * @param fullDiskNanos disks that run full, and get room again
     * @param minorityDown whether a minority stays down, or without room, when the rest heals
     */
    public record Faults(
            long crashNanos,
            long pauseNanos,
            long partitionNanos,
            long slowDiskNanos,
            long clockNanos,
            int lateNodes,
            double pendingCrashChance,
            long wipeNanos,
            long damageNanos,
            long fullDiskNanos,
            boolean minorityDown) {}

    /**
     * The clocks.
     *
     * @param rateError how far the monotonic clocks' rates are off at most
     * @param wallOffsetMillis how far the wall clocks are off at most
     */
    public record Clocks(double rateError, long wallOffsetMillis) {}

    /**
     * The clients.
     *
     * @param keys how many keys there are
     * @param hotChance the chance that a call is for the first key, whatever else
     * @param clients how many clients there are
     * @param window how many calls of one client may be open
     * @param callsPerClient how many calls each makes while there are faults
     * @param thinkNanos the pause between two calls at most
     * @param readChance the chance of a read
     * @param localChance the chance that a read is {@code LOCAL}
     * @param strayChance the chance that a call goes to another node than the preferred one
     * @param lateCopyChance the chance that a copy of a write arrives much later (Rule E2)
     * @param expiryChance the chance of a time to live
     * @param freshChance the chance that a call is for a key that nobody has used
     * @param attemptNanos how long a client waits before it tries the next node
     * @param giveUpNanos how long before it gives up, while there are faults
     */
    public record Load(
            int keys,
            double hotChance,
            int clients,
            int window,
            int callsPerClient,
            long thinkNanos,
            double readChance,
            double localChance,
            double strayChance,
            double lateCopyChance,
            double expiryChance,
            double freshChance,
            long attemptNanos,
            long giveUpNanos) {}

    /**
     * The connections between nodes, and the sweeps that bring nodes up to date.
     *
     * @param sockets connections of each pair of nodes
     * @param heartbeatNanos a connection that sent nothing for so long sends a sign of life; after
     *     four times as long without one it is closed
     * @param perSecond entities that a sweep may bring up to date, or compare
     * @param window entities that a sweep brings up to date at once
     * @param intervalNanos the wait between two comparisons of checksums
     * @param deadlineNanos how long one entity may take before it is tried again
     */
    public record Repair(
            int sockets,
            long heartbeatNanos,
            int perSecond,
            int window,
            long intervalNanos,
            long deadlineNanos) {}

    /**
     * What a node does beside its loop.
     *
     * @param refusedChance the chance that the thread for what blocks takes no more
     * @param failNanos the mean time between two failures of the files that it writes; 0 for never
     */
    public record Background(double refusedChance, long failNanos) {
        static final Background SOUND = new Background(0, 0);
    }

    /** Draws a run's options. */
    static Swarm draw(RandomSource random, int nodes, SpaceKind kind) {
        Swarm drawn =
                new Swarm(
                        drawNet(random),
                        drawDisk(random),
                        drawFaults(random, nodes),
                        drawClocks(random),
                        drawLoad(random),
                        drawRepair(random),
                        Background.SOUND,
                        drawConfig(random),
                        random.chance(0.9),
                        false,
                        false);
        boolean hot = kind == SpaceKind.ENTITY && random.chance(HOT_CHANCE);
        Swarm swarm = hot ? drawn.withHotEntity(random) : drawn;
        boolean appends = kind == SpaceKind.ENTITY && random.chance(APPENDS_CHANCE);
        if (appends) {
            swarm = swarm.withAppends();
        }
        if (!hot && random.chance(FRESH_CHANCE)) {
            swarm = swarm.withFreshKeys(random);
        }
        // Last, so that what else is drawn stays as it was.
        return swarm.withBackground(random);
    }

    private Swarm withBackground(RandomSource random) {
        Background drawn =
                new Background(sometimes(random, 0.3, 0.5), mean(random, 0.25, 100 * MILLI));
        return new Swarm(
                net,
                disk,
                faults,
                clocks,
                load,
                repair,
                drawn,
                config,
                fastNumbers,
                hotEntity,
                appends);
    }

    /**
     * Very many keys, of which most are written for the first time by clients who give up early,
     * while one node after the other loses its disk: entries 1 that are promised or accepted here
     * and there and chosen nowhere.
     */
    private Swarm withFreshKeys(RandomSource random) {
        long patience = between(random, 30 * MILLI, 300 * MILLI);
        Load fresh =
                new Load(
                        20 + random.nextInt(20),
                        0,
                        2 + random.nextInt(4),
                        1,
                        20 + random.nextInt(15),
                        between(random, 10 * MILLI, 150 * MILLI),
                        load.readChance() / 2,
                        load.localChance(),
                        1,
                        load.lateCopyChance(),
                        0,
                        0.7,
                        patience,
                        patience);
        Faults wipes =
                new Faults(
                        faults.crashNanos(),
                        faults.pauseNanos(),
                        faults.partitionNanos(),
                        faults.slowDiskNanos(),
                        faults.clockNanos(),
                        faults.lateNodes(),
                        faults.pendingCrashChance(),
                        between(random, 60 * MILLI, 400 * MILLI),
                        faults.damageNanos(),
                        0,
                        faults.minorityDown());
        return new Swarm(
                net,
                disk,
                wipes,
                clocks,
                fresh,
                repair,
                background,
                config,
                fastNumbers,
                false,
                appends);
    }

    private Swarm withAppends() {
        return new Swarm(
                net,
                disk,
                faults,
                clocks,
                load,
                repair,
                background,
                config,
                fastNumbers,
                hotEntity,
                true);
    }

    /** Very many clients, each with few calls, all of one entity. */
    private Swarm withHotEntity(RandomSource random) {
        Load hot =
                new Load(
                        1,
                        1,
                        HOT_CLIENTS,
                        1,
                        1 + random.nextInt(3),
                        load.thinkNanos(),
                        random.nextInt(30) / 100.0,
                        load.localChance(),
                        load.strayChance(),
                        load.lateCopyChance(),
                        0,
                        0,
                        load.attemptNanos(),
                        load.giveUpNanos());
        return new Swarm(
                net,
                disk,
                faults,
                clocks,
                hot,
                repair,
                background,
                config,
                fastNumbers,
                true,
                appends);
    }

    private static Net drawNet(RandomSource random) {
        return new Net(
                between(random, 20 * MICRO, 500 * MICRO),
                between(random, 10 * MICRO, 5 * MILLI),
                sometimes(random, 0.5, 0.1),
                between(random, 10 * MILLI, 800 * MILLI),
                sometimes(random, 0.6, 0.2),
                sometimes(random, 0.5, 0.2),
                sometimes(random, 0.2, 0.05),
                random.chance(0.3),
                random.chance(0.3) ? 0 : between(random, MILLI, 100 * MILLI));
    }

    private static Disk drawDisk(RandomSource random) {
        return new Disk(
                between(random, 20 * MICRO, 2 * MILLI),
                between(random, 10 * MICRO, 5 * MILLI),
                sometimes(random, 0.4, 0.2),
                random.chance(0.5) ? 0 : between(random, 10 * MICRO, MILLI),
                between(random, 10 * MICRO, 5 * MILLI));
    }

    private static Repair drawRepair(RandomSource random) {
        return new Repair(
                random.chance(0.7) ? 1 : 2,
                between(random, 40 * MILLI, 250 * MILLI),
                (int) between(random, 50, 5_000),
                1 + random.nextInt(16),
                random.chance(0.5)
                        ? Long.MAX_VALUE / 4
                        : between(random, 200 * MILLI, 5_000 * MILLI),
                between(random, 50 * MILLI, 500 * MILLI));
    }

    private static Faults drawFaults(RandomSource random, int nodes) {
        return new Faults(
                mean(random, 0.7, 100 * MILLI),
                mean(random, 0.3, 150 * MILLI),
                mean(random, 0.5, 150 * MILLI),
                mean(random, 0.2, 200 * MILLI),
                mean(random, 0.3, 100 * MILLI),
                random.chance(0.15) ? 1 + random.nextInt(nodes / 2) : 0,
                sometimes(random, 0.3, 0.1),
                mean(random, 0.4, 60 * MILLI),
                mean(random, 0.3, 60 * MILLI),
                mean(random, 0.25, 60 * MILLI),
                random.chance(0.3));
    }

    private static Clocks drawClocks(RandomSource random) {
        double rateError = sometimes(random, 0.5, 0.05);
        long offset = random.chance(0.5) ? 0 : between(random, 1, 120_000);
        // In some runs they are hours apart.
        return new Clocks(rateError, offset % FAR_APART_EVERY == 0 ? offset * FAR_APART : offset);
    }

    private static Load drawLoad(RandomSource random) {
        return new Load(
                1 + random.nextInt(random.chance(0.7) ? 3 : 12),
                sometimes(random, 0.5, 0.9),
                1 + random.nextInt(6),
                random.chance(0.6) ? 1 : 1 + random.nextInt(4),
                8 + random.nextInt(24),
                random.chance(0.3) ? MICRO : between(random, 100 * MICRO, 40 * MILLI),
                random.chance(0.2) ? 0 : random.nextInt(90) / 100.0,
                sometimes(random, 0.3, 0.3),
                random.chance(0.3) ? 0 : random.nextInt(100) / 100.0,
                sometimes(random, 0.4, 0.3),
                sometimes(random, 0.3, 0.3),
                0,
                between(random, 10 * MILLI, 300 * MILLI),
                between(random, 200 * MILLI, 2_000 * MILLI));
    }

    private static ReplicaConfig drawConfig(RandomSource random) {
        ReplicaConfig normal = ReplicaConfig.defaults();
        long retransmit = between(random, 2 * MILLI, 40 * MILLI);
        return ReplicaConfig.builder()
                .contentionWindowNanos(
                        random.chance(0.3) ? 0 : between(random, 100 * MICRO, 20 * MILLI))
                .retransmitNanos(retransmit)
                .retransmitMaxNanos(between(random, 50 * MILLI, 500 * MILLI))
                .answerGapNanos(between(random, retransmit / 8, retransmit / 2))
                .probeHedgeNanos(between(random, 500 * MICRO, 20 * MILLI))
                .catchUpNanos(between(random, MILLI, 40 * MILLI))
                .lingerNanos(
                        random.chance(0.5)
                                ? normal.lingerNanos()
                                : between(random, MICRO, 5 * MILLI))
                .waitingRequestsMax(
                        random.chance(0.8) ? normal.waitingRequestsMax() : 1 + random.nextInt(4))
                .activeEntitiesMax(
                        random.chance(0.7) ? normal.activeEntitiesMax() : 2 + random.nextInt(3))
                .batchRequestsMax(
                        random.chance(0.6) ? normal.batchRequestsMax() : 1 + random.nextInt(4))
                .dedupeClientsMax(
                        random.chance(0.6) ? normal.dedupeClientsMax() : 1 + random.nextInt(4))
                .entityDedupeClientsMax(
                        retransmit % 2 == 0
                                ? normal.entityDedupeClientsMax()
                                : 1 + (int) (retransmit % 4))
                .dedupeAgeSeconds(
                        random.chance(0.7) ? normal.dedupeAgeSeconds() : 5 + random.nextInt(10))
                .build();
    }

    private static long between(RandomSource random, long least, long most) {
        // Uniform in the logarithm: small and large values are equally likely.
        double ratio = (double) most / least;
        return (long) (least * Math.pow(ratio, random.nextInt(1001) / 1000.0));
    }

    private static double sometimes(RandomSource random, double chanceOn, double most) {
        boolean on = random.chance(chanceOn);
        double value = most * (1 + random.nextInt(100)) / 100.0;
        return on ? value : 0;
    }

    private static long mean(RandomSource random, double chanceOn, long least) {
        boolean on = random.chance(chanceOn);
        long value = between(random, least, 10 * least);
        return on ? value : 0;
    }
}
