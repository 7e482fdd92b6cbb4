package io.paxosstore.bitcask;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.RecordReader;
import io.paxosstore.log.segment.SegmentTable;

import java.util.function.LongConsumer;

/**
 * Decides which records of a key are live, and keeps its keydir entry, the segments' live bytes and
 * those of its space. Owned by the shard.
 *
 * <p>At most two records of a key are live (Rule D7): the newest chosen entry's and the pending
 * one's. The result does not depend on the order in which records are found, because merge moves
 * old records into new segments:
 *
 * <ul>
 *   <li>version = the greatest {@code version} of any record, or entry of a record flagged chosen;
 *   <li>chosen = the best record of that entry, by {@link RecordHead#compareWith};
 *   <li>pending = the best record of the greatest entry above the version.
 * </ul>
 *
 * <p>A mark (Rule D3) is in memory, and perhaps beside the segment ({@link ChosenMarks}), where it
 * may be lost: the pending record is then treated as chosen, but the old chosen record stays live
 * until a later record's version, or a merged copy that is flagged chosen, has made the mark
 * durable. Otherwise merge could drop the old chosen record, a restart would forget the mark, and
 * the entity would have no chosen value at all.
 */
final class LiveRecords {
    /** What merge does with a record. */
    enum Verdict {
        DEAD,
        LIVE,
        /** Live, and to be flagged chosen in its copy. */
        LIVE_MARKED,
        /** Live, but its entity is amnesiac for damage: it stays where it is until it is dead. */
        KEPT;

        /** Whether merge copies the record. */
        boolean isCopied() {
            return this == LIVE || this == LIVE_MARKED;
        }
    }

    private final Keydir keydir;
    private final SegmentTable segments;
    private final LongConsumer marked;

    /**
     * @param marked told where each record lies that is marked
     */
    LiveRecords(Keydir keydir, SegmentTable segments, LongConsumer marked) {
        this.keydir = keydir;
        this.segments = segments;
        this.marked = marked;
    }

    /** Takes in a record that has just become durable; it is the newest of its key. */
    void durable(int ref, long entry, long version, boolean chosen, long location) {
        addLive(ref, location);
        if (keydir.isMarked(ref) && entry > keydir.pendingEntry(ref)) {
            Invariant.check(
                    version >= keydir.pendingEntry(ref),
                    "a record's version is below an entry marked chosen before it");
        }
        raiseVersion(ref, chosen ? Math.max(version, entry) : version);
        long newest = keydir.chosenEntry(ref);
        if (entry > newest && entry >= keydir.pendingEntry(ref)) {
            boolean isMarked = keydir.isMarked(ref) && entry == keydir.pendingEntry(ref);
            replacePending(ref, entry, location);
            if (isMarked) {
                setMarked(ref);
            }
        } else if (entry == newest && (chosen || keydir.chosenLocation(ref) == Location.NONE)) {
            replaceChosen(ref, location);
        } else {
            removeLive(ref, location);
        }
    }

    /**
     * Takes in a record that a scan or a hint file found, in any order.
     *
     * @param isMarked whether it was marked in an earlier life
     */
    void recovered(
            int ref, RecordHead found, long location, boolean isMarked, RecordReader reader) {
        addLive(ref, location);
        raiseVersion(
                ref, found.isChosen() ? Math.max(found.version(), found.entry()) : found.version());
        long newest = keydir.chosenEntry(ref);
        long pending = keydir.pendingEntry(ref);
        if (found.entry() == newest && isBetter(found, keydir.chosenLocation(ref), reader)) {
            replaceChosen(ref, location);
        } else if (found.entry() > newest
                && (found.entry() > pending
                        || (found.entry() == pending
                                && isBetter(found, keydir.pendingLocation(ref), reader)))) {
            replacePending(ref, found.entry(), location);
            if (isMarked) {
                keydir.setMarked(ref);
            }
        } else {
            removeLive(ref, location);
        }
    }

    private void addLive(int ref, long location) {
        segments.addLive(location);
        keydir.spaces().addBytes(keydir.space(ref), Location.length(location));
    }

    private void removeLive(int ref, long location) {
        segments.removeLive(location);
        keydir.spaces().addBytes(keydir.space(ref), -Location.length(location));
    }

    private static boolean isBetter(RecordHead found, long held, RecordReader reader) {
        if (held == Location.NONE) {
            return true;
        }
        try {
            reader.readHead(held);
        } catch (CorruptRecordException e) {
            // The damaged record may be the better one: it stays, so that reading the entity says
            // that it is damaged instead of giving an older state (Rule D5). No record of an entry
            // is better than what was chosen there: a hint file goes on to name the damaged one
            // when the entity has been rebuilt.
            return found.isChosen();
        }
        return found.compareWith(reader.head()) > 0;
    }

    /** Makes entry {@code version} the newest chosen one, if it is not yet. */
    private void raiseVersion(int ref, long version) {
        if (version <= keydir.chosenEntry(ref)) {
            return;
        }
        long pending = keydir.pendingEntry(ref);
        long pendingLocation = keydir.pendingLocation(ref);
        keydir.setChosenEntry(ref, version);
        replaceChosen(ref, pending == version ? pendingLocation : Location.NONE);
        if (pending <= version) {
            keydir.setPendingEntry(ref, 0);
            keydir.setPendingLocation(ref, Location.NONE);
            if (pending != version && pendingLocation != Location.NONE) {
                removeLive(ref, pendingLocation);
            }
        }
    }

    private void replaceChosen(int ref, long location) {
        long old = keydir.chosenLocation(ref);
        keydir.setChosenLocation(ref, location);
        if (old != Location.NONE) {
            removeLive(ref, old);
        }
    }

    private void replacePending(int ref, long entry, long location) {
        long old = keydir.pendingLocation(ref);
        keydir.setPendingEntry(ref, entry);
        keydir.setPendingLocation(ref, location);
        if (old != Location.NONE) {
            removeLive(ref, old);
        }
    }

    /** The pending entry is chosen as it stands; anything else is a late mark and means nothing. */
    void mark(int ref, long entry) {
        if (entry > 0 && keydir.pendingEntry(ref) == entry) {
            setMarked(ref);
        }
    }

    private void setMarked(int ref) {
        keydir.setMarked(ref);
        marked.accept(keydir.pendingLocation(ref));
    }

    Verdict verdict(int ref, long location) {
        if (ref == Keydir.NONE) {
            return Verdict.DEAD;
        }
        boolean chosen = keydir.chosenLocation(ref) == location;
        if (!chosen && keydir.pendingLocation(ref) != location) {
            return Verdict.DEAD;
        }
        if (keydir.isDamaged(ref)) {
            return Verdict.KEPT;
        }
        if (chosen) {
            return Verdict.LIVE;
        }
        return keydir.isMarked(ref) ? Verdict.LIVE_MARKED : Verdict.LIVE;
    }

    /**
     * A durable copy takes over from the record it was made of, if that one is still live.
     *
     * @param flagged whether the copy is flagged chosen, which makes the mark durable
     */
    void relocate(int ref, long from, long to, boolean flagged) {
        if (ref == Keydir.NONE) {
            return;
        }
        if (keydir.chosenLocation(ref) == from) {
            addLive(ref, to);
            replaceChosen(ref, to);
        } else if (keydir.pendingLocation(ref) == from) {
            long entry = keydir.pendingEntry(ref);
            boolean isMarked = keydir.isMarked(ref);
            addLive(ref, to);
            replacePending(ref, entry, to);
            if (flagged) {
                raiseVersion(ref, entry);
            } else if (isMarked) {
                setMarked(ref);
            }
        }
    }

    /** Gives up all records of a key. */
    void drop(int ref) {
        replaceChosen(ref, Location.NONE);
        keydir.setChosenEntry(ref, 0);
        replacePending(ref, 0, Location.NONE);
    }
}
