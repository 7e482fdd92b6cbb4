package io.paxosstore.log;

import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Which entities of a shard are in which slot, so that whoever needs those of a few slots does not
 * go through all: entities are named by the refs of the index that they are in. About four bytes
 * for an entity. Owned by the shard.
 *
 * <p>A ref that is removed stays where it is until half of its slot's are gone, and may be used for
 * another entity meanwhile: so whether it still belongs there is asked when it is shown, and one
 * that has come back to the same slot is shown twice. When half are gone the others move together,
 * which takes as long as there are entities in the slot, and whoever was in the middle of it begins
 * with it again.
 */
public final class SlotIndex {
    /** No slot: what a ref that is not in use is in. */
    public static final int NONE = -1;

    private static final int MEMBERS_INITIAL = 4;

    /** An object of that class and the header of its array. */
    private static final int MEMBERS_BYTES = 48;

    private static final int INDEX_BITS = 31;
    private static final int REWRITES_BITS = 15;
    private static final int REWRITES_MASK = (1 << REWRITES_BITS) - 1;

    /** What is, or was, in one slot. */
    private static final class Members {
        private int[] refs = new int[MEMBERS_INITIAL];
        private int count;
        private int gone;
        private int rewrites;

        void add(int ref) {
            if (count == refs.length) {
                refs = Arrays.copyOf(refs, count + Math.max(MEMBERS_INITIAL, count >> 3));
            }
            refs[count] = ref;
            count++;
        }

        long memoryBytes() {
            return MEMBERS_BYTES + (long) refs.length * Integer.BYTES;
        }

        /** Keeps those that are in use once each; a removed one may have come back. */
        void rewrite(IntPredicate isHere) {
            int[] kept = Arrays.stream(refs, 0, count).filter(isHere).sorted().distinct().toArray();
            count = kept.length;
            refs = Arrays.copyOf(kept, Math.max(MEMBERS_INITIAL, count));
            gone = 0;
            rewrites = (rewrites + 1) & REWRITES_MASK;
        }
    }

    private final @Nullable Members[] slots = new Members[Slots.ALL];
    private final IntUnaryOperator slotOf;
    private long memberBytes;

    /**
     * @param slotOf the slot of the entity that a ref stands for; {@link #NONE} for none
     */
    public SlotIndex(IntUnaryOperator slotOf) {
        this.slotOf = slotOf;
    }

    /** An entity has come into being, and has this ref. */
    public void added(int slot, int ref) {
        Members members = slots[slot];
        if (members == null) {
            members = new Members();
            slots[slot] = members;
            memberBytes += members.memoryBytes();
        }
        memberBytes -= members.memoryBytes();
        members.add(ref);
        memberBytes += members.memoryBytes();
    }

    /** An entity of the slot is gone, and its ref stands for none now. */
    public void removed(int slot) {
        Members members = slots[slot];
        if (members == null) {
            return;
        }
        members.gone++;
        if (members.gone == members.count) {
            slots[slot] = null;
            memberBytes -= members.memoryBytes();
        } else if (members.gone > members.count - members.gone) {
            memberBytes -= members.memoryBytes();
            members.rewrite(ref -> slotOf.applyAsInt(ref) == slot);
            memberBytes += members.memoryBytes();
        }
    }

    /**
     * Shows the entities of slots, page by page. Those that are there from the first page to the
     * last are shown at least once, and may be more than once on a page, also if slots are no more
     * wanted from one page to the next.
     *
     * @param cursor 0 to begin, else what the page before returned
     * @param most how many to show at most
     * @param shown is given refs, and may remove them; what is gone is not shown again
     * @return where the next page begins; 0 when this was the last
     */
    public long page(IntPredicate wanted, long cursor, int most, IntConsumer shown) {
        int first = (int) (cursor >>> (INDEX_BITS + REWRITES_BITS));
        int left = most;
        for (int slot = first; slot < Slots.ALL; slot++) {
            Members members = slots[slot];
            if (members == null || !wanted.test(slot)) {
                continue;
            }
            int from = slot == first ? resumed(members, cursor) : 0;
            // As they are now: when many are removed the others move to another array.
            int[] refs = members.refs;
            int count = members.count;
            int rewrites = members.rewrites;
            for (int i = from; i < count; i++) {
                if (left == 0) {
                    return cursor(slot, rewrites, i);
                }
                int ref = refs[i];
                if (slotOf.applyAsInt(ref) == slot) {
                    shown.accept(ref);
                }
                left--;
            }
        }
        return 0;
    }

    /** Shown many refs at once. */
    @FunctionalInterface
    public interface RefsVisitor {
        /**
         * Some refs, of which those may stand for no entity any more, or for one of another slot,
         * that were removed.
         *
         * @param from the first one
         * @param to behind the last one
         */
        void show(int[] refs, int from, int to);
    }

    /**
     * Shows the entities of one slot, page by page, as {@link #page(IntPredicate, long, int,
     * IntConsumer)} does, but that it is for the visitor to see whether a ref still belongs there.
     */
    public long page(int slot, long cursor, int most, RefsVisitor visitor) {
        Members members = slots[slot];
        if (members == null) {
            return 0;
        }
        int from = cursor == 0 ? 0 : Math.clamp(resumed(members, cursor), 0, members.count);
        int end = Math.min(members.count, from + Math.min(most, members.count));
        visitor.show(members.refs, from, end);
        return end < members.count ? cursor(slot, members.rewrites, end) : 0;
    }

    private static int resumed(Members members, long cursor) {
        boolean isSame = ((cursor >>> INDEX_BITS) & REWRITES_MASK) == members.rewrites;
        return isSame ? (int) (cursor & Integer.MAX_VALUE) : 0;
    }

    private static long cursor(int slot, int rewrites, int index) {
        return (((((long) slot) << REWRITES_BITS) | rewrites) << INDEX_BITS) | index;
    }

    /** About how many bytes of memory it takes. */
    public long memoryBytes() {
        return (long) slots.length * Integer.BYTES + memberBytes;
    }
}
