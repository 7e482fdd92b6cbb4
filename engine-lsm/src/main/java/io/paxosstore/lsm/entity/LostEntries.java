package io.paxosstore.lsm.entity;

import io.paxosstore.log.journal.JournalInspector;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Finds entities whose data is older than the journal knows it should be, by entries that the
 * journal has no more: nothing on this disk leads to what they were. An entity that is behind by
 * entries that are there is sound: the next start applies them.
 *
 * @param journal of the same store
 * @param database where the data is, or should be
 */
record LostEntries(JournalInspector journal, Path database) {
    /** Most entities that are named; a whole database may be gone. */
    static final int NAMED_MAX = 20;

    /**
     * Looks at every entity that the journal knows.
     *
     * @param entry the newest entry that an entity's data reflects; 0 if there is none
     */
    void find(ToLongFunction<EntityKey> entry, Consumer<EntityInspector.Finding> findings) {
        long[] lost = new long[1];
        journal.entities((key, newest) -> {
            long held = entry.applyAsLong(key);
            if (held >= newest) {
                return;
            }
            long end = journal.replay(key, held + 1, (_, value) -> !Stubs.isStub(value));
            if (end <= newest) {
                lost[0]++;
                if (lost[0] <= NAMED_MAX) {
                    findings.accept(finding(what(key, held, end, newest)));
                }
            }
        });
        if (lost[0] > NAMED_MAX) {
            long more = lost[0] - NAMED_MAX;
            findings.accept(finding("MISSING_ENTRIES of " + more + " more entities"));
        }
    }

    private static String what(EntityKey key, long held, long end, long newest) {
        return "MISSING_ENTRIES of %s (the data has entry %d, the journal lacks %d of %d)"
                .formatted(key, held, end, newest);
    }

    private EntityInspector.Finding finding(String what) {
        return new EntityInspector.Finding(database, -1, what, true);
    }
}
