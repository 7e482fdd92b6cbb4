package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;

/**
 * What is stored beside the pages, as bytes.
 *
 * <pre>
 *  nodes  = varint version, varint count, node ...            in ascending order of the ids
 *  node   = varint id, text host, varint client port, varint peer port, varint admin port,
 *           text zone, varint mini-cluster, u8 membership, varint weight
 *  head   = nodes, configuration of the system slot, goal
 *  goal   = varint number, u8 voters, u8 spread (0 or 1), u8 course, varint count,
 *           replacement ...                                   in ascending order of who leaves
 *  replacement = varint leaving, varint joining
 *  plan   = varint version, varint goal, u8 is the last (0 or 1), varint count, move ...
 *  move   = varint slot, varint epoch, u8 count of voters, varint voter ...
 * </pre>
 */
final class HeadCodec {
    private HeadCodec() {}

    static void putNodes(NodeList list, ByteWriter out) {
        out.putVarint(list.version()).putVarint(list.nodes().size());
        for (ClusterNode node : list.nodes()) {
            putNode(node, out);
        }
    }

    static void putNode(ClusterNode node, ByteWriter out) {
        out.putVarint(node.id()).putText(node.host());
        out.putVarint(node.clientPort()).putVarint(node.peerPort()).putVarint(node.adminPort());
        out.putText(node.zone()).putVarint(node.miniCluster());
        out.putByte(node.membership().code()).putVarint(node.weight());
    }

    static NodeList getNodes(ByteReader in) {
        long version = in.getVarint();
        int count = in.getCount();
        List<ClusterNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(getNode(in));
        }
        return new NodeList(version, nodes);
    }

    static ClusterNode getNode(ByteReader in) {
        return new ClusterNode(
                in.getIntVarint(),
                in.getText(),
                in.getIntVarint(),
                in.getIntVarint(),
                in.getIntVarint(),
                in.getText(),
                in.getIntVarint(),
                Membership.of(in.getByte()),
                in.getIntVarint());
    }

    static void putHead(TopologyHead head, ByteWriter out) {
        putNodes(head.nodes(), out);
        ConfigurationCodec.put(head.system(), out);
        Goal goal = head.goal();
        out.putVarint(goal.number()).putByte(goal.voters());
        out.putByte(goal.spread() ? 1 : 0).putByte(goal.course().code());
        out.putVarint(goal.replacements().size());
        for (Replacement replacement : goal.replacements()) {
            out.putVarint(replacement.leaving()).putVarint(replacement.joining());
        }
    }

    static TopologyHead getHead(ByteReader in) {
        return new TopologyHead(getNodes(in), ConfigurationCodec.get(in), getGoal(in));
    }

    private static Goal getGoal(ByteReader in) {
        long number = in.getVarint();
        int voters = in.getByte();
        boolean spread = getBoolean(in);
        Course course = Course.of(in.getByte());
        int count = in.getCount();
        List<Replacement> replacements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            replacements.add(new Replacement(in.getIntVarint(), in.getIntVarint()));
        }
        return new Goal(number, voters, spread, course, replacements);
    }

    static void putPlan(MovePlan plan, ByteWriter out) {
        out.putVarint(plan.version()).putVarint(plan.goal()).putByte(plan.isLast() ? 1 : 0);
        out.putVarint(plan.moves().size());
        for (PlannedMove move : plan.moves()) {
            out.putVarint(move.slot()).putVarint(move.epoch()).putByte(move.to().size());
            move.to().forEach(out::putVarint);
        }
    }

    static MovePlan getPlan(ByteReader in) {
        long version = in.getVarint();
        long goal = in.getVarint();
        boolean isLast = getBoolean(in);
        int count = in.getCount();
        List<PlannedMove> moves = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            moves.add(getMove(in));
        }
        return new MovePlan(version, goal, isLast, moves);
    }

    private static PlannedMove getMove(ByteReader in) {
        int slot = in.getIntVarint();
        long epoch = in.getVarint();
        int count = in.getByte();
        List<Integer> to = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            to.add(in.getIntVarint());
        }
        return new PlannedMove(slot, epoch, to);
    }

    private static boolean getBoolean(ByteReader in) {
        int value = in.getByte();
        if (value > 1) {
            throw new MalformedBytesException("A yes or no is " + value + "; 0 and 1 are known.");
        }
        return value == 1;
    }
}
