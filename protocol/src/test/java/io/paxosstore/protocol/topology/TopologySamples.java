package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Topologies for tests. */
final class TopologySamples {
    private TopologySamples() {}

    static ClusterNode node(int id) {
        return new ClusterNode(
                id,
                "node" + id + ".example.com",
                7400,
                7401,
                7402,
                "zone-" + id % 3,
                id / 6,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    static List<ClusterNode> nodes(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(TopologySamples::node).toList();
    }

    /** Voters that change again and again: completed, reversed, reordered, under change. */
    static SlotConfiguration configuration(Random random, int nodeCount) {
        SlotConfiguration now = SlotConfiguration.first(voters(random, nodeCount));
        for (int step = random.nextInt(8); step > 0; step--) {
            now = next(now, random, nodeCount);
        }
        return now;
    }

    private static SlotConfiguration next(SlotConfiguration now, Random random, int nodeCount) {
        if (now instanceof Joint joint) {
            if (random.nextInt(3) == 0) {
                return joint.reversed();
            }
            boolean mayName = joint.right().owner() == StaticRight.NOBODY;
            return mayName && !joint.newcomers().isEmpty() && random.nextBoolean()
                    ? joint.completed(joint.newcomers().get(0).node())
                    : joint.completed();
        }
        Stable stable = (Stable) now;
        List<Integer> voters = voters(random, nodeCount);
        if (voters.size() == stable.ids().size() && stable.ids().containsAll(voters)) {
            return stable.reordered(voters);
        }
        return stable.towards(voters);
    }

    private static List<Integer> voters(Random random, int nodeCount) {
        List<Integer> ids = new ArrayList<>(IntStream.rangeClosed(1, nodeCount).boxed().toList());
        Collections.shuffle(ids, random);
        return ids.subList(0, 1 + 2 * random.nextInt(3));
    }

    static TopologyPage page(int number, Random random, int nodeCount) {
        List<SlotConfiguration> slots = new ArrayList<>();
        long[] changedIn = new long[TopologyPage.SLOTS];
        long version = 1 + random.nextLong(1_000);
        for (int i = 0; i < TopologyPage.SLOTS; i++) {
            slots.add(configuration(random, nodeCount));
            changedIn[i] = 1 + random.nextLong(version);
        }
        return TopologyPage.of(number, version, slots, changedIn);
    }

    static Topology topology(Random random, int nodeCount) {
        return new Topology(
                head(random, nodeCount),
                IntStream.range(0, TopologyPage.COUNT)
                        .mapToObj(number -> page(number, random, nodeCount))
                        .toList());
    }

    /** A goal with replacements, and a system slot that has changed. */
    static TopologyHead head(Random random, int nodeCount) {
        return new TopologyHead(
                new NodeList(3, nodes(nodeCount)),
                configuration(random, nodeCount),
                new Goal(
                        1 + random.nextInt(300),
                        1 + 2 * random.nextInt(3),
                        random.nextBoolean(),
                        Course.of(1 + random.nextInt(3)),
                        List.of(new Replacement(1, 2), new Replacement(2, nodeCount))));
    }

    /** A plan that moves some slots. */
    static MovePlan plan(Random random, int nodeCount) {
        return new MovePlan(
                1 + random.nextInt(300),
                1 + random.nextInt(300),
                random.nextBoolean(),
                random.ints(0, Slots.COUNT)
                        .distinct()
                        .limit(random.nextInt(20))
                        .mapToObj(slot ->
                                new PlannedMove(
                                        slot, 1 + random.nextInt(300), voters(random, nodeCount)))
                        .toList());
    }

    /** Every slot of its own three voters. */
    static Topology first(int nodeCount) {
        return Topology.first(
                nodes(nodeCount),
                IntStream.range(0, Slots.COUNT)
                        .mapToObj(slot ->
                                IntStream.range(0, 3)
                                        .mapToObj(i -> 1 + (slot + i) % nodeCount)
                                        .toList())
                        .toList());
    }
}
