package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;

/** Puts records of entities into batches, with what purge and merges need to find them. */
final class RecordWriter {
    private RecordWriter() {}

    /**
     * Refuses what {@link #add(Batch, long, byte[], EntityChanges.Put)} cannot read.
     *
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException saying what is wrong
     */
    static void check(EntityChanges.Put record) {
        if (isOfTable(record)) {
            ObjectHeader.decode(record.value());
        }
    }

    private static boolean isOfTable(EntityChanges.Put record) {
        return KeyLayout.isHeader(record.key()) && ObjectHeader.isTable(record.value());
    }

    /** Adds a record of an entity's data. */
    static void add(Batch batch, long number, byte[] metaKey, EntityChanges.Put record) {
        byte[] key = record.key();
        batch.put(Family.of(key), Keys.data(number, key), record.value());
        if (KeyLayout.isExpiry(key)) {
            byte[] due = Keys.expiry(KeyLayout.deadlineOfExpiry(key), number, 0);
            batch.put(Family.EXPIRY, due, metaKey);
        } else if (KeyLayout.isFieldDeadline(key)) {
            byte[] due =
                    Keys.expiry(
                            KeyLayout.deadlineOfField(key),
                            number,
                            KeyLayout.generationOfElement(key));
            batch.put(Family.EXPIRY, due, metaKey);
        } else if (isOfTable(record)) {
            long generation = ObjectHeader.decode(record.value()).generation();
            byte[] marker = MergeTarget.value(metaKey, KeyLayout.nameOf(key));
            batch.put(Family.MERGE, MergeTarget.key(number, generation), marker);
        }
    }

    /** Adds a change of an entity's data. */
    static void add(Batch batch, long number, byte[] metaKey, EntityChanges.Change change) {
        switch (change) {
            case EntityChanges.Put put -> add(batch, number, metaKey, put);
            case EntityChanges.Delete delete ->
                    batch.delete(Family.of(delete.key()), Keys.data(number, delete.key()));
            case EntityChanges.DeleteRange range -> {
                for (Family.Part part : Family.parts(range.from(), range.to())) {
                    batch.deleteRange(
                            part.family(),
                            Keys.data(number, part.from()),
                            Keys.data(number, part.to()));
                }
            }
        }
    }
}
