package io.paxosstore.core.learn;

import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Seat;

import org.jspecify.annotations.Nullable;

/**
 * Tells the peers of the newest chosen entry: a mark to those who hold its value already (Rule D3),
 * the whole entry to those who lag (Rules K4, C1). Not thread-safe.
 */
final class ChosenTeller {
    private final Seat seat;

    /** The voters that lag, and wait for the newest chosen entry to be loaded. */
    private VoterSet laggards = VoterSet.NONE;

    /** Above which entry each of those needs what is chosen. */
    private long[] lackingAbove;

    /** The voters that were sent the mark of the newest chosen entry. */
    private VoterSet marked = VoterSet.NONE;

    ChosenTeller(Seat seat) {
        this.seat = seat;
        this.lackingAbove = new long[seat.count()];
    }

    /** Rule M2: the voters are others; who lags says so again. */
    void entered() {
        laggards = VoterSet.NONE;
        marked = VoterSet.NONE;
        lackingAbove = new long[seat.count()];
    }

    /** Another entry is the newest now. */
    void newEntry() {
        marked = VoterSet.NONE;
    }

    /** Whether the voter was sent the mark of the newest chosen entry. */
    boolean isMarked(int voter) {
        return marked.contains(voter);
    }

    /** Sends the mark of the newest chosen entry; lazily if nobody waits for it. */
    void mark(int voter, long version, @Nullable ValueId id, boolean lazy) {
        marked = marked.with(voter);
        if (id == null) {
            return;
        }
        Message mark = new Message.Chosen(version, id, null);
        if (lazy) {
            seat.sendLazily(voter, mark);
        } else {
            seat.send(voter, mark);
        }
    }

    /** Sends the mark of the newest chosen entry to a set of voters. */
    void markAll(VoterSet those, long version, @Nullable ValueId id, boolean lazy) {
        for (int voter = 0; voter < seat.count(); voter++) {
            if (those.contains(voter)) {
                mark(voter, version, id, lazy);
            }
        }
    }

    /** A voter is to get what is chosen above an entry. */
    void supplyLater(int voter, long above) {
        lackingAbove[voter] =
                laggards.contains(voter) ? Math.min(lackingAbove[voter], above) : above;
        laggards = laggards.with(voter);
    }

    /** A set of voters is to get what is chosen above an entry. */
    void supplyAllLater(VoterSet those, long above) {
        for (int voter = 0; voter < seat.count(); voter++) {
            if (those.contains(voter)) {
                supplyLater(voter, above);
            }
        }
    }

    /** Whether somebody waits for a chosen entry. */
    boolean hasLaggards() {
        return !laggards.isEmpty();
    }

    /** There is nothing to give to those who lag. */
    void forgetLaggards() {
        laggards = VoterSet.NONE;
    }

    /** Gives those who lag what they lack. */
    void supply(EntityData data) {
        for (int voter = 0; voter < seat.count(); voter++) {
            if (laggards.contains(voter)) {
                data.supply(seat.nodeId(voter), lackingAbove[voter]);
            }
        }
        forgetLaggards();
    }
}
