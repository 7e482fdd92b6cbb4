package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

/**
 * What the chosen entries of one entity amount to at this replica: the version, and the data at it.
 * Key-value entities have them in one value ({@link ImageData}), the others beside the PaxosLog, in
 * the engine ({@link ChangesData}). Not thread-safe.
 */
abstract sealed class EntityData permits ImageData, ChangesData {
    private final Turn turn;
    private final EntityKey key;
    private final VoteSender votes;
    private long version;
    private @Nullable ValueId id;
    private @Nullable EntryValue value;
    private boolean loading;

    /** Whether the answer that is awaited is of a time before an image or a rebuilt record. */
    private boolean overtaken;

    /** The version when the store was asked last. */
    private long versionAsked;

    /** Whether the store is to be looked into again, for damage found meanwhile. */
    private boolean lookWanted;

    /** When the store answered last. */
    private long lookedNanos;

    EntityData(Turn turn, EntityKey key, VoteSender votes, Stored stored) {
        this.turn = turn;
        this.key = key;
        this.votes = votes;
        this.version = stored.version();
        this.lookedNanos = turn.nowNanos();
    }

    /** What a store holds of an entity. */
    static EntityData of(Turn turn, EntityKey key, VoteSender votes, Stored stored) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> new ImageData(turn, key, votes, stored);
            case ENTITY -> new ChangesData(turn, key, votes, stored);
        };
    }

    final Turn turn() {
        return turn;
    }

    final EntityKey key() {
        return key;
    }

    /** The newest entry known to be chosen, with its data here; 0 for none. */
    final long version() {
        return version;
    }

    /** The id of that entry's value, if known. */
    final @Nullable ValueId id() {
        return id;
    }

    /** The value of that entry, if it is in memory. */
    final @Nullable EntryValue value() {
        return value;
    }

    /** Takes over the newest chosen entry. */
    final void newest(long entry, @Nullable ValueId itsId, @Nullable EntryValue itsValue) {
        version = entry;
        id = itsId;
        value = itsValue;
    }

    /** Whether an entry above the version may become the version. */
    abstract boolean follows(long entry);

    /** Whether an accept of a later entry settles those before it (Rule D7). */
    abstract boolean valuesAreImages();

    /** An entry that {@link #follows} is chosen. */
    abstract void become(long entry, EntryValue chosen);

    /**
     * Above which entry this replica needs all, to get beyond {@code entry}.
     *
     * @param entry whose successor is wanted
     */
    abstract long lacksAbove(long entry);

    /** Whether the version's data is all there, as far as this replica has to vote again. */
    abstract boolean isWhole();

    /**
     * Whether commands can be evaluated and reads answered; asks for what is missing, as soon as
     * the store has taken over all records of this entity.
     */
    abstract boolean isInMemory();

    /** The recent requests at the version (Rule E1); for looking up only. */
    abstract RequestTable table();

    /**
     * Rules W1 and W2: evaluates what waits and makes the value to be proposed for the next entry.
     *
     * @param tableLost mutations E1 and W3 only: evaluate as if no request had been executed before
     * @return null when nothing is left to propose, or when the engine {@link #isEvaluating}
     */
    abstract @Nullable EntryValue evaluate(WriteQueue writes, boolean tableLost);

    /** Whether the engine has been asked to evaluate and has not answered. */
    abstract boolean isEvaluating();

    /** The clock of the newest chosen entry, if it is in memory; 0 for none. */
    abstract long clockMillis();

    /**
     * The clock that an entry must have reached before a read at this time may be answered (Rule
     * X2); 0 if nothing has expired since the newest entry.
     */
    abstract long dueMillis(long nowMillis);

    /** The payload of an entry that changes nothing but the clock (Rule X2). */
    abstract byte[] clockEntry(long entryMillis);

    /** The payload of an entry that changes nothing (Rule F3). */
    abstract byte[] noOp();

    /** The answer to a read that is proven to be current. */
    abstract Outcome answer();

    /** Gives another replica what it lacks above an entry (Rules K4, C1). */
    abstract void supply(int nodeId, long above);

    final void send(int nodeId, EntryValue newest) {
        turn.send(nodeId, key, new Message.Chosen(version, newest.id(), newest), false);
    }

    /** Another replica sent the value of this entry, which is damaged here. */
    final void repair(EntryValue chosen) {
        if (value == null) {
            value = chosen;
            id = chosen.id();
        }
    }

    /** Wants to know whether the store still holds what it should; now, if it just said so. */
    final void wantLook() {
        lookWanted |= lookedNanos != turn.nowNanos();
    }

    /** Looks, once all records have reached the store. */
    final void lookIntoStore() {
        if (lookWanted && !loading && votes.isDurable()) {
            lookWanted = false;
            load(false);
        }
    }

    /** Whether an answer of the store is awaited or wanted. */
    final boolean isLooking() {
        return lookWanted || loading;
    }

    final long versionAsked() {
        return versionAsked;
    }

    final boolean isLoading() {
        return loading;
    }

    /** Wants the store to be asked, whatever it has said. */
    final void wantFreshLook() {
        lookWanted = true;
    }

    /** Asks for the value, unless that has been asked for. */
    final void wantValue() {
        if (!loading && votes.isDurable()) {
            load(true);
        }
    }

    private void load(boolean withValue) {
        loading = true;
        versionAsked = version;
        turn.out().add(new Effects.Load(key, withValue));
    }

    /** What the store has been asked, if anything, is overtaken: its answer is not news. */
    final void overtakeLook() {
        overtaken = loading;
    }

    /**
     * The store has answered.
     *
     * @return false if that is overtaken by what has happened since it was asked: it is asked again
     */
    boolean onLoaded(Stored stored) {
        loading = false;
        lookedNanos = turn.nowNanos();
        if (overtaken) {
            overtaken = false;
            wantFreshLook();
            return false;
        }
        return true;
    }
}
