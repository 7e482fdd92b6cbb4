package io.paxosstore.log.journal;

import io.paxosstore.log.record.Location;
import io.paxosstore.log.segment.SegmentTable;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides which records of an entity are needed, and keeps its index and the segments' live bytes.
 * Owned by the shard.
 *
 * <p>Records are taken in the order in which they lie in the journal, which is the order in which
 * the core wrote them: of one entry the last record counts. A record that is carried forward keeps
 * that order, because only entities without records under way are carried.
 *
 * <ul>
 *   <li>proven = the greatest {@code version} of any record, or entry of a record flagged chosen;
 *   <li>version = that, or a greater entry that was marked chosen in memory (Rule D3);
 *   <li>an entry is needed while it is above the version at which the engine's data is durable
 *       (Rule D6), and from the proven one on: the newest chosen entry stays, and a mark that a
 *       crash would forget does not drop what is chosen for sure.
 * </ul>
 *
 * <p>That a record states version v proves its own entity's entry v alone: an older entry that was
 * accepted here may have lost (Rule C2). So each entry knows whether it is chosen.
 */
final class LiveEntries {
    private final EntityIndex index;
    private final EntrySlots slots;
    private final SegmentTable segments;

    /** A record that a later one proves, with segments between them that may have been dropped. */
    private record Proven(int ref, long entry, long location) {}

    private final List<Proven> provenAcrossGaps = new ArrayList<>();

    /** What lies before this segment may have been followed by records that were dropped. */
    private long segmentBehindGap;

    LiveEntries(EntityIndex index, SegmentTable segments) {
        this.index = index;
        this.slots = index.slots();
        this.segments = segments;
    }

    /**
     * Takes in a record.
     *
     * @param stamp the stamp it carries, which says after which amnesia it was written
     * @param rebuilt whether it ends an amnesia here and now: of what was written before it only
     *     what is known to be chosen counts on (Rule A2)
     */
    void take(
            int ref,
            long entry,
            long version,
            boolean chosen,
            long stamp,
            boolean rebuilt,
            long location) {
        raise(ref, version);
        if (chosen) {
            raise(ref, entry);
        }
        if (stamp < index.life(ref) && !chosen) {
            return;
        }
        index.setLife(ref, Math.max(stamp, index.life(ref)));
        if (rebuilt) {
            dropUnchosen(ref);
        }
        put(ref, entry, chosen, location);
        trim(ref);
    }

    /**
     * Takes in the copy of a record that was carried forward: it takes the place of the one it was
     * made of, if that is still needed. Nothing newer can have come of its entry meanwhile, only
     * after it.
     */
    void move(int ref, long entry, long version, boolean chosen, long location) {
        raise(ref, version);
        if (chosen) {
            raise(ref, entry);
        }
        int at = slots.indexOf(ref, entry);
        if (at >= 0) {
            segments.addLive(location);
            segments.removeLive(slots.location(ref, at));
            slots.setLocation(ref, at, location);
        }
        trim(ref);
    }

    /** Of all entities, drops what is not known to be chosen. */
    void dropUnchosen() {
        for (int ref = 0; ref < index.refLimit(); ref++) {
            if (index.isUsed(ref)) {
                dropUnchosen(ref);
            }
        }
    }

    private void dropUnchosen(int ref) {
        for (int i = slots.size(ref) - 1; i >= 0; i--) {
            if (!slots.isChosen(ref, i)) {
                remove(ref, i);
            }
        }
    }

    private void raise(int ref, long chosen) {
        if (chosen > index.proven(ref)) {
            index.setProven(ref, chosen);
            index.setVersion(ref, Math.max(index.version(ref), chosen));
            int at = slots.indexOf(ref, chosen);
            if (at >= 0) {
                slots.setChosen(ref, at);
                long location = slots.location(ref, at);
                if (segments.of(location).id() < segmentBehindGap) {
                    provenAcrossGaps.add(new Proven(ref, chosen, location));
                }
            }
        }
    }

    /**
     * A scan that knows of no durable version has come to this segment, and those right before it
     * may have been dropped.
     */
    void gapBefore(long segmentId) {
        segmentBehindGap = segmentId;
    }

    /**
     * The scan is at its end. Of an entry that was needed no more, an earlier record may be left
     * while the last one was dropped: what it says may have lost. The newest chosen entry was
     * needed whenever a segment was dropped, so its last record is there.
     */
    void endOfGaps() {
        segmentBehindGap = 0;
        for (Proven each : provenAcrossGaps) {
            int at = each.entry < index.proven(each.ref) ? slots.indexOf(each.ref, each.entry) : -1;
            if (at >= 0 && slots.location(each.ref, at) == each.location) {
                remove(each.ref, at);
            }
        }
        provenAcrossGaps.clear();
    }

    private void put(int ref, long entry, boolean chosen, long location) {
        if (!isNeeded(ref, entry)) {
            return;
        }
        int at = slots.indexOf(ref, entry);
        if (at < 0) {
            segments.addLive(location);
            slots.insert(ref, -1 - at, entry, chosen, location);
            return;
        }
        long held = slots.location(ref, at);
        // Rule K4: what is chosen stays as it is. A record that is not flagged chosen may follow:
        // an older one, found again by a scan that overlaps a checkpoint; the floor that the core
        // writes where an image settles an entry for which another value was accepted here (Rule
        // C2); what waited for room while the engine's stub was written.
        if (held != location && (chosen || !slots.isChosen(ref, at))) {
            segments.addLive(location);
            segments.removeLive(held);
            slots.setLocation(ref, at, location);
        }
        if (chosen) {
            slots.setChosen(ref, at);
        }
    }

    private boolean isNeeded(int ref, long entry) {
        return entry > index.durable(ref) || entry >= index.proven(ref);
    }

    private void trim(int ref) {
        while (slots.size(ref) > 0 && !isNeeded(ref, slots.entry(ref, 0))) {
            remove(ref, 0);
        }
    }

    private void remove(int ref, int at) {
        segments.removeLive(slots.location(ref, at));
        slots.remove(ref, at);
    }

    /** The entry, which the core has seen accepted here, is chosen as it stands (Rule D3). */
    void mark(int ref, long entry) {
        int at = entry > 0 ? slots.indexOf(ref, entry) : -1;
        if (at >= 0) {
            slots.setChosen(ref, at);
            index.setVersion(ref, Math.max(index.version(ref), entry));
        }
    }

    /** The engine's data at this version is durable (Rule D6). */
    void durable(int ref, long version) {
        if (version > index.durable(ref)) {
            index.setDurable(ref, version);
            trim(ref);
        }
    }

    /** Takes in an entry that a checkpoint knows. */
    void restore(int ref, long entry, boolean chosen, long location) {
        int at = slots.indexOf(ref, entry);
        if (at < 0) {
            segments.addLive(location);
            slots.insert(ref, -1 - at, entry, chosen, location);
        }
    }

    /** Forgets all entries of an entity. */
    void clear(int ref) {
        while (slots.size(ref) > 0) {
            remove(ref, slots.size(ref) - 1);
        }
    }

    /**
     * Whether the newest entry that must be there is not: its record is lost. One of that entry
     * that is not chosen, found behind the loss, does not take its place.
     */
    boolean isIncomplete(int ref) {
        long proven = index.proven(ref);
        int at = proven == 0 ? 0 : slots.indexOf(ref, proven);
        return proven > 0 && (at < 0 || !slots.isChosen(ref, at));
    }

    /** Where an entry's record lies; {@link Location#NONE} when it is not held. */
    long location(int ref, long entry) {
        int at = slots.indexOf(ref, entry);
        return at < 0 ? Location.NONE : slots.location(ref, at);
    }

    /** The greatest entry above the version, which is pending; 0 when there is none. */
    long pendingEntry(int ref) {
        int count = slots.size(ref);
        if (count == 0) {
            return 0;
        }
        long newest = slots.entry(ref, count - 1);
        return newest > index.version(ref) ? newest : 0;
    }
}
