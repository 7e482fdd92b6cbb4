package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.NodeMoves;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The body of MEMBERS_CHANGED. */
final class MovesFields {
    private static final int FIXED_BYTES = 22;
    private static final int NODE_BYTES = 16;

    private MovesFields() {}

    static int bytes(ClusterMoves moves) {
        return FIXED_BYTES + moves.nodes().size() * NODE_BYTES;
    }

    static void put(ClusterMoves moves, ByteBuffer out) {
        out.putLong(moves.version());
        out.putInt(moves.slots()).putInt(moves.orders()).putInt(moves.copies());
        out.putShort((short) moves.nodes().size());
        for (NodeMoves node : moves.nodes()) {
            out.putInt(node.node()).putInt(node.before()).putInt(node.gained()).putInt(node.lost());
        }
    }

    static ClusterMoves get(ByteBuffer in) throws MalformedFrameException {
        long version = Fields.getLong(in);
        int slots = Fields.getCount(in, "slots");
        int orders = Fields.getCount(in, "orders");
        int copies = Fields.getCount(in, "copies");
        int count = Fields.getUnsignedShort(in);
        if (count > NodeList.COUNT_MAX) {
            throw new MalformedFrameException("A change moves slots of " + count + " nodes.");
        }
        List<NodeMoves> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(
                    new NodeMoves(
                            Fields.getInt(in),
                            Fields.getCount(in, "slots before"),
                            Fields.getCount(in, "slots gained"),
                            Fields.getCount(in, "slots lost")));
        }
        return new ClusterMoves(version, slots, orders, copies, nodes);
    }
}
