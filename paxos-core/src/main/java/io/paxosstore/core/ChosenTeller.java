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

    /** The voters that want the newest chosen entry, once it is loaded. */
    private VoterSet owed = VoterSet.NONE;

    /** Above which entry those voters need what is chosen. */
    private final long[] owedAbove;

    /** The voters that were sent the mark of the newest chosen entry. */
    private VoterSet marked = VoterSet.NONE;

    ChosenTeller(Turn turn, EntityKey key, Voters voters) {
        this.turn = turn;
        this.key = key;
        this.voters = voters;
        this.owedAbove = new long[voters.count()];
    }

    /** Another entry is the newest now. */
    void newEntry() {
        marked = VoterSet.NONE;
    }

    boolean wasMarked(int voter) {
        return marked.contains(voter);
    }

    /** Sends the mark of an entry. */
    void mark(int voter, long version, @Nullable ValueId id, boolean lazy) {
        marked = marked.with(voter);
        if (id != null) {
            turn.send(voters.id(voter), key, new Message.Chosen(version, id, null), lazy);
        }
    }

    /** Sends the mark of an entry to a set of voters. */
    void markAll(VoterSet those, long version, @Nullable ValueId id, boolean lazy) {
        for (int voter = 0; voter < voters.count(); voter++) {
            if (those.contains(voter)) {
                mark(voter, version, id, lazy);
            }
        }
    }

    /** A set of voters is to get what is chosen above an entry. */
    void owe(VoterSet those, long above) {
        for (int voter = 0; voter < voters.count(); voter++) {
            if (those.contains(voter)) {
                boolean owedBefore = owed.contains(voter);
                owedAbove[voter] = owedBefore ? Math.min(owedAbove[voter], above) : above;
            }
        }
        owed = owed.or(those);
    }

    boolean owes() {
        return !owed.isEmpty();
    }

    void forgetOwed() {
        owed = VoterSet.NONE;
    }

    /** Gives those who lag what they need. */
    void supply(EntityData data) {
        for (int voter = 0; voter < voters.count(); voter++) {
            if (owed.contains(voter)) {
                data.supply(voters.id(voter), owedAbove[voter]);
            }
        }
        owed = VoterSet.NONE;
    }
}
