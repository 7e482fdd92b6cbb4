package io.paxosstore.node.peer;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.topology.ReportPort;
import io.paxosstore.node.topology.SlotEpoch;
import io.paxosstore.node.topology.SlotReports;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Asks other nodes in which slots they are whole, and tells them where this one is (Rule M6), over
 * the links of one shard. On its loop only.
 */
public final class PeerReports implements ReportPort {
    private final int self;
    private final PeerLinks links;
    private final Supplier<SlotView> slots;
    private final BooleanSupplier isWhole;
    private final LoopScheduler loop;

    /** Who waits for the answers of a node. */
    private final Map<Integer, Consumer<SlotReports.Answer>> asking = new HashMap<>();

    /** The nodes that have said last that their store is not whole. */
    private final Set<Integer> rebuilding = new HashSet<>();

    /**
     * @param slots what this node has entered, durably
     * @param isWhole whether its store is
     * @param loop the shard's
     */
    public PeerReports(
            int self,
            PeerLinks links,
            Supplier<SlotView> slots,
            BooleanSupplier isWhole,
            LoopScheduler loop) {
        this.self = self;
        this.links = links;
        this.slots = slots;
        this.isWhole = isWhole;
        this.loop = loop;
    }

    @Override
    public boolean isUp(int node) {
        return node == self || links.isUp(node);
    }

    @Override
    public boolean isVoting(int node) {
        return node == self ? isWhole.getAsBoolean() : isUp(node) && !rebuilding.contains(node);
    }

    @Override
    public int incarnation(int node) {
        return links.incarnation(node);
    }

    /** A node has greeted: it may have come back without its disk, or with it. */
    void greeted(int nodeId, Standing standing) {
        if (standing == Standing.WHOLE) {
            rebuilding.remove(nodeId);
        } else {
            rebuilding.add(nodeId);
        }
    }

    @Override
    public void ask(int node, SlotReports.Question question, Consumer<SlotReports.Answer> answer) {
        if (node == self) {
            loop.execute(() -> answer.accept(answerTo(question)));
        } else {
            asking.put(node, answer);
            links.send(node, question);
        }
    }

    /** Another node asks, or answers. */
    void heard(int nodeId, SlotReports report) {
        switch (report) {
            case SlotReports.Question question ->
                    links.send(
                            nodeId,
                            isWhole.getAsBoolean() || !links.hearsOfRebuilding(nodeId)
                                    ? answerTo(question)
                                    : new SlotReports.Nowhere());
            case SlotReports.Answer answer -> {
                rebuilding.remove(nodeId);
                asking.getOrDefault(nodeId, nobody -> {}).accept(answer);
            }
            case SlotReports.Nowhere _ -> rebuilding.add(nodeId);
        }
    }

    private SlotReports.Answer answerTo(SlotReports.Question question) {
        SlotView now = slots.get();
        List<SlotEpoch> whole =
                isWhole.getAsBoolean()
                        ? question.slots().stream()
                                .filter(one -> now.isWhole(one.slot(), one.epoch()))
                                .toList()
                        : List.of();
        return new SlotReports.Answer(whole);
    }
}
