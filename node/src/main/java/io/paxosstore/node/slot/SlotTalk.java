package io.paxosstore.node.slot;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotChange;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Has this node and others agree in which epochs of slots they stand: whoever speaks in an earlier
 * one is told of the later, whoever is spoken to in a later one asks for it (Rule M1), and so does
 * whoever takes a node for a voter that is none. For one shard, on its loop only.
 */
public final class SlotTalk {
    /** The same is not said to the same node again within this time. */
    private static final long PAUSE_NANOS = 20_000_000;

    /** Of so many slots a node is told, or asked, at once; it asks for the others again. */
    private static final int REFUSED_MAX = 256;

    /** So much is remembered of what was said. */
    private static final int SAID_MAX = 4096;

    /** The way to the other nodes. */
    @FunctionalInterface
    public interface Way {
        /** Sends; it may get lost. */
        void send(int nodeId, SlotFrame frame);
    }

    private record Said(int nodeId, int slot, boolean asks) {}

    private final Supplier<SlotView> view;
    private final Consumer<SlotChange> news;
    private final Way way;
    private final LongSupplier nanoClock;
    private final Map<Said, Long> said = new HashMap<>();

    /**
     * @param view the shard's
     * @param news told in which epochs others stand
     */
    public SlotTalk(
            Supplier<SlotView> view, Consumer<SlotChange> news, Way way, LongSupplier nanoClock) {
        this.view = view;
        this.news = news;
        this.way = way;
        this.nanoClock = nanoClock;
    }

    /** A message was said in another epoch than this shard's. */
    public void otherEpoch(Effects.OtherEpoch other) {
        agree(other.from(), Slots.of(other.key()), other.epoch());
    }

    private void agree(int nodeId, int slot, int theirs) {
        Configuration own = view.get().configurationOf(slot);
        if (theirs < own.epoch()) {
            tell(nodeId, slot, own);
        } else if (theirs > own.epoch()) {
            ask(nodeId, slot);
        }
    }

    /**
     * Another node asks for what is held in slots, and gets nothing of these, maybe since it stands
     * in other epochs there: of a slot that nobody uses the nodes say nothing else to each other.
     *
     * @param asked with the epochs in which that node stands
     */
    public void refused(int nodeId, SlotEpochs asked) {
        int[] left = {REFUSED_MAX};
        asked.forEach((slot, epoch) -> {
            if (left[0] > 0 && epoch != view.get().configurationOf(slot).epoch()) {
                left[0]--;
                agree(nodeId, slot, epoch);
            }
        });
    }

    /** Asks a node in which epoch of a slot it stands. */
    public void ask(int nodeId, int slot) {
        if (isDue(new Said(nodeId, slot, true))) {
            way.send(nodeId, new SlotFrame.Ask(slot));
        }
    }

    private void tell(int nodeId, int slot, Configuration own) {
        if (isDue(new Said(nodeId, slot, false))) {
            way.send(nodeId, new SlotFrame.Told(new SlotChange(slot, own.slot())));
        }
    }

    private boolean isDue(Said what) {
        long now = nanoClock.getAsLong();
        Long before = said.get(what);
        if (before != null && now - before < PAUSE_NANOS) {
            return false;
        }
        if (said.size() >= SAID_MAX) {
            said.clear();
        }
        said.put(what, now);
        return true;
    }

    /** Another node says something. */
    public void heard(int nodeId, SlotFrame frame) {
        switch (frame) {
            case SlotFrame.Ask(int slot) -> tell(nodeId, slot, view.get().configurationOf(slot));
            case SlotFrame.Told(SlotChange entered) -> news.accept(entered);
        }
    }
}
