package io.paxosstore.node.topology;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A node's copy of the topology while its parts come one by one, each when it likes. It is whole
 * when all are there and fit: a page may name nodes that only a newer head has. Not thread-safe.
 */
final class TopologyCopy {
    private @Nullable TopologyHead head;
    private @Nullable MovePlan plan;
    private final @Nullable TopologyPage[] pages = new TopologyPage[TopologyPage.COUNT];
    private @Nullable Topology topology;
    private boolean fits = true;

    /** What it was when its parts last fitted; null before that. */
    @Nullable Topology topology() {
        return topology;
    }

    @Nullable TopologyHead head() {
        return head;
    }

    @Nullable MovePlan plan() {
        return plan;
    }

    /** The version of a part; 0 if it is not there. */
    long version(Part part) {
        return switch (part.index()) {
            case 0 -> head == null ? 0 : head.version();
            case 1 -> plan == null ? 0 : plan.version();
            default -> {
                TopologyPage page = pages[part.pageNumber()];
                yield page == null ? 0 : page.version();
            }
        };
    }

    /** Whether a page names nodes that the head does not have. */
    boolean lacksNodes() {
        return !fits;
    }

    /**
     * Takes a part in if it is newer.
     *
     * @return whether the topology is another one now
     */
    boolean take(PartValue value) {
        if (value.version() <= version(value.part())) {
            return false;
        }
        return switch (value) {
            case PartValue.Head newer -> {
                head = newer.head();
                yield assemble(known -> known.with(newer.head()));
            }
            case PartValue.Moves newer -> {
                plan = newer.plan();
                yield false;
            }
            case PartValue.Page newer -> {
                TopologyPage mine = pages[newer.page().number()];
                // Of a slot it may have been told a later epoch than that page knows.
                yield turned(
                        mine == null
                                ? newer.page()
                                : mine.with(newer.page().changesSince(mine.version())));
            }
        };
    }

    private boolean turned(TopologyPage page) {
        pages[page.number()] = page;
        return assemble(known -> known.with(page));
    }

    /**
     * Takes in what somebody tells of one slot.
     *
     * @return whether the topology is another one now
     */
    boolean learn(SlotChange told) {
        TopologyPage mine =
                told.slot() == Slots.SYSTEM ? null : pages[TopologyPage.numberOf(told.slot())];
        if (mine == null || told.configuration().epoch() <= mine.slot(told.slot()).epoch()) {
            return false;
        }
        return turned(mine.learning(told));
    }

    /**
     * @param change what the last topology becomes, if nothing else is missing in it
     */
    private boolean assemble(UnaryOperator<Topology> change) {
        Topology known = topology;
        try {
            topology = known == null || !fits ? whole() : change.apply(known);
            fits = true;
        } catch (IllegalArgumentException e) {
            fits = false;
        }
        return fits && topology != null;
    }

    /** All parts together; null while one is not there. */
    private @Nullable Topology whole() {
        TopologyHead present = head;
        if (present == null) {
            return null;
        }
        List<TopologyPage> all = new ArrayList<>(TopologyPage.COUNT);
        for (TopologyPage page : pages) {
            if (page == null) {
                return null;
            }
            all.add(page);
        }
        return new Topology(present, all);
    }
}
