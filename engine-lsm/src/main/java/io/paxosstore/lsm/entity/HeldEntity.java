package io.paxosstore.lsm.entity;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;

import org.jspecify.annotations.Nullable;

/** What is held of an entity: of the journal what is pending, of the data what is chosen. */
final class HeldEntity {
    private HeldEntity() {}

    /**
     * Puts both together.
     *
     * @param log what the journal holds
     * @param head of the data
     * @param chosenValue of the data's version, if it is known and wanted
     */
    static Stored of(
            Stored log, EntityHead head, boolean amnesiac, @Nullable EntryValue chosenValue) {
        long version = head.version();
        if (log.pendingEntry() > version) {
            return new Stored(
                    version,
                    chosenValue,
                    log.pendingEntry(),
                    log.promised(),
                    log.accepted(),
                    log.pendingValue(),
                    head,
                    amnesiac);
        }
        if (log.version() > version) {
            // The entries between are settled and gone: an image must come.
            long promised = amnesiac ? LogRecord.FLOOR : 0;
            return new Stored(
                    version, chosenValue, log.version() + 1, promised, 0, null, head, amnesiac);
        }
        return new Stored(version, chosenValue, 0, 0, 0, null, head, amnesiac);
    }
}
