package io.paxosstore.node.topology;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.Topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * What a node that drives was told of who is whole where, as far as it is of use: of slots under
 * change, by nodes that must be whole there, in the incarnation in which they are known to live. So
 * it has a bound: the voters of the slots. Not thread-safe.
 */
final class KnownReports implements WholeReports {
    /** A node in a slot. */
    private record Place(int slot, int node) {}

    /** The epoch in which a node is whole. */
    private final Map<Place, Long> epochs = new HashMap<>();

    /** The incarnation in which a node has said all that is known of it. */
    private final Map<Integer, Integer> lives = new HashMap<>();

    private final IntUnaryOperator incarnations;

    /** Who must be whole in which slots, and has not said so, by the topology last looked at. */
    private final NavigableMap<Integer, List<SlotEpoch>> open = new TreeMap<>();

    private Topology topology;
    private boolean hasNews = true;

    /** How often a node was asked. */
    private final Map<Integer, Integer> asked = new HashMap<>();

    /**
     * @param incarnations the greatest one of a node that is known now, by its id
     */
    KnownReports(Topology topology, IntUnaryOperator incarnations) {
        this.topology = topology;
        this.incarnations = incarnations;
        look(topology);
    }

    /**
     * Turns to a newer topology: what is of no use any more is forgotten, and so is what nodes have
     * said in an incarnation that is over, since they may have lost their disks.
     */
    void look(Topology newer) {
        List.copyOf(lives.keySet()).forEach(this::forgetIfOver);
        if (newer.equals(topology) && !hasNews) {
            return;
        }
        topology = newer;
        hasNews = false;
        epochs.keySet().removeIf(place -> !(newer.configurationOf(place.slot()) instanceof Joint));
        open.clear();
        asked.keySet().removeIf(node -> newer.nodes().find(node).isEmpty());
        for (int slot = 0; slot <= Slots.SYSTEM; slot++) {
            if (newer.configurationOf(slot) instanceof Joint joint) {
                for (int node : joint.mustBeWhole()) {
                    if (!isWhole(node, slot, joint.epoch())) {
                        open.computeIfAbsent(node, any -> new ArrayList<>())
                                .add(new SlotEpoch(slot, joint.epoch()));
                    }
                }
            }
        }
    }

    /** Forgets what a node has said in an earlier incarnation than the one that it lives in. */
    private void forgetIfOver(int node) {
        int now = incarnations.applyAsInt(node);
        Integer before = lives.put(node, now);
        if (before != null && before < now) {
            hasNews |= epochs.keySet().removeIf(place -> place.node() == node);
        }
    }

    /**
     * A node has said in which slots it is whole; what nobody wants to know is dropped.
     *
     * @param node who said so itself: nobody speaks for others
     * @return whether it was news
     */
    boolean take(int node, SlotReports.Answer answer) {
        forgetIfOver(node);
        boolean isNews = false;
        for (SlotEpoch each : answer.slots()) {
            if (topology.configurationOf(each.slot()) instanceof Joint joint
                    && joint.epoch() == each.epoch()
                    && joint.mustBeWhole().contains(node)) {
                Long before = epochs.put(new Place(each.slot(), node), each.epoch());
                isNews |= !Objects.equals(before, each.epoch());
            }
        }
        hasNews |= isNews;
        return isNews;
    }

    @Override
    public boolean isWhole(int node, int slot, long epoch) {
        return epochs.getOrDefault(new Place(slot, node), 0L) == epoch;
    }

    /** What is known now, for another thread. */
    WholeReports copy() {
        Map<Place, Long> now = new HashMap<>(epochs);
        return (node, slot, epoch) -> now.getOrDefault(new Place(slot, node), 0L) == epoch;
    }

    /** The nodes that are to be asked, in ascending order of their ids. */
    List<Integer> nodes() {
        return List.copyOf(open.keySet());
    }

    /**
     * What a node is to be asked next, of what was open at the last look: one part after another.
     */
    SlotReports.Question question(int node) {
        List<SlotEpoch> all = open.getOrDefault(node, List.of());
        int parts = Math.max(1, Math.ceilDiv(all.size(), SlotReports.SLOTS_MAX));
        int part = Math.floorMod(asked.merge(node, 1, Integer::sum), parts);
        int from = part * SlotReports.SLOTS_MAX;
        return new SlotReports.Question(
                all.subList(from, Math.min(all.size(), from + SlotReports.SLOTS_MAX)));
    }
}
