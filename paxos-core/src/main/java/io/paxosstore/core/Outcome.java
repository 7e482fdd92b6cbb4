package io.paxosstore.core;

/** How a client's request ended. */
public sealed interface Outcome {
    /**
     * The write is chosen.
     *
     * @param result what the state machine answered
     */
    record Written(Result result) implements Outcome {}

    /**
     * The read's answer.
     *
     * @param version the entry id the answer reflects; 0 when the entity was never written
     * @param state the entity's state
     */
    record Value(long version, Result state) implements Outcome {}

    /**
     * The read of an entity of a general PaxosLog may be answered from this replica's data, at
     * once: it is not older than {@code version}, and that is current.
     */
    record Current(long version) implements Outcome {}

    /** The write was executed before, and its result is not remembered (Rule E3). */
    record Executed() implements Outcome {}

    /**
     * The entity is up to date here and votes.
     *
     * @param version its newest chosen entry
     */
    record Recovered(long version) implements Outcome {}

    /** Not executed, and never will be under this attempt: it may be sent again safely. */
    record NotDone(Reason reason) implements Outcome {}

    /**
     * The write may or may not have been executed (Rule W5): the deadline passed while it was under
     * way, or it was proposed and the entity no longer remembers what became of it.
     */
    record Unknown() implements Outcome {}

    /**
     * Never executed under this id by this attempt: the entity may have forgotten it (Rule E2). A
     * client none of whose attempts can have been executed goes on with a stamp above.
     *
     * @param forgottenStamp requests of this client up to this stamp are refused
     */
    record RequestExpired(long forgottenStamp) implements Outcome {}

    /** Why a request was not executed. */
    enum Reason {
        /** Too much is waiting already. */
        OVERLOADED,
        /** The deadline passed before the request was proposed, or before a read was answered. */
        DEADLINE,
        /**
         * This replica has lost its memory of the entity's next entry and must not vote on it; the
         * others can serve the request (Rule A2).
         */
        NO_VOTE,
        /** This node is no voter of the entity: the request belongs to others. */
        NOT_A_VOTER,
        /** This replica's disk is full; it takes writes again when there is room. */
        DISK_FULL,
        /** The request id's clock is years ahead of this node's (Rule E2). */
        CLOCK_AHEAD
    }

    /** Encoded bytes: a result or a state. Not copied; not to be changed. */
    final class Result {
        private final byte[] bytes;

        public Result(byte[] bytes) {
            this.bytes = bytes;
        }

        public byte[] bytes() {
            return bytes;
        }
    }
}
