package io.paxosstore.core.data;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.SpacePolicy;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

/**
 * What the chosen entries of one entity amount to at this replica: the version, and the data at it.
 * Key-value entities have them in one value ({@link ImageData}), the others beside the PaxosLog, in
 * the engine ({@link ChangesData}). Not thread-safe.
 */
public abstract sealed class EntityData permits ImageData, ChangesData {
    private final Turn turn;
    private final Seat seat;
    private final Records records;
    private long version;
    private @Nullable ValueId id;
    private @Nullable EntryValue value;

    /** Whether an answer of the store is awaited. */
    private boolean isLoading;

    /** Whether that answer is of a time before an image or a rebuilt record, and does not count. */
    private boolean isLoadStale;

    /** The version when the store was asked last. */
    private long versionWhenAsked;

    /** Whether the store is to be asked again, for damage found meanwhile. */
    private boolean isRecheckWanted;

    /** When the store answered last. */
    private long answeredNanos;

    EntityData(Turn turn, Seat seat, Records records, Stored stored) {
        this.turn = turn;
        this.seat = seat;
        this.records = records;
        this.version = stored.version();
        this.answeredNanos = turn.nowNanos();
    }

    /** What a store holds of an entity. */
    public static EntityData of(Turn turn, Seat seat, Records records, Stored stored) {
        return switch (SpaceKind.of(seat.key().space())) {
            case KEY_VALUE -> new ImageData(turn, seat, records, stored);
            case ENTITY -> new ChangesData(turn, seat, records, stored);
        };
    }

    final Turn turn() {
        return turn;
    }

    final EntityKey key() {
        return seat.key();
    }

    final SpacePolicy policy() {
        return seat.policy();
    }

    /** The newest entry known to be chosen, with its data here; 0 for none. */
    public final long version() {
        return version;
    }

    /** The id of that entry's value, if known. */
    public final @Nullable ValueId id() {
        return id;
    }

    /** The value of that entry, if it is in memory. */
    public final @Nullable EntryValue value() {
        return value;
    }

    /** Takes over the newest chosen entry. */
    final void newest(long entry, @Nullable ValueId itsId, @Nullable EntryValue itsValue) {
        version = entry;
        id = itsId;
        value = itsValue;
    }

    /** Whether an entry above the version may become the version. */
    public abstract boolean follows(long entry);

    /** Whether an accept of a later entry settles those before it (Rule D7). */
    public abstract boolean valuesAreImages();

    /** An entry that {@link #follows} is chosen. */
    public abstract void become(long entry, EntryValue chosen);

    /**
     * Above which entry this replica needs all, to get beyond {@code entry}.
     *
     * @param entry whose successor is wanted
     */
    public abstract long lacksAbove(long entry);

    /** Whether the version's data is all there, as far as this replica has to vote again. */
    public abstract boolean isWhole();

    /**
     * Whether commands can be evaluated and reads answered; asks for what is missing, as soon as
     * the store has taken over all records of this entity.
     */
    public abstract boolean isInMemory();

    /** The recent requests at the version (Rule E1); for looking up only. */
    abstract RequestTable table();

    /**
     * Rules W1 and W2: evaluates what waits and makes the value to be proposed for the next entry.
     *
     * @return null when nothing is left to propose, or when the engine {@link #isEvaluating}
     */
    public abstract @Nullable EntryValue evaluate(WriteQueue writes);

    /** Whether the engine has been asked to evaluate and has not answered. */
    public abstract boolean isEvaluating();

    /** The clock of the newest chosen entry, if it is in memory; 0 for none. */
    public abstract long clockMillis();

    /**
     * The clock that an entry must have reached before a read at this time may be answered (Rule
     * X2); 0 if nothing has expired since the newest entry.
     */
    public abstract long dueMillis(long nowMillis);

    /** The payload of an entry that changes nothing but the clock (Rule X2). */
    abstract byte[] clockEntry(long entryMillis);

    /** The payload of an entry that changes nothing (Rule F3). */
    abstract byte[] noOp();

    /** The answer to a read that is proven to be current. */
    public abstract Outcome answer();

    /**
     * Whether entries before the pending one are known to be settled whose changes are not in the
     * data here. Not of a key-value entity: its next value is the whole image.
     */
    public final boolean lacksDataBefore(long pendingEntry) {
        return !valuesAreImages() && pendingEntry > version + 1;
    }

    /** Gives another replica what it lacks above an entry (Rules K4, C1). */
    public abstract void supply(int nodeId, long above);

    final void send(int nodeId, EntryValue newest) {
        Message fact = new Message.Chosen(version, newest.id(), newest);
        turn.send(nodeId, seat.configuration().epoch(), key(), fact, false);
    }

    /** Another replica sent the value of this entry, which is damaged here. */
    public final void repair(EntryValue chosen) {
        if (value == null) {
            value = chosen;
            id = chosen.id();
        }
    }

    /** Asks the store whether it still holds what it should, unless it has just said so. */
    public final void requestRecheck() {
        isRecheckWanted |= answeredNanos != turn.nowNanos();
    }

    /** Like {@link #requestRecheck}, whatever the store has said. */
    public final void requestFreshRecheck() {
        isRecheckWanted = true;
    }

    /** Begins the recheck that is wanted, once all records have reached the store. */
    public final void startRecheck() {
        if (isRecheckWanted && !isLoading && records.isDurable()) {
            isRecheckWanted = false;
            load(false);
        }
    }

    /** Whether an answer of the store is awaited, or a recheck wanted. */
    public final boolean isAwaitingStore() {
        return isRecheckWanted || isLoading;
    }

    final long versionWhenAsked() {
        return versionWhenAsked;
    }

    /** Asks for the value, unless that has been asked for. */
    final void requestValue() {
        if (!isLoading && records.isDurable()) {
            load(true);
        }
    }

    private void load(boolean withValue) {
        isLoading = true;
        versionWhenAsked = version;
        turn.out().add(new Effects.Load(key(), withValue));
    }

    /** What the store is being asked, if anything, is overtaken: its answer will not count. */
    public final void discardAwaitedAnswer() {
        isLoadStale = isLoading;
    }

    /**
     * The store has answered.
     *
     * @return false if that is overtaken by what has happened since it was asked: it is asked again
     */
    public boolean onLoaded(Stored stored) {
        isLoading = false;
        answeredNanos = turn.nowNanos();
        if (isLoadStale) {
            isLoadStale = false;
            requestFreshRecheck();
            return false;
        }
        return true;
    }
}
