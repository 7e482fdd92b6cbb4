package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.identity.SlotTenures;

/**
 * A record on the disk of a model storage.
 *
 * @param tenure in which it was written (see {@link SlotTenures})
 */
record TenuredRecord(LogRecord record, int tenure) {
    /** Whether it counts. */
    boolean counts(SlotTenures tenures) {
        return tenures.counts(record.key(), tenure);
    }
}
