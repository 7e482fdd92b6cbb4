package io.paxosstore.node.placement;

import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * A table of voters while its nodes' loads are evened out, one slot after the other: each step
 * relieves a node that carries too much. A step of a costlier kind is taken only when there is none
 * of a cheaper one:
 *
 * <ol>
 *   <li>another voter of a slot becomes the preferred one: no data moves;
 *   <li>another node of the group takes a voter's place, with what it is asked for: one copy moves;
 *   <li>a slot goes to another group: all its copies move.
 * </ol>
 *
 * Each step makes the loads more even by some least amount, so that there is an end, and at the end
 * there is no such step: what has been evened out stays as it is. Not thread-safe.
 */
final class LoadDraft {
    /** What gains less does not pay for the writing of a page. */
    private static final double GAIN_MIN = 1e-7;

    /** So many steps are taken at once: to look for them takes long. */
    private static final int STEPS_AT_ONCE = 32;

    /** One that gains less than such a part of what it did is looked at again first. */
    private static final double STILL_GOOD = 0.5;

    /** A slot may be changed more than once on the way, so often on average at most. */
    private static final int STEPS_PER_SLOT = 4;

    private final List<NodeGroup> groups;
    private final SlotLoads loads;
    private final LoadLimits limits;
    private final VoterTable now;

    /** By group, the index of its first node among all. */
    private final int[] bases;

    private final int[] ids;
    private final int[] groupOfNode;
    private final int[] groupOfSlot = new int[Slots.COUNT];

    /** By slot, its voters as nodes of its group. */
    private final int[][] seats = new int[Slots.COUNT][];

    /** By node, where it votes. */
    private final List<BitSet> voting = new ArrayList<>();

    private final LoadSheet requests;
    private final LoadSheet bytes;
    private final BitSet changed = new BitSet();
    private final double meanSlotBytes;

    /**
     * Other voters of a slot, perhaps in another group.
     *
     * @param from the node that it relieves
     * @param gain how much more even it makes the loads
     * @param score the greater, the better
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Step(int from, int slot, int group, int[] seats, double gain, double score) {}

    /** The best steps that were offered: so many at most. */
    private static final class BestSteps {
        private final PriorityQueue<Step> best =
                new PriorityQueue<>(Comparator.comparingDouble(Step::score));

        void offer(Step step) {
            if (best.size() < STEPS_AT_ONCE) {
                best.add(step);
            } else if (step.score() > best.element().score()) {
                best.remove();
                best.add(step);
            }
        }

        boolean isEmpty() {
            return best.isEmpty();
        }

        List<Step> toList() {
            return best.stream()
                    .sorted(Comparator.comparingDouble(Step::score).reversed())
                    .toList();
        }
    }

    /**
     * @param now whose voters all can stay
     */
    LoadDraft(List<NodeGroup> groups, VoterTable now, SlotLoads loads, LoadLimits limits) {
        this.groups = groups;
        this.loads = loads;
        this.limits = limits;
        this.now = now;
        this.bases = new int[groups.size()];
        int count = 0;
        for (int group = 0; group < bases.length; group++) {
            bases[group] = count;
            count += groups.get(group).size();
        }
        this.ids = new int[count];
        this.groupOfNode = new int[count];
        double[] preferredShares = new double[count];
        double[] voterShares = new double[count];
        double capacity = groups.stream().mapToDouble(NodeGroup::capacity).sum();
        for (int group = 0; group < bases.length; group++) {
            NodeGroup those = groups.get(group);
            double share = those.capacity() / capacity;
            double[] preferred = those.preferredShares();
            double[] votes = those.slotShares();
            for (int node = 0; node < those.size(); node++) {
                int at = bases[group] + node;
                ids[at] = those.id(node);
                groupOfNode[at] = group;
                preferredShares[at] = share * preferred[node];
                voterShares[at] = share * votes[node] / those.voters();
                voting.add(new BitSet(Slots.COUNT));
            }
        }
        int voters = groups.getFirst().voters();
        this.meanSlotBytes = loads.bytes() / Slots.COUNT;
        this.requests =
                new LoadSheet(
                        preferredShares, loads.requests(), limits.requestsMin(), limits.levelMax());
        this.bytes =
                new LoadSheet(
                        voterShares, loads.bytes() * voters, limits.bytesMin(), limits.levelMax());
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            int group = groupOf(now.ids(slot)[0]);
            NodeGroup home = groups.get(group);
            put(slot, group, Arrays.stream(now.ids(slot)).map(home::indexOf).toArray());
        }
    }

    private int groupOf(int id) {
        int group = 0;
        while (groups.get(group).indexOf(id) < 0) {
            group++;
        }
        return group;
    }

    private void put(int slot, int group, int[] those) {
        groupOfSlot[slot] = group;
        seats[slot] = those;
        count(slot, 1);
        for (int node : those) {
            voting.get(bases[group] + node).set(slot);
        }
    }

    private void take(int slot) {
        count(slot, -1);
        for (int node : seats[slot]) {
            voting.get(bases[groupOfSlot[slot]] + node).clear(slot);
        }
    }

    private void count(int slot, int sign) {
        int base = bases[groupOfSlot[slot]];
        requests.add(base + seats[slot][0], sign * loads.requests(slot));
        for (int node : seats[slot]) {
            bytes.add(base + node, sign * (double) loads.bytes(slot));
        }
    }

    /** Takes steps until there is none; returns what comes of it. */
    LoadProposal evenOut() {
        List<NodeLoad> before = nodeLoads();
        List<HeavySlot> heavy = heavy();
        int left = STEPS_PER_SLOT * limits.slotsMax();
        boolean isUneven =
                IntStream.range(0, ids.length).anyMatch(node -> level(node) > limits.levelFrom());
        List<Step> steps = isUneven ? next() : List.of();
        while (!steps.isEmpty() && left > 0 && changed.cardinality() < limits.slotsMax()) {
            left -= take(steps);
            steps = next();
        }
        Plan plan =
                Plan.between(
                        now,
                        VoterTable.taking(
                                IntStream.range(0, Slots.COUNT)
                                        .mapToObj(this::ids)
                                        .toArray(int[][]::new)));
        return new LoadProposal(plan, before, nodeLoads(), heavy, !steps.isEmpty());
    }

    /** Takes the first one, and those of the others that are still worth it; how many. */
    private int take(List<Step> steps) {
        int taken = 0;
        for (Step step : steps) {
            double gain = gain(step.from(), step.slot(), step.group(), step.seats());
            boolean isWorthIt = gain > GAIN_MIN && gain >= step.gain() * STILL_GOOD;
            if (isWorthIt && changed.cardinality() < limits.slotsMax()) {
                take(step.slot());
                put(step.slot(), step.group(), step.seats());
                changed.set(step.slot(), !Arrays.equals(ids(step.slot()), now.ids(step.slot())));
                taken++;
            }
        }
        return taken;
    }

    private int[] ids(int slot) {
        NodeGroup home = groups.get(groupOfSlot[slot]);
        return Arrays.stream(seats[slot]).map(home::id).toArray();
    }

    private List<NodeLoad> nodeLoads() {
        return IntStream.range(0, ids.length)
                .mapToObj(node ->
                        new NodeLoad(
                                ids[node],
                                requests.value(node),
                                requests.part(node),
                                bytes.value(node),
                                bytes.part(node)))
                .sorted(Comparator.comparingInt(NodeLoad::node))
                .toList();
    }

    private List<HeavySlot> heavy() {
        List<HeavySlot> heavy = new ArrayList<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            int node = bases[groupOfSlot[slot]] + seats[slot][0];
            double asked = requests.parts(node, loads.requests(slot));
            double held = bytes.parts(node, (double) loads.bytes(slot));
            if (asked > limits.levelMax()) {
                heavy.add(new HeavySlot(slot, ids[node], HeavySlot.Figure.REQUESTS, asked));
            }
            if (held > limits.levelMax()) {
                heavy.add(new HeavySlot(slot, ids[node], HeavySlot.Figure.BYTES, held));
            }
        }
        return heavy.stream()
                .sorted(Comparator.comparingDouble(HeavySlot::parts).reversed())
                .limit(LoadProposal.HEAVY_MAX)
                .toList();
    }

    /** The best steps there are, all of one node; none if nothing helps. */
    private List<Step> next() {
        List<Integer> over =
                IntStream.range(0, ids.length)
                        .filter(node -> requests.isOver(node) || bytes.isOver(node))
                        .boxed()
                        .sorted(Comparator.comparingDouble(this::level).reversed())
                        .toList();
        for (Search search : List.<Search>of(this::orders, this::voters, this::groups)) {
            for (int node : over) {
                BestSteps best = new BestSteps();
                search.look(node, best);
                if (!best.isEmpty()) {
                    return best.toList();
                }
            }
        }
        return List.of();
    }

    /** Looks for steps of one kind that relieve a node. */
    @FunctionalInterface
    private interface Search {
        void look(int from, BestSteps best);
    }

    private double level(int node) {
        return Math.max(requests.level(node), bytes.level(node));
    }

    /** Another voter is preferred in one of the slots in which a node is. */
    private void orders(int from, BestSteps best) {
        BitSet those = requests.isOver(from) ? voting.get(from) : new BitSet();
        int base = bases[groupOfNode[from]];
        for (int slot = those.nextSetBit(0); slot >= 0; slot = those.nextSetBit(slot + 1)) {
            int[] voters = seats[slot];
            for (int place = 1; base + voters[0] == from && place < voters.length; place++) {
                int[] order = voters.clone();
                order[0] = voters[place];
                order[place] = voters[0];
                offer(from, slot, groupOfSlot[slot], order, 0, best);
            }
        }
    }

    /** Another node of its group takes a node's place in a slot. */
    private void voters(int from, BestSteps best) {
        BitSet those = voting.get(from);
        int group = groupOfNode[from];
        for (int slot = those.nextSetBit(0); slot >= 0; slot = those.nextSetBit(slot + 1)) {
            int place = placeOf(from - bases[group], seats[slot]);
            for (int node = 0; node < groups.get(group).size(); node++) {
                if (groups.get(group).mayTake(node, place, seats[slot])) {
                    int[] next = seats[slot].clone();
                    next[place] = node;
                    offer(from, slot, group, next, 1, best);
                }
            }
        }
    }

    private static int placeOf(int node, int[] voters) {
        int place = 0;
        while (voters[place] != node) {
            place++;
        }
        return place;
    }

    /** One of a node's slots goes to the group that carries least. */
    private void groups(int from, BestSteps best) {
        BitSet those = voting.get(from);
        for (int group : List.of(emptiest(requests), emptiest(bytes))) {
            if (group == groupOfNode[from]) {
                continue;
            }
            for (int slot = those.nextSetBit(0); slot >= 0; slot = those.nextSetBit(slot + 1)) {
                int[] next = seatsIn(group, slot);
                offer(from, slot, group, next, next.length, best);
            }
        }
    }

    /**
     * Offers a step if it gains enough.
     *
     * @param copies how many of the slot move: what is gained counts by the byte
     */
    private void offer(int from, int slot, int group, int[] next, int copies, BestSteps best) {
        double gain = gain(from, slot, group, next);
        if (gain > GAIN_MIN) {
            double score =
                    copies == 0 ? gain : gain / (copies * (loads.bytes(slot) + meanSlotBytes + 1));
            best.offer(new Step(from, slot, group, next, gain, score));
        }
    }

    private int emptiest(LoadSheet figure) {
        int emptiest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int group = 0; group < bases.length; group++) {
            double value = 0;
            double part = 0;
            for (int node = 0; node < groups.get(group).size(); node++) {
                value += figure.value(bases[group] + node);
                part += figure.part(bases[group] + node);
            }
            if (part > 0 && value / part < least) {
                emptiest = group;
                least = value / part;
            }
        }
        return emptiest;
    }

    /** Where a slot would be in a group: each place goes to whoever carries least. */
    private int[] seatsIn(int group, int slot) {
        NodeGroup those = groups.get(group);
        int[] next = new int[those.voters()];
        Arrays.fill(next, -1);
        for (int place = 0; place < next.length; place++) {
            double least = Double.POSITIVE_INFINITY;
            int best = -1;
            for (int node = 0; node < those.size(); node++) {
                if (those.mayTake(node, place, next)) {
                    int at = bases[group] + node;
                    double cost = bytes.with(at, (double) loads.bytes(slot));
                    cost += place == 0 ? requests.with(at, loads.requests(slot)) : 0;
                    if (cost < least) {
                        least = cost;
                        best = node;
                    }
                }
            }
            next[place] = best;
        }
        return next;
    }

    /** What a slot with these voters gains for a node that is to be relieved. */
    private double gain(int from, int slot, int group, int[] next) {
        int oldBase = bases[groupOfSlot[slot]];
        int newBase = bases[group];
        int[] old = seats[slot];
        double held = loads.bytes(slot);
        double ofBytes = 0;
        for (int node : old) {
            ofBytes +=
                    isAmong(oldBase + node, newBase, next)
                            ? 0
                            : bytes.without(oldBase + node, held);
        }
        for (int node : next) {
            ofBytes -= isAmong(newBase + node, oldBase, old) ? 0 : bytes.with(newBase + node, held);
        }
        double asked = oldBase + old[0] == newBase + next[0] ? 0 : loads.requests(slot);
        double ofRequests =
                requests.without(oldBase + old[0], asked) - requests.with(newBase + next[0], asked);
        return bytes.worth(from, ofBytes) + requests.worth(from, ofRequests);
    }

    private static boolean isAmong(int node, int base, int[] those) {
        for (int each : those) {
            if (base + each == node) {
                return true;
            }
        }
        return false;
    }
}
