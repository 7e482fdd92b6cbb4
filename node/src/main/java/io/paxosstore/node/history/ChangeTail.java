package io.paxosstore.node.history;

import io.paxosstore.node.history.ChangeMedium.Batch;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.RangeChange;
import io.paxosstore.protocol.wire.Wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody's way through a history of changes, batch after batch, who wants those of a range. They
 * are told as far as the follower takes them; what is not told yet stays in the history.
 *
 * <p>Not thread-safe.
 */
public final class ChangeTail {
    /** About how much is told at once. */
    private static final int TOLD_BYTES = 32 << 10;

    /** What a change takes in memory beside its names, about. */
    private static final int FIXED_BYTES = 64;

    private final ChangeRange range;
    private final ChangeFollower follower;
    private final long lineage;
    private final int windowBytes;
    private long place;
    private int offset;
    private int unconfirmedBytes;
    private List<RangeChange> found = new ArrayList<>();
    private int foundBytes;

    /**
     * A tail that begins at a position.
     *
     * @param windowBytes most bytes that are told and not confirmed, but for the last change
     */
    public ChangeTail(
            ChangeRange range, HistoryPosition position, ChangeFollower follower, int windowBytes) {
        this.range = range;
        this.follower = follower;
        this.lineage = position.lineage();
        this.place = position.place();
        this.offset = position.offset();
        this.windowBytes = windowBytes;
    }

    /** How much a change counts that is told. */
    public static int bytes(RangeChange change) {
        int bytes = FIXED_BYTES + change.key().length;
        for (ObjectChange object : change.objects()) {
            bytes += FIXED_BYTES + object.name().length();
        }
        return bytes;
    }

    /** Where the next batch is that it wants to see, or one that comes later. */
    public long place() {
        return place;
    }

    /** Whether the follower takes more. */
    public boolean isOpen() {
        return unconfirmedBytes < windowBytes;
    }

    /** The follower has taken so much. */
    public void confirm(int bytes) {
        unconfirmedBytes -= bytes;
    }

    /** Says where it is, as a sign of life. */
    public void tellPosition() {
        follower.changed(new HistoryPosition(lineage, place, offset), List.of());
    }

    /** Tells the follower that it ends. */
    public void lose() {
        follower.lost();
    }

    /**
     * Tells what a batch has of the range, from where it has come to, as far as the window lets it.
     *
     * @param batch the one at {@link #place}, or if there is none the next one
     */
    public void read(Batch batch) {
        if (batch.place() != place) {
            place = batch.place();
            offset = 0;
        }
        ByteBuffer changes = batch.changes();
        int begin = changes.position();
        int at = nextFrom(changes, begin + (long) offset);
        while (isOpen() && changes.limit() - at > ChangeBatches.LENGTH_BYTES) {
            int length = changes.getInt(at);
            add(changes, at + ChangeBatches.LENGTH_BYTES);
            at += ChangeBatches.LENGTH_BYTES + length;
            offset = at - begin;
            if (foundBytes >= TOLD_BYTES || found.size() == Wire.RANGE_CHANGES_MAX) {
                tell();
            }
        }
        if (changes.limit() - at <= ChangeBatches.LENGTH_BYTES) {
            place++;
            offset = 0;
        }
        tell();
    }

    /** The first change that is not before a place: the place may be anybody's invention. */
    private static int nextFrom(ByteBuffer changes, long wanted) {
        int at = changes.position();
        while (at < wanted && changes.limit() - at > ChangeBatches.LENGTH_BYTES) {
            at += ChangeBatches.LENGTH_BYTES + changes.getInt(at);
        }
        return at;
    }

    private void add(ByteBuffer changes, int at) {
        if (ChangeFormat.isIn(changes, at, range)) {
            RangeChange change = ChangeFormat.rangeChange(changes, at);
            if (change.version() > 0) { // else the entry has changed nothing
                found.add(change);
                int bytes = bytes(change);
                foundBytes += bytes;
                unconfirmedBytes += bytes;
            }
        }
    }

    private void tell() {
        if (!found.isEmpty()) {
            List<RangeChange> told = found;
            found = new ArrayList<>();
            foundBytes = 0;
            follower.changed(new HistoryPosition(lineage, place, offset), told);
        }
    }
}
