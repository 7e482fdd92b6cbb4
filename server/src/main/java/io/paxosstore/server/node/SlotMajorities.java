package io.paxosstore.server.node;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.Voters;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.IdentityHashMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Which slots have a majority of their voters among the nodes that are connected. Counted anew only
 * when the slots' voters or the connected nodes have changed. Thread-safe.
 */
final class SlotMajorities {
    private final Supplier<SlotView> slots;
    private @Nullable Counted last;

    /**
     * @param slots as this node has entered them
     */
    SlotMajorities(Supplier<SlotView> slots) {
        this.slots = slots;
    }

    /**
     * What was counted.
     *
     * @param without how many slots have no majority, the system's not counted
     * @param systemWithout whether the system slot has none
     * @param voters of all slots
     * @param absent the voters of slots without a majority that are not connected
     */
    record Count(
            int without,
            boolean systemWithout,
            SortedSet<Integer> voters,
            SortedSet<Integer> absent) {
        /** Whether any slot, and the system's with it, can be read and written. */
        boolean isServing() {
            return without < Slots.COUNT && !systemWithout;
        }

        /** Whether every slot can. */
        boolean isWhole() {
            return without == 0 && !systemWithout;
        }
    }

    /** What was counted of what. */
    private record Counted(SlotView view, Set<Integer> connected, Count count) {}

    /**
     * Counts.
     *
     * @param connected the nodes that are, this one among them
     */
    synchronized Count count(Set<Integer> connected) {
        SlotView view = slots.get();
        Counted before = last;
        if (before != null && before.view() == view && before.connected().equals(connected)) {
            return before.count();
        }
        Count count = counted(view, connected);
        last = new Counted(view, Set.copyOf(connected), count);
        return count;
    }

    private static Count counted(SlotView view, Set<Integer> connected) {
        IdentityHashMap<Configuration, Boolean> seen = new IdentityHashMap<>();
        SortedSet<Integer> voters = new TreeSet<>();
        SortedSet<Integer> absent = new TreeSet<>();
        int without = 0;
        boolean systemWithout = false;
        for (int slot = 0; slot < Slots.ALL; slot++) {
            Configuration at = view.configurationOf(slot);
            Boolean has = seen.get(at);
            if (has == null) {
                has = look(at, connected, voters, absent);
                seen.put(at, has);
            }
            if (!has) {
                without += slot == Slots.SYSTEM ? 0 : 1;
                systemWithout |= slot == Slots.SYSTEM;
            }
        }
        return new Count(without, systemWithout, voters, absent);
    }

    private static boolean look(
            Configuration at,
            Set<Integer> connected,
            SortedSet<Integer> voters,
            SortedSet<Integer> absent) {
        Voters all = at.voters();
        VoterSet there = VoterSet.NONE;
        for (int place = 0; place < all.count(); place++) {
            voters.add(all.id(place));
            if (connected.contains(all.id(place))) {
                there = there.with(place);
            }
        }
        boolean isMajority = at.quorum().isMajority(there);
        for (int place = 0; place < all.count() && !isMajority; place++) {
            if (!connected.contains(all.id(place))) {
                absent.add(all.id(place));
            }
        }
        return isMajority;
    }
}
