package io.paxosstore.node.history;

import io.paxosstore.node.history.ChangeMedium.Batch;
import io.paxosstore.protocol.model.HistoryPosition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * All who follow a node's history: those who have heard of everything are shown a batch when it is
 * kept, the others read it from the medium, batch by batch. Not thread-safe.
 */
public final class ChangeTails {
    /** How often each is told where it is, milliseconds; the keeper of the history sees to it. */
    public static final int LIFE_MILLIS = 500;

    private final List<ChangeTail> all = new ArrayList<>();
    private long lineage;
    private long newest;
    private int turn;
    private boolean hasMetDamage;

    /**
     * Those of a history.
     *
     * @param lineage of what is kept from now on, greater than 0
     * @param newest place of the newest batch; {@link ChangeMedium#NOWHERE} if there is none
     */
    public ChangeTails(long lineage, long newest) {
        this.lineage = lineage;
        this.newest = newest;
    }

    /** Whether nobody follows. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /**
     * Somebody begins to follow, and is told where.
     *
     * @param windowBytes see {@link ChangeTail}
     */
    public ChangeTail begin(
            ChangeRange range,
            HistoryPosition from,
            ChangeFollower follower,
            int windowBytes,
            ChangeMedium medium) {
        boolean isKept = from.place() == newest + 1 || isThere(from.place(), medium);
        boolean isResumed = from.lineage() == lineage && isKept;
        HistoryPosition at = isResumed ? from : new HistoryPosition(lineage, newest + 1, 0);
        ChangeTail tail = new ChangeTail(range, at, follower, windowBytes);
        all.add(tail);
        follower.begins(isResumed, at);
        return tail;
    }

    private boolean isThere(long place, ChangeMedium medium) {
        long oldest = medium.oldestPlace();
        return oldest != ChangeMedium.NOWHERE && place >= oldest && place <= newest;
    }

    /** It follows no longer. */
    public void end(ChangeTail tail) {
        all.remove(tail);
    }

    /** A batch was kept, later than all before. */
    public void kept(Batch batch) {
        long before = newest;
        newest = batch.place();
        for (ChangeTail tail : List.copyOf(all)) {
            if (tail.place() > before && tail.isOpen()) {
                tail.read(batch);
            }
        }
    }

    /**
     * Shows those who are behind the next batch, one after the other; whoever is further behind
     * than the medium reaches has lost something.
     *
     * @param mayGoOn whether there is time for another one; the next call goes on with it
     * @return whether there may be more
     */
    public boolean advance(ChangeMedium medium, BooleanSupplier mayGoOn) {
        List<ChangeTail> behind = new ArrayList<>();
        for (ChangeTail tail : all) {
            if (tail.isOpen() && tail.place() <= newest) {
                behind.add(tail);
            }
        }
        turn = behind.isEmpty() ? 0 : turn % behind.size();
        for (int i = 0;
                i < behind.size() && !hasMetDamage && (i == 0 || mayGoOn.getAsBoolean());
                i++) {
            advance(behind.get(turn % behind.size()), medium);
            turn++;
        }
        return !behind.isEmpty();
    }

    private void advance(ChangeTail tail, ChangeMedium medium) {
        long damagedBefore = medium.damaged();
        Batch batch = isThere(tail.place(), medium) ? medium.from(tail.place()) : null;
        if (batch == null || medium.damaged() > damagedBefore) {
            // What comes after what cannot be read must not be told: it would hide that.
            hasMetDamage |= medium.damaged() > damagedBefore;
            all.remove(tail);
            tail.lose();
        } else {
            tail.read(batch);
        }
    }

    /** Whether somebody has met what cannot be read: everybody is to begin anew. */
    public boolean hasMetDamage() {
        return hasMetDamage;
    }

    /** Something was lost: everybody begins anew. */
    public void lost(long laterLineage) {
        lineage = laterLineage;
        hasMetDamage = false;
        List<ChangeTail> losers = List.copyOf(all);
        all.clear();
        losers.forEach(ChangeTail::lose);
    }

    /** Tells everybody where they are. */
    public void tellPositions() {
        List.copyOf(all).forEach(ChangeTail::tellPosition);
    }
}
