package io.paxosstore.core;

/** What happens to a {@link Replica}. Times are given to {@code step}, not carried here. */
public sealed interface Input {
    /**
     * A client's write.
     *
     * @param token the caller's name for the request; comes back in the {@link Effects.Reply}
     * @param settledFloor the stamp at and below which this client will never retry (Rule E2)
     * @param deadlineNanos monotonic time after which the request is answered whatever is known
     */
    record Write(
            long token,
            EntityKey key,
            RequestId requestId,
            long settledFloor,
            Command command,
            long deadlineNanos)
            implements Input {}

    /** A client's read. */
    record Read(long token, EntityKey key, ReadOption option, long deadlineNanos)
            implements Input {}

    /**
     * A message from another replica.
     *
     * @param incarnation the sender's (Rule A3)
     */
    record Received(int from, int incarnation, EntityKey key, Message message) implements Input {}

    /** Answers {@link Effects.Load}. */
    record Loaded(EntityKey key, Stored stored) implements Input {}

    /**
     * The engine holds damaged bytes of the entity (Rule D5): this replica neither votes nor serves
     * for it until it is asked again.
     */
    record LoadFailed(EntityKey key) implements Input {}

    /**
     * The record of an earlier {@link Effects.Persist}, and with it all that came before it, is
     * durable.
     */
    record Persisted(EntityKey key, long ticket) implements Input {}

    /** Whether a peer's connection is up. A hint for whom to ask first, never for safety. */
    record PeerState(int nodeId, boolean up) implements Input {}

    /** Time has passed; wanted at {@link Replica#nextWakeNanos()}. */
    record Tick() implements Input {}
}
