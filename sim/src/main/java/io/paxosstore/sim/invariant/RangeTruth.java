package io.paxosstore.sim.invariant;

import io.paxosstore.core.EntryValue;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.check.EntryInspection;
import io.paxosstore.sim.entity.EntityEvents;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a watch on all keys of a space was told, compared with what is chosen. Not thread-safe.
 *
 * <p>The invariants: RangeTellsChosen (what is told is chosen), RangeInOrder (of a key each version
 * at most once, in order), RangeMissesNothing (of an entity no version is left out that was chosen
 * after the watch last said that everything is told from there on).
 */
public final class RangeTruth {
    private final ClusterTruth truth;
    private final SpaceKind kind;
    private final List<EntityKey> keys;

    /** The newest entries when the watch said that everything is told from there on. */
    private final Map<EntityKey, Long> read = new HashMap<>();

    /** The entries that were told last. */
    private final Map<EntityKey, Long> told = new HashMap<>();

    private final boolean mayRepeat;
    private boolean hasBegun;

    /**
     * A watch on the space of these keys, which are all that there are.
     *
     * @param mayRepeat whether voters change: a node that comes to vote tells what it learns of
     *     before
     */
    public RangeTruth(ClusterTruth truth, SpaceKind kind, List<EntityKey> keys, boolean mayRepeat) {
        this.mayRepeat = mayRepeat;
        this.truth = truth;
        this.kind = kind;
        this.keys = List.copyOf(keys);
    }

    /** Whether it has said once that everything is told. */
    public boolean hasBegun() {
        return hasBegun;
    }

    /** The watch says that everything is told from here on. */
    public void resync() {
        hasBegun = true;
        told.clear();
        for (EntityKey key : keys) {
            read.put(key, truth.newestChosen(key));
        }
    }

    /** The watch tells of a version. */
    public void changed(EntityKey key, long version) {
        long entry = kind == SpaceKind.ENTITY ? EntityVersion.entryOf(version) : version;
        if (truth.chosenValue(key, entry) == null && truth.checks() == Checks.ALL) {
            throw new SimViolation(
                    "RangeTellsChosen", key + ": version " + version + ", which is not chosen");
        }
        long last = told.getOrDefault(key, 0L);
        if (entry <= last && mayRepeat) {
            return;
        }
        if (entry <= last) {
            throw new SimViolation(
                    "RangeInOrder", key + ": entry " + entry + " after entry " + last);
        }
        long first = Math.max(last, read.getOrDefault(key, 0L)) + 1;
        for (long left = first; kind == SpaceKind.ENTITY && left < entry; left++) {
            if (isChange(key, left)) {
                throw new SimViolation(
                        "RangeMissesNothing",
                        "%s: entry %d is told, entry %d was left out".formatted(key, entry, left));
            }
        }
        told.put(key, entry);
    }

    /** What was not told, now that everything must have been; empty for nothing. */
    public String lacks() {
        if (!hasBegun) {
            return "a watch on a range has not begun";
        }
        for (EntityKey key : keys) {
            long known = Math.max(told.getOrDefault(key, 0L), read.getOrDefault(key, 0L));
            long newest = truth.newestChosen(key);
            while (newest > known && !isChange(key, newest)) {
                newest--;
            }
            if (newest > known) {
                return "a watch on a range is not told of " + key + ", entry " + newest;
            }
        }
        return "";
    }

    private boolean isChange(EntityKey key, long entry) {
        EntryValue chosen = truth.chosenValue(key, entry);
        return chosen != null
                && (kind == SpaceKind.KEY_VALUE
                        || EntityEvents.of(
                                                EntryInspection.changes(chosen),
                                                entry,
                                                Wire.CHANGED_OBJECTS_MAX)
                                        .version()
                                > 0);
    }
}
