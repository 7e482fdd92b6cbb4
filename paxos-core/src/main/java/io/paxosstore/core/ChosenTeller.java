package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * Tells the other voters of the newest chosen entry: a mark to those who hold its value already
 * (Rule D3), the whole entry to those who lag (Rules K4, C1). Not thread-safe.
 */
final class ChosenTeller {
    private final Turn turn;
    private final EntityKey key;
    private final Voters voters;

    /** Bit set over voters that want the newest chosen entry, once it is loaded. */
    private int owed;

    /** Above which entry those voters need what is chosen. */
    private final long[] owedAbove;

    /** Bit set over voters that were sent the mark of the newest chosen entry. */
    private int marked;

    ChosenTeller(Turn turn, EntityKey key, Voters voters) {
        this.turn = turn;
        this.key = key;
        this.voters = voters;
        this.owedAbove = new long[voters.count()];
    }

    /** Another entry is the newest now. */
    void newEntry() {
        marked = 0;
    }

    boolean wasMarked(int voter) {
        return (marked & 1 << voter) != 0;
    }

    /** Sends the mark of an entry. */
    void mark(int voter, long version, @Nullable ValueId id, boolean lazy) {
        marked |= 1 << voter;
        if (id != null) {
            turn.send(voters.id(voter), key, new Message.Chosen(version, id, null), lazy);
        }
    }

    /** Sends the mark of an entry to a set of voters. */
    void markAll(int mask, long version, @Nullable ValueId id, boolean lazy) {
        for (int voter = 0; voter < voters.count(); voter++) {
            if ((mask & 1 << voter) != 0) {
                mark(voter, version, id, lazy);
            }
        }
    }

    /** A set of voters is to get what is chosen above an entry. */
    void owe(int mask, long above) {
        for (int voter = 0; voter < voters.count(); voter++) {
            int bit = 1 << voter;
            if ((mask & bit) != 0) {
                boolean owedBefore = (owed & bit) != 0;
                owedAbove[voter] = owedBefore ? Math.min(owedAbove[voter], above) : above;
            }
        }
        owed |= mask;
    }

    boolean owes() {
        return owed != 0;
    }

    void forgetOwed() {
        owed = 0;
    }

    /** Gives those who lag what they need. */
    void supply(EntityData data) {
        for (int voter = 0; voter < voters.count(); voter++) {
            if ((owed & 1 << voter) != 0) {
                data.supply(voters.id(voter), owedAbove[voter]);
            }
        }
        owed = 0;
    }
}
