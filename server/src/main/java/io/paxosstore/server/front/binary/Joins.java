package io.paxosstore.server.front.binary;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Takes nodes into the cluster. Thread-safe. */
public interface Joins {
    /** What becomes of a node that asks. */
    sealed interface Answer {
        /**
         * It is one of the cluster's.
         *
         * @param head in which it is
         */
        record Joined(List<ClusterNode> founders, TopologyHead head) implements Answer {
            /** Takes a copy of the founders. */
            public Joined {
                founders = List.copyOf(founders);
            }
        }

        /**
         * It is not, as far as is known.
         *
         * @param code {@link FailureCode#BAD_REQUEST} where it will not be
         */
        record Failed(FailureCode code, String sentence) implements Answer {}
    }

    /**
     * A node asks to be one of the cluster's.
     *
     * @param store the id of its store; {@link Request.Join#NO_STORE} if it has none
     * @param answer told once, on any thread
     */
    void join(ClusterNode node, UUID store, Consumer<Answer> answer);
}
