package io.paxosstore.sim;

import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import java.io.IOException;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The {@link HostBug}s of nodes that take themselves for whole before they are: in slots, where
 * soon after they have entered an epoch the host is told so (Rules M6, M7), or with an empty disk
 * (Rule M8).
 */
final class WholeTooSoon {
    private WholeTooSoon() {}

    /** A node has lost its disk, and has a new one. */
    static NodeIdentity wiped(SimNode node, NodeIdentity identity) {
        if (node.hostBug() == HostBug.LOST_NEWCOMER_IS_WHOLE_AT_ONCE && !node.votesAtFirst()) {
            try {
                identity.standing(Standing.WHOLE);
            } catch (IOException e) {
                node.failed(e);
            }
        }
        return identity;
    }

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
