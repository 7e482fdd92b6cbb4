package io.paxosstore.node.slot;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Some slots, each in one epoch. Immutable.
 *
 * <p>As bytes, in ascending order of the slots: varint count of runs, and for each varint of slots
 * between the end of the run before and its begin, varint of slots in it, varint epoch of them all.
 */
public final class SlotEpochs {
    /** No slots. */
    public static final SlotEpochs NONE = new SlotEpochs(new TreeMap<>());

    /** Neighbouring slots of one epoch. */
    private record Run(int first, int count, int epoch) {}

    private final NavigableMap<Integer, Run> runs;
    private final int size;

    private SlotEpochs(NavigableMap<Integer, Run> runs) {
        this.runs = runs;
        this.size = runs.values().stream().mapToInt(Run::count).sum();
    }

    /**
     * Slots in the epochs in which a view has them.
     *
     * @param slots which ones
     */
    public static SlotEpochs of(BitSet slots, SlotView view) {
        Builder built = new Builder();
        for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
            built.add(slot, view.configurationOf(slot).epoch());
        }
        return built.build();
    }

    /** Takes slots in ascending order. */
    private static final class Builder {
        private final NavigableMap<Integer, Run> runs = new TreeMap<>();
        private int first;
        private int count;
        private int epoch;

        void add(int slot, int itsEpoch) {
            if (count == 0 || slot != first + count || itsEpoch != epoch) {
                end();
                first = slot;
                epoch = itsEpoch;
            }
            count++;
        }

        private void end() {
            if (count > 0) {
                runs.put(first, new Run(first, count, epoch));
                count = 0;
            }
        }

        SlotEpochs build() {
            end();
            return runs.isEmpty() ? NONE : new SlotEpochs(runs);
        }
    }

    /** Takes slots with their epochs. */
    @FunctionalInterface
    public interface Visitor {
        /** One of them. */
        void slot(int slot, int epoch);
    }

    /** Shows each slot with its epoch, in ascending order. */
    public void forEach(Visitor visitor) {
        for (Run run : runs.values()) {
            for (int slot = run.first(); slot < run.first() + run.count(); slot++) {
                visitor.slot(slot, run.epoch());
            }
        }
    }

    /** Those of these slots that are shown to be wanted. */
    public SlotEpochs filter(Filter filter) {
        Builder built = new Builder();
        forEach((slot, epoch) -> {
            if (filter.takes(slot, epoch)) {
                built.add(slot, epoch);
            }
        });
        return built.build();
    }

    /** Says which slots are wanted. */
    @FunctionalInterface
    public interface Filter {
        /** Whether this one is. */
        boolean takes(int slot, int epoch);
    }

    /** The epoch of a slot; 0 if it is not among them. */
    public int epochOf(int slot) {
        var run = runs.floorEntry(slot);
        boolean isIn = run != null && slot < run.getKey() + run.getValue().count();
        return isIn ? run.getValue().epoch() : 0;
    }

    /** How many slots. */
    public int size() {
        return size;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The slots, to be changed by whoever asked. */
    public BitSet slots() {
        BitSet all = new BitSet();
        runs.values().forEach(run -> all.set(run.first(), run.first() + run.count()));
        return all;
    }

    /** Each slot with its epoch, in ascending order. */
    public List<SlotEpoch> toList() {
        List<SlotEpoch> all = new ArrayList<>(size);
        forEach((slot, epoch) -> all.add(new SlotEpoch(slot, epoch)));
        return all;
    }

    /** These without the slots of others. */
    public SlotEpochs without(SlotEpochs others) {
        BitSet gone = others.slots();
        return gone.isEmpty() ? this : filter((slot, epoch) -> !gone.get(slot));
    }

    /** Those that others have too, in the same epochs. */
    public SlotEpochs and(SlotEpochs others) {
        return filter((slot, epoch) -> others.epochOf(slot) == epoch);
    }

    /** Writes them. */
    public void write(ByteWriter out) {
        out.putVarint(runs.size());
        int end = 0;
        for (Run run : runs.values()) {
            out.putVarint(run.first() - end).putVarint(run.count()).putVarint(run.epoch());
            end = run.first() + run.count();
        }
    }

    /**
     * Reads them.
     *
     * @throws MalformedBytesException when they are none
     */
    public static SlotEpochs read(ByteReader in) {
        NavigableMap<Integer, Run> runs = new TreeMap<>();
        int count = in.getIntVarint();
        long end = 0;
        for (int i = 0; i < count; i++) {
            long first = end + in.getIntVarint();
            int slots = in.getIntVarint();
            int epoch = in.getIntVarint();
            end = first + slots;
            if (slots == 0 || epoch == 0 || end > Slots.ALL) {
                throw new MalformedBytesException(
                        "A run of " + slots + " slots from " + first + " in epoch " + epoch + ".");
            }
            runs.put((int) first, new Run((int) first, slots, epoch));
        }
        return new SlotEpochs(runs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SlotEpochs that && runs.equals(that.runs);
    }

    @Override
    public int hashCode() {
        return runs.hashCode();
    }

    @Override
    public String toString() {
        return runs.values().toString();
    }
}
