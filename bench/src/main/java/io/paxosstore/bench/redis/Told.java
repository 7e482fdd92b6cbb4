package io.paxosstore.bench.redis;

/** What a client knows of a call that it has made. */
public sealed interface Told {
    /**
     * It was done.
     *
     * @param reply as {@link RespConnection#read} gives it
     */
    record Done(Object reply) implements Told {}

    /**
     * It was not done, and will not be.
     *
     * @param why what the node said, or that there was no connection
     */
    record NotDone(String why) implements Told {}

    /** Nobody knows whether it was done, or will be. */
    record Unknown(Why why) implements Told {}

    /**
     * An error that faults do not explain.
     *
     * @param error what the node said
     */
    record Refused(String error) implements Told {}

    /** How an outcome came to be unknown. */
    enum Why {
        /** There was no reply in time. */
        TIMEOUT,
        /** The connection ended before the reply. */
        CLOSED,
        /** The node said that it does not know. */
        TOLD
    }
}
