package io.paxosstore.sim;

import io.paxosstore.node.host.ShardLimits;

/** Where the shard of a simulated node refuses requests, or lets something wait. */
final class SimLimits {
    /** Nothing has so many bytes. */
    static final long BYTES_MAX = 1L << 40;

    private static final int REQUESTS_MAX = 256;
    private static final long LONG_NANOS = 3_600_000_000_000L;

    /** So little that reads of entities are put off to later turns: in one seed of four. */
    private static final long READ_PER_TURN_BYTES = 64;

    private static final int READS_PUT_OFF_ONE_OF = 4;

    /** So little that what is loaded is put off to later turns: in one seed of sixteen. */
    private static final long LOADED_PER_TURN_BYTES = 1;

    private static final int LOADS_PUT_OFF_ONE_OF = 16;

    private SimLimits() {}

    /** As a run's seed has them. */
    static ShardLimits of(Swarm swarm) {
        long drawn = swarm.disk().syncNanos();
        boolean readsWait = drawn % READS_PUT_OFF_ONE_OF == 1;
        boolean loadsWait = drawn % LOADS_PUT_OFF_ONE_OF == 3;
        return ShardLimits.builder()
                .requestsMax(REQUESTS_MAX)
                .delayNanos(LONG_NANOS)
                .pendingBytesMax(BYTES_MAX)
                .largeBytes(BYTES_MAX)
                .largeInFlightMax(readsWait ? READ_PER_TURN_BYTES : BYTES_MAX)
                .loadBytesMax(loadsWait ? LOADED_PER_TURN_BYTES : BYTES_MAX)
                .slowNanos(LONG_NANOS)
                .build();
    }
}
