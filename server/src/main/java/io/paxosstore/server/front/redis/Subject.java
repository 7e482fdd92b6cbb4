package io.paxosstore.server.front.redis;

import java.util.Arrays;

/**
 * What a client subscribes to. The array must not be changed.
 *
 * @param name of a channel, or a pattern
 */
@SuppressWarnings("ArrayRecordComponent") // compared below
record Subject(Kind kind, byte[] name) {
    /** The kinds of subjects. */
    enum Kind {
        /** A channel. */
        CHANNEL("subscribe", "unsubscribe", "message"),
        /** All channels of a pattern. */
        PATTERN("psubscribe", "punsubscribe", "pmessage"),
        /** A channel of Redis Cluster's shards; here it is like any other. */
        SHARD("ssubscribe", "sunsubscribe", "smessage");

        private final String begins;
        private final String ends;
        private final String message;

        Kind(String begins, String ends, String message) {
            this.begins = begins;
            this.ends = ends;
            this.message = message;
        }

        /** The word that says that a subscription begins. */
        String begins() {
            return begins;
        }

        /** The word that says that it ends. */
        String ends() {
            return ends;
        }

        /** The word before a message. */
        String message() {
            return message;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Subject subject
                && subject.kind == kind
                && Arrays.equals(subject.name, name);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(name);
    }
}
