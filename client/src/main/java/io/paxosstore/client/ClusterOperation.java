package io.paxosstore.client;

import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;

import java.nio.ByteBuffer;

/** Is about no key: all such begin at the same node, and another one does as well. */
sealed interface ClusterOperation extends Operation {
    @Override
    default int slot() {
        return 0;
    }

    @Override
    default int frameBytesMax() {
        return Wire.HANDSHAKE_FRAME_BYTES_MAX;
    }

    @Override
    default String spaceName() {
        return "";
    }

    @Override
    default String model() {
        return "cluster";
    }

    /**
     * Changes the cluster.
     *
     * @param change an encoded {@link io.paxosstore.protocol.topology.ClusterChange}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record ChangeMembers(byte[] change, boolean isTrial) implements ClusterOperation {
        @Override
        public boolean isWrite() {
            return !isTrial;
        }

        @Override
        public int frameBytesMax() {
            return ClusterOperation.super.frameBytesMax() + change.length;
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    new Request.ChangeMembers(
                            correlation, deadlineMillis, isTrial, id.attempt() > 1, change),
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.MembersChanged;
        }

        @Override
        public String verb() {
            return "change";
        }

        @Override
        public String label() {
            return "change of the cluster";
        }
    }

    /** What a node knows of the topology; always the same one if it answers: it compares looks. */
    record ShowTopology() implements ClusterOperation {
        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(new Request.ShowTopology(correlation, deadlineMillis), out);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.TopologyShown;
        }

        @Override
        public String verb() {
            return "show";
        }

        @Override
        public String label() {
            return "look at the topology";
        }
    }

    /** Evens out what the nodes carry. */
    record Balance(boolean isTrial) implements ClusterOperation {
        @Override
        public boolean isWrite() {
            return !isTrial;
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    new Request.Balance(correlation, deadlineMillis, isTrial, id.attempt() > 1),
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.Balanced;
        }

        @Override
        public String verb() {
            return "balance";
        }

        @Override
        public String label() {
            return "evening out of loads";
        }
    }
}
