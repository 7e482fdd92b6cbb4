package io.paxosstore.sim.invariant;

import io.paxosstore.core.EntryValue;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.check.EntryInspection;
import io.paxosstore.sim.entity.EntityEvents;

/**
 * What one watch was told, by whatever nodes, compared with what is chosen. Not thread-safe.
 *
 * <p>The invariants: WatchTellsChosen (an event says what the chosen entry changed, and none is of
 * an entry that is not chosen), WatchInOrder (each version at most once, in order),
 * WatchMissesNothing (no version is left out, but by a Compacted).
 */
public final class WatchTruth {
    private final ClusterTruth truth;
    private final EntityKey key;

    /** The first version that the client was not told of. */
    private long from = 1;

    /** A watch from version 1 on. */
    public WatchTruth(ClusterTruth truth, EntityKey key) {
        this.truth = truth;
        this.key = key;
    }

    /** The first version that the client was not told of: where it goes on. */
    public long from() {
        return from;
    }

    /** A node tells of an entry; the client hears of it later, or never. */
    public void told(int node, Response.Changed event) {
        long entry = EntityVersion.entryOf(event.version());
        EntryValue chosen = truth.chosenValue(key, entry);
        if (chosen == null) {
            notChosen(node, "entry " + entry);
            return;
        }
        ChangedObjects says =
                new ChangedObjects(event.version(), event.complete(), event.objects());
        ChangedObjects expected = changesOf(chosen, entry);
        if (!says.equals(expected)) {
            throw new SimViolation(
                    "WatchTellsChosen",
                    "%s: node %d tells %s, chosen is %s".formatted(key, node, says, expected));
        }
    }

    /** A node tells that a version is there. */
    private void isThere(int node, long version) {
        long entry = EntityVersion.entryOf(version);
        EntryValue chosen = entry == 0 ? null : truth.chosenValue(key, entry);
        if (chosen == null && version > 0) {
            notChosen(node, "version " + version);
        } else if (chosen != null && changesOf(chosen, entry).version() != version) {
            throw new SimViolation(
                    "WatchTellsChosen",
                    key + ": node " + node + " tells of version " + version + ", there is none");
        }
    }

    private void notChosen(int node, String what) {
        if (truth.checks() == Checks.ALL) {
            throw new SimViolation(
                    "WatchTellsChosen",
                    key + ": node " + node + " tells of " + what + ", which is not chosen");
        }
    }

    /** A client hears of an entry. */
    public void changed(int node, long version) {
        if (version < from) {
            throw new SimViolation(
                    "WatchInOrder",
                    "%s: node %d tells of version %d, the watch is at %d"
                            .formatted(key, node, version, from));
        }
        missesNothing(node, EntityVersion.entryOf(version) - 1);
        from = version + 1;
    }

    /** A client hears that it was told everything up to a version. */
    public void watched(int node, long version) {
        isThere(node, version);
        missesNothing(node, EntityVersion.entryOf(version));
    }

    /**
     * A client hears that what happened up to a version cannot be told.
     *
     * @return whether that is news: it was not told of all of it
     */
    public boolean compacted(int node, long version) {
        isThere(node, version);
        if (version < from) {
            return false;
        }
        from = version + 1;
        return true;
    }

    private void missesNothing(int node, long last) {
        for (long entry = toldEntry() + 1; entry <= last; entry++) {
            if (changed(entry)) {
                throw new SimViolation(
                        "WatchMissesNothing",
                        "%s: node %d has left out entry %d, from version %d on"
                                .formatted(key, node, entry, from));
            }
        }
    }

    /** Which entry the client was not told of, now that it must have been of all; 0 for none. */
    public long lacks() {
        long newest = truth.newestChosen(key);
        while (newest > toldEntry() && !changed(newest)) {
            newest--;
        }
        return newest > toldEntry() ? newest : 0;
    }

    private long toldEntry() {
        return EntityVersion.entryOf(from - 1);
    }

    private boolean changed(long entry) {
        EntryValue chosen = truth.chosenValue(key, entry);
        return chosen != null && changesOf(chosen, entry).version() > 0;
    }

    private static ChangedObjects changesOf(EntryValue chosen, long entry) {
        byte[] changes = EntryInspection.changes(chosen);
        return EntityEvents.of(changes, entry, Wire.CHANGED_OBJECTS_MAX);
    }
}
