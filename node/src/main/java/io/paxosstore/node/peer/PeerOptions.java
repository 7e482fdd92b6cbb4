package io.paxosstore.node.peer;

import io.paxosstore.node.host.OptionProblems;

/**
 * The settings of connections between nodes.
 *
 * @param sockets connections per pair of nodes and shard
 * @param greetingsMax accepted connections that have not said which node they are
 * @param lazyDelayNanos how long messages that may wait do so
 * @param outgoingBytesMax what may wait for one peer in one shard
 * @param heartbeatNanos a connection that sent nothing for so long sends an empty frame
 * @param silenceNanos a connection that received nothing for so long is closed
 * @param connectMillis how long connecting and the handshake may take each
 * @param reconnectMinNanos first wait before connecting again
 * @param reconnectMaxNanos longest wait before connecting again
 */
public record PeerOptions(
        int sockets,
        int greetingsMax,
        long lazyDelayNanos,
        int outgoingBytesMax,
        long heartbeatNanos,
        long silenceNanos,
        int connectMillis,
        long reconnectMinNanos,
        long reconnectMaxNanos) {
    /** Out of every range. */
    private static final int UNSET = -1;

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming all that are out of range, and their ranges
     */
    public PeerOptions {
        new OptionProblems()
                .notBelow("sockets", sockets, 1)
                .notBelow("greetingsMax", greetingsMax, 1)
                .notBelow("lazyDelayNanos", lazyDelayNanos, 0)
                .notBelow("outgoingBytesMax", outgoingBytesMax, 1)
                .notBelow("heartbeatNanos", heartbeatNanos, 1)
                .notBelow("silenceNanos", silenceNanos, "heartbeatNanos", heartbeatNanos)
                .notBelow("connectMillis", connectMillis, 1)
                .notBelow("reconnectMinNanos", reconnectMinNanos, 1)
                .notBelow(
                        "reconnectMaxNanos",
                        reconnectMaxNanos,
                        "reconnectMinNanos",
                        reconnectMinNanos)
                .refuse("Settings of connections between nodes");
    }

    /** Begins with nothing: every number has to be named. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings in the making; each setter has the name of what it sets. Not thread-safe. */
    public static final class Builder {
        private int sockets = UNSET;
        private int greetingsMax = UNSET;
        private long lazyDelayNanos = UNSET;
        private int outgoingBytesMax = UNSET;
        private long heartbeatNanos = UNSET;
        private long silenceNanos = UNSET;
        private int connectMillis = UNSET;
        private long reconnectMinNanos = UNSET;
        private long reconnectMaxNanos = UNSET;

        private Builder() {}

        public Builder sockets(int value) {
            sockets = value;
            return this;
        }

        public Builder greetingsMax(int value) {
            greetingsMax = value;
            return this;
        }

        public Builder lazyDelayNanos(long value) {
            lazyDelayNanos = value;
            return this;
        }

        public Builder outgoingBytesMax(int value) {
            outgoingBytesMax = value;
            return this;
        }

        public Builder heartbeatNanos(long value) {
            heartbeatNanos = value;
            return this;
        }

        public Builder silenceNanos(long value) {
            silenceNanos = value;
            return this;
        }

        public Builder connectMillis(int value) {
            connectMillis = value;
            return this;
        }

        public Builder reconnectMinNanos(long value) {
            reconnectMinNanos = value;
            return this;
        }

        public Builder reconnectMaxNanos(long value) {
            reconnectMaxNanos = value;
            return this;
        }

        /**
         * All of them.
         *
         * @throws IllegalArgumentException naming all that are out of range, and their ranges
         */
        public PeerOptions build() {
            return new PeerOptions(
                    sockets,
                    greetingsMax,
                    lazyDelayNanos,
                    outgoingBytesMax,
                    heartbeatNanos,
                    silenceNanos,
                    connectMillis,
                    reconnectMinNanos,
                    reconnectMaxNanos);
        }
    }
}
