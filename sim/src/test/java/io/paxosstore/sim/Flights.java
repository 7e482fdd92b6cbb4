package io.paxosstore.sim;

import io.paxosstore.core.Message;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/** The messages of a {@link Conversation} that are on their way, in the order of sending. */
final class Flights {
    /**
     * A message on its way.
     *
     * @param known what its sender knew of all nodes' incarnations
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity
    record Flight(
            int from,
            int incarnation,
            int to,
            int epoch,
            EntityKey key,
            Message message,
            int[] known) {
        /** Who tells whom. */
        String arrow() {
            return Describe.node(from) + "->" + Describe.node(to);
        }
    }

    private final List<Flight> all = new ArrayList<>();

    void add(Flight flight) {
        all.add(flight);
    }

    /** How many are on their way from one node to another. */
    int count(int from, int to) {
        return (int) all.stream().filter(f -> f.from() == from && f.to() == to).count();
    }

    /** Takes out what is on its way from one node to another. */
    List<Flight> take(int from, int to) {
        List<Flight> link = new ArrayList<>();
        for (Flight flight : all) {
            if (flight.from() == from && flight.to() == to) {
                link.add(flight);
            }
        }
        all.removeAll(link);
        return link;
    }

    /** Takes out everything. */
    List<Flight> takeAll() {
        List<Flight> taken = new ArrayList<>(all);
        all.clear();
        return taken;
    }

    /** Puts back what was taken out, before everything else. */
    void putBack(List<Flight> taken) {
        all.addAll(0, taken);
    }

    /** Loses what is on its way to a node. */
    void loseAllTo(int node) {
        all.removeIf(flight -> flight.to() == node);
    }
}
