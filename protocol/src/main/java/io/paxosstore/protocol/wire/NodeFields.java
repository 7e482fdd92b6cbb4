package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyHead;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * Fields that tell of the cluster's nodes, each of them bytes as {@link TopologyCodec} has them.
 */
final class NodeFields {
    /** Of a list that has no history. */
    private static final long VERSION = 1;

    private NodeFields() {}

    private static byte[] encoded(List<ClusterNode> nodes) {
        return TopologyCodec.encode(new NodeList(VERSION, nodes));
    }

    static int bytes(List<ClusterNode> nodes, TopologyHead head) {
        return 2 * Integer.BYTES + encoded(nodes).length + TopologyCodec.encode(head).length;
    }

    static void put(ByteBuffer out, List<ClusterNode> nodes) {
        Fields.putLong(out, encoded(nodes));
    }

    static void put(ByteBuffer out, TopologyHead head) {
        Fields.putLong(out, TopologyCodec.encode(head));
    }

    static ClusterNode getOne(ByteBuffer in) throws MalformedFrameException {
        List<ClusterNode> nodes = getNodes(in);
        if (nodes.size() != 1) {
            throw new MalformedFrameException(
                    "A node that joins names " + nodes.size() + " nodes; itself is wanted.");
        }
        return nodes.get(0);
    }

    static List<ClusterNode> getNodes(ByteBuffer in) throws MalformedFrameException {
        return get(in, TopologyCodec::decodeNodes).nodes();
    }

    static TopologyHead getHead(ByteBuffer in) throws MalformedFrameException {
        return get(in, TopologyCodec::decodeHead);
    }

    private static <T> T get(ByteBuffer in, Function<byte[], T> decode)
            throws MalformedFrameException {
        byte[] bytes = Fields.getLongBytes(in);
        try {
            return decode.apply(bytes);
        } catch (MalformedBytesException e) {
            throw new MalformedFrameException(String.valueOf(e.getMessage()));
        }
    }
}
