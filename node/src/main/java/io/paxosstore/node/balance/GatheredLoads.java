package io.paxosstore.node.balance;

import io.paxosstore.node.placement.SlotLoads;
import io.paxosstore.protocol.key.Slots;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the nodes of a cluster have told of their slots. Immutable.
 *
 * @param told by the ids of the nodes
 */
record GatheredLoads(Map<Integer, LoadReport.Answer> told) {
    private static final double MILLI = 1e3;

    /** Copies the map. */
    GatheredLoads {
        told = new TreeMap<>(told);
    }

    /** The nodes that have not looked yet at all that they hold. */
    SortedSet<Integer> withoutBytes() {
        SortedSet<Integer> nodes = new TreeSet<>();
        told.forEach((node, answer) -> {
            if (!answer.knowsBytes()) {
                nodes.add(node);
            }
        });
        return nodes;
    }

    /**
     * What each slot carries: the requests of all nodes together, since each is counted where it is
     * served; the bytes of the voter that holds most, since one that is behind holds less. As long
     * as a node does not know its bytes, none count.
     */
    SlotLoads ofSlots() {
        double[] requests = new double[Slots.COUNT];
        long[] bytes = new long[Slots.COUNT];
        boolean counts = withoutBytes().isEmpty();
        for (LoadReport.Answer answer : told.values()) {
            for (LoadReport.OfSlot each : answer.slots()) {
                requests[each.slot()] += each.milliRequests() / MILLI;
                if (counts) {
                    bytes[each.slot()] = Math.max(bytes[each.slot()], each.bytes());
                }
            }
        }
        return new SlotLoads(requests, bytes);
    }
}
