package io.paxosstore.sim;

import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import java.io.IOException;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The {@link HostBug}s of nodes that take themselves for whole in slots before they are (Rules M6,
 * M7): soon after they have entered an epoch, the host is told so.
 */
final class WholeTooSoon {
    private WholeTooSoon() {}

    /** A node has entered epochs. */
    static void plant(SimNode node, ReplicaHost host, SlotView view) {
        switch (node.hostBug()) {
            case NEWCOMER_IS_WHOLE_AT_ONCE -> wholeSoon(node, host, view, view::isRebuilding);
            case STAYING_IS_WHOLE_AT_ONCE -> wholeSoon(node, host, view, view::isWalking);
            default -> {}
        }
    }

    private static void wholeSoon(
            SimNode node, ReplicaHost host, SlotView view, IntPredicate which) {
        BitSet those = new BitSet();
        IntStream.range(0, Slots.ALL).filter(which).forEach(those::set);
        if (those.isEmpty()) {
            return;
        }
        node.later(
                1,
                () -> {
                    try {
                        host.slots().whole(SlotEpochs.of(those, view).toList(), () -> true);
                    } catch (IOException e) {
                        node.failed(e);
                    }
                });
    }
}
