package io.paxosstore.server.node;

import io.paxosstore.node.topology.TopologyFollower;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how changes of voters end, as a node's copy of the topology shows: with the next voters,
 * or reversed. What happened while the copy was behind counts as one change, if it shows at all. On
 * the topology's loop; the counts are for any thread.
 */
final class ChangeEnds implements TopologyFollower {
    private final LongAdder completed = new LongAdder();
    private final LongAdder reversed = new LongAdder();
    private @Nullable Topology seen;

    @Override
    @SuppressWarnings("ReferenceEquality") // pages are replaced as a whole
    public void changed(Topology topology) {
        Topology before = seen;
        seen = topology;
        if (before == null) {
            return;
        }
        for (TopologyPage page : topology.pages()) {
            TopologyPage old = before.pages().get(page.number());
            for (int i = 0; old != page && i < TopologyPage.SLOTS; i++) {
                int slot = page.firstSlot() + i;
                count(old.slot(slot), page.slot(slot));
            }
        }
    }

    private void count(SlotConfiguration before, SlotConfiguration now) {
        if (now.epoch() <= before.epoch() || !(now instanceof SlotConfiguration.Stable)) {
            return;
        }
        boolean isSame =
                switch (before) {
                    case SlotConfiguration.Stable stable -> areSame(stable.ids(), now.ids());
                    case SlotConfiguration.Joint change ->
                            areSame(
                                    change.old().stream().map(each -> each.node()).toList(),
                                    now.ids());
                };
        (isSame ? reversed : completed).increment();
    }

    private static boolean areSame(List<Integer> some, List<Integer> others) {
        return Set.copyOf(some).equals(Set.copyOf(others));
    }

    /** How many ended with the next voters. */
    long completed() {
        return completed.sum();
    }

    /** How many were taken back. */
    long reversed() {
        return reversed.sum();
    }
}
