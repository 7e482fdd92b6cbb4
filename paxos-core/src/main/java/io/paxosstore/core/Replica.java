package io.paxosstore.core;

/**
 * All entities of one shard of one node: takes {@link Input}s, gives {@link Effects}. A pure
 * function of its inputs and its seed. Not thread-safe; owned by one shard.
 */
public final class Replica {
    public Replica(
            ReplicaConfig config,
            int self,
            int incarnation,
            Placement placement,
            OwnershipPolicy ownership,
            StateMachine machine,
            RandomSource random) {}

    /**
     * Takes one input.
     *
     * @param nowNanos monotonic time; never falls
     * @param wallMillis the node's wall clock, milliseconds since 1970; may jump
     * @param out receives the effects; what it holds already is kept
     */
    public void step(Input input, long nowNanos, long wallMillis, Effects out) {}

    /** When the next {@link Input.Tick} is wanted, monotonic; {@link Long#MAX_VALUE} for never. */
    public long nextWakeNanos() {
        return Long.MAX_VALUE;
    }

    /** How many entities are in memory now. */
    public int activeEntities() {
        return 0;
    }
}
