package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/**
 * The newest chosen entry of one entity that this replica knows: its entry id is the entity's
 * version here, its value the whole state, in memory or in the store. Not thread-safe.
 */
final class NewestChosen {
    private final Turn turn;
    private final EntityKey key;
    private final VoteSender votes;
    private long version;
    private @Nullable ValueId id;
    private @Nullable EntryValue value;
    private boolean fromStore;
    private boolean loading;

    /** Whether the store is to be looked into again, for damage found meanwhile. */
    private boolean lookWanted;

    /** When the store answered last. */
    private long lookedNanos;

    NewestChosen(Turn turn, EntityKey key, VoteSender votes, Stored stored) {
        this.turn = turn;
        this.key = key;
        this.votes = votes;
        this.version = stored.version();
        take(stored);
    }

    /** The entry id; 0 when nothing is known to be chosen. */
    long version() {
        return version;
    }

    /** The value's id, if known. */
    @Nullable ValueId id() {
        return id;
    }

    /** The value, if it is in memory. */
    @Nullable EntryValue value() {
        return value;
    }

    /** Whether the value was read from the store, not chosen while this process ran. */
    boolean isFromStore() {
        return fromStore;
    }

    /** The state machine's state after this entry, which is in memory. */
    byte[] state() {
        EntryValue known = value;
        return known == null ? StateMachine.NO_STATE : EntryPayload.stateOf(known);
    }

    /** An entry above the version is chosen. */
    void become(long entry, EntryValue chosen) {
        version = entry;
        id = chosen.id();
        value = chosen;
        fromStore = false;
    }

    /** Another replica sent the value of this entry, which is damaged here. */
    void repair(EntryValue chosen) {
        if (value == null) {
            value = chosen;
            id = chosen.id();
        }
    }

    /**
     * Whether the value is in memory; asks for it if it is not, as soon as the store has taken over
     * all records of this entity.
     */
    boolean isInMemory() {
        if (version == 0 || value != null) {
            return true;
        }
        if (!loading && votes.isDurable()) {
            load(true);
        }
        return false;
    }

    /** Wants to know whether the store still holds what it should; now, if it just said so. */
    void wantLook() {
        lookWanted |= lookedNanos != turn.nowNanos();
    }

    /** Looks, once all records have reached the store. */
    void lookIntoStore() {
        if (lookWanted && !loading && votes.isDurable()) {
            lookWanted = false;
            load(false);
        }
    }

    /** Whether an answer of the store is awaited or wanted. */
    boolean isLooking() {
        return lookWanted || loading;
    }

    void onLoaded(Stored stored) {
        loading = false;
        take(stored);
    }

    private void load(boolean withValue) {
        loading = true;
        turn.out().loads().add(new Effects.Load(key, withValue));
    }

    private void take(Stored stored) {
        lookedNanos = turn.nowNanos();
        EntryValue held = stored.chosenValue();
        if (held != null && stored.version() == version && value == null) {
            value = held;
            id = held.id();
            fromStore = true;
        }
    }
}
