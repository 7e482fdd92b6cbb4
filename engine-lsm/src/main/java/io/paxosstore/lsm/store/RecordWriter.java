package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;

import org.rocksdb.WriteBatch;

/** Puts records of entities into batches. Thread-safe. */
final class RecordWriter {
    private final Rocks rocks;

    RecordWriter(Rocks rocks) {
        this.rocks = rocks;
    }

    void put(WriteBatch batch, Family family, byte[] key, byte[] value) {
        Failures.run("A batch", () -> batch.put(rocks.handle(family), key, value));
    }

    /** Adds a record of an entity's data, and what purge and merges need to find it. */
    void add(WriteBatch batch, long number, byte[] metaKey, EntityChanges.Put record) {
        byte[] key = record.key();
        put(batch, Family.of(key), Keys.data(number, key), record.value());
        if (KeyLayout.isExpiry(key)) {
            byte[] due = Keys.expiry(KeyLayout.deadlineOfExpiry(key), number, 0);
            put(batch, Family.EXPIRY, due, metaKey);
        } else if (KeyLayout.isFieldDeadline(key)) {
            byte[] due =
                    Keys.expiry(
                            KeyLayout.deadlineOfField(key),
                            number,
                            KeyLayout.generationOfElement(key));
            put(batch, Family.EXPIRY, due, metaKey);
        } else if (KeyLayout.isHeader(key) && ObjectHeader.isTable(record.value())) {
            long generation = ObjectHeader.decode(record.value()).generation();
            byte[] marker = MergeTarget.value(metaKey, KeyLayout.nameOf(key));
            put(batch, Family.MERGE, MergeTarget.key(number, generation), marker);
        }
    }

    /** Adds a change of an entity's data. */
    void add(WriteBatch batch, long number, byte[] metaKey, EntityChanges.Change change) {
        switch (change) {
            case EntityChanges.Put put -> add(batch, number, metaKey, put);
            case EntityChanges.Delete delete ->
                    delete(batch, Family.of(delete.key()), Keys.data(number, delete.key()));
            case EntityChanges.DeleteRange range -> {
                for (Family.Part part : Family.parts(range.from(), range.to())) {
                    deleteRange(batch, number, part);
                }
            }
        }
    }

    void delete(WriteBatch batch, Family family, byte[] key) {
        Failures.run("A batch", () -> batch.delete(rocks.handle(family), key));
    }

    private void deleteRange(WriteBatch batch, long number, Family.Part part) {
        Failures.run(
                "A batch",
                () ->
                        batch.deleteRange(
                                rocks.handle(part.family()),
                                Keys.data(number, part.from()),
                                Keys.data(number, part.to())));
    }
}
