package io.paxosstore.bench.experiment;

import io.paxosstore.node.placement.Planner;
import io.paxosstore.node.placement.VoterTable;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What falls on the others when a node is dead (PaxosStore, section 3.1 and figure 10): a thousand
 * nodes in three zones, mini-clusters of C nodes, one dead node in each group. Nothing is started:
 * the placement is the planner's, the load is computed. All keys are asked for alike; a request
 * costs the voter that serves it 1 and each other live voter a part of that.
 */
final class Failover implements Experiment {
    private static final int NODES = 1_000;
    private static final int ZONES = 3;
    private static final int SIZE_MAX = 3;
    private static final int KEYS = 1_000_000;

    /** What a vote costs, a request that is served being 1. */
    private static final double VOTE_COST = 0.1;

    private static final List<Integer> LOADS = List.of(30, 40, 50, 60);

    /** What the paper's figure shows for C = 1, 2, 3, in percent. */
    private static final List<String> PAPER = List.of("+40", "+15", "+12");

    private static final double PERCENT = 100;

    /** Loads by the id of the node, before and while nodes are dead. */
    private static final class Load {
        final double[] before;
        final double[] after;
        final boolean[] isPartner;

        Load(int nodeCount) {
            before = new double[nodeCount + 1];
            after = new double[nodeCount + 1];
            isPartner = new boolean[nodeCount + 1];
        }

        double meanGain() {
            double sumBefore = 0;
            double sumAfter = 0;
            for (int node = 1; node < isPartner.length; node++) {
                sumBefore += isPartner[node] ? before[node] : 0;
                sumAfter += isPartner[node] ? after[node] : 0;
            }
            return sumAfter / sumBefore - 1;
        }

        double worstGain() {
            double worst = 0;
            for (int node = 1; node < isPartner.length; node++) {
                if (isPartner[node]) {
                    worst = Math.max(worst, after[node] / before[node] - 1);
                }
            }
            return worst;
        }
    }

    @Override
    public long run(Laboratory laboratory) throws IOException {
        List<String> header =
                new ArrayList<>(
                        List.of(
                                "C",
                                "nodes",
                                "nodes that take over from one",
                                "their load rises by %, mean",
                                "by %, worst",
                                "paper"));
        LOADS.forEach(load -> header.add("from " + load + " % to, mean"));
        Report report = new Report(laboratory.out(), header);
        Plot plot = new Plot("load of all nodes before, %", "load of those that take over, %");
        long[] keys = keysOfSlots();
        for (int size = 1; size <= SIZE_MAX; size++) {
            List<ClusterNode> nodes = nodes(size);
            Load load = load(new Planner(nodes, ZONES).first(), keys, nodes.size(), size);
            double gain = load.meanGain();
            List<String> cells = new ArrayList<>();
            cells.add(Integer.toString(size));
            cells.add(Integer.toString(nodes.size()));
            cells.add(Integer.toString((ZONES - 1) * size));
            cells.add(Report.figure(PERCENT * gain));
            cells.add(Report.figure(PERCENT * load.worstGain()));
            cells.add(PAPER.get(size - 1));
            for (int before : LOADS) {
                cells.add(Report.figure(before * (1 + gain)));
                plot.add("C = " + size, before + " %", before * (1 + gain));
            }
            report.row(cells);
        }
        if (laboratory.plot() != null) {
            plot.write(laboratory.plot());
        }
        return 0;
    }

    /** As many full groups as there are nodes for; the ids of a group follow each other. */
    private static List<ClusterNode> nodes(int size) {
        int groupSize = ZONES * size;
        List<ClusterNode> nodes = new ArrayList<>();
        for (int i = 0; i < NODES / groupSize * groupSize; i++) {
            nodes.add(
                    new ClusterNode(
                            i + 1,
                            "node" + (i + 1),
                            7400,
                            7401,
                            7402,
                            "zone-" + i % groupSize / size,
                            i / groupSize,
                            Membership.ACTIVE,
                            ClusterNode.WEIGHT_DEFAULT));
        }
        return nodes;
    }

    private static long[] keysOfSlots() {
        long[] keys = new long[Slots.COUNT];
        for (int i = 0; i < KEYS; i++) {
            keys[Slots.of(("key-" + i).getBytes(StandardCharsets.US_ASCII))]++;
        }
        return keys;
    }

    private static Load load(VoterTable table, long[] keys, int nodeCount, int size) {
        int groupSize = ZONES * size;
        Load load = new Load(nodeCount);
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<Integer> voters = table.votersOf(slot);
            List<Integer> live = voters.stream().filter(node -> !isDead(node, groupSize)).toList();
            add(keys[slot], voters, load.before);
            add(keys[slot], live, load.after);
            if (live.size() < voters.size()) {
                live.forEach(node -> load.isPartner[node] = true);
            }
        }
        return load;
    }

    /** One of each group, in each another one. */
    private static boolean isDead(int node, int groupSize) {
        int group = (node - 1) / groupSize;
        return (node - 1) % groupSize == group % groupSize;
    }

    private static void add(long requests, List<Integer> voters, double[] load) {
        load[voters.getFirst()] += requests;
        for (int voter : voters.subList(1, voters.size())) {
            load[voter] += requests * VOTE_COST;
        }
    }
}
