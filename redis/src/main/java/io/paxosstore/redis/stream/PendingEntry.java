package io.paxosstore.redis.stream;

import io.paxosstore.protocol.model.MapOperation.Field;

/** An entry that was delivered and not acknowledged. */
record PendingEntry(StreamId id, PendingRecord record) {
    static PendingEntry of(Field row) {
        return new PendingEntry(StreamLayout.id(row.name()), PendingRecord.decode(row.value()));
    }
}
