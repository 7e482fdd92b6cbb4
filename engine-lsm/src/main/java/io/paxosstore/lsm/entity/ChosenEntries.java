package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The entries that the journal knows to be chosen, and the data that they are to be applied to. For
 * the shard's thread.
 */
final class ChosenEntries {
    private final JournalShard journal;
    private final ShardData data;
    private boolean hasCaughtUp;

    ChosenEntries(JournalShard journal, ShardData data) {
        this.journal = journal;
        this.data = data;
    }

    /**
     * Applies what the journal has and the data lacks.
     *
     * @param version at which the data should be
     * @return what is held then; null when the data cannot be used
     */
    ShardData.@Nullable Held catchUp(EntityKey key, long version) {
        ShardData.Held held = data.held(key);
        if (held == null || held.version() >= version) {
            return held;
        }
        EntityHead[] head = {held.head()};
        journal.replay(
                key,
                held.version() + 1,
                (entry, value) -> {
                    if (Stubs.isStub(value)) {
                        return false;
                    }
                    EntityHead.Next next = head[0].after(value);
                    head[0] = next.head();
                    return data.apply(new Effects.Apply(key, next.head(), next.changes()));
                });
        data.write();
        return data.held(key);
    }

    /** {@link #catchUp} of an entity that is loaded: nobody else hears of these entries. */
    ShardData.@Nullable Held load(EntityKey key, long version) {
        ShardData.Held before = data.held(key);
        if (before == null || before.version() >= version) {
            return before;
        }
        ShardData.Held held = catchUp(key, version);
        hasCaughtUp |= held != null && held.version() > before.version();
        return held;
    }

    /** Whether {@link #load} has applied something since this was asked last. */
    boolean takeCaughtUp() {
        boolean taken = hasCaughtUp;
        hasCaughtUp = false;
        return taken;
    }

    /**
     * Applies and writes what waits for this entity, and what found no room before.
     *
     * @return whether the data reflects all that it should
     */
    boolean isCurrent(EntityKey key) {
        return reflects(key, Long.MAX_VALUE);
    }

    /** Like {@link #isCurrent}, of the entries up to this version. */
    boolean reflects(EntityKey key, long version) {
        data.settle(key);
        long lacking = Math.min(version, data.outstanding().version(key));
        if (lacking == 0) {
            return true;
        }
        ShardData.Held held = catchUp(key, lacking);
        return held != null && held.version() >= lacking;
    }

    /**
     * Applies what found no room before, if there may be some now. Between two turns, when the
     * journal knows all that the core does, or will as soon as that is durable.
     *
     * @param isHeld whether records of an entity wait for room, too
     */
    void applyOutstanding(Predicate<EntityKey> isHeld) {
        if (!data.mayApplyOutstanding()) {
            return;
        }
        for (EntityKey key : data.outstanding().entities()) {
            if (!isCurrent(key)) {
                if (data.store().isFull()) {
                    return;
                }
                if (isHeld.test(key) || journal.isUnderWay(key)) {
                    continue; // the entries that are missing may be among these records
                }
                data.outstanding().remove(key);
                data.lost(key, "the journal lacks entries that found no room in the data");
            }
        }
    }

    /** Like {@link #at}; null also if only a stub of the value is there. */
    @Nullable EntryValue valueAt(EntityKey key, EntityHead head) {
        EntryValue value = at(key, head);
        return value == null || Stubs.isStub(value) ? null : value;
    }

    /** What the journal knows to be chosen at the data's version, if it is the same. */
    @Nullable EntryValue at(EntityKey key, EntityHead head) {
        EntryValue[] found = new EntryValue[1];
        journal.replay(
                key,
                head.version(),
                (entry, value) -> {
                    found[0] = value;
                    return false;
                });
        EntryValue value = found[0];
        return value != null && value.id().equals(head.id()) ? value : null;
    }

    /** See {@link io.paxosstore.log.EntityShard#entriesAbove}. */
    List<EntryValue> above(EntityKey key, long above, int bytesMax) {
        List<EntryValue> entries = new ArrayList<>();
        long[] bytes = new long[1];
        journal.replay(
                key,
                above + 1,
                (entry, value) -> {
                    bytes[0] += value.payload().length;
                    boolean fits = entries.isEmpty() || bytes[0] <= bytesMax;
                    if (Stubs.isStub(value) || !fits) {
                        return false;
                    }
                    entries.add(value);
                    return true;
                });
        return entries;
    }
}
