package io.paxosstore.bench.micro;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.Map;

/** What a storage engine would hold, in a map: nothing is ever lost. Not thread-safe. */
final class MemoryStore {
    private final Map<EntityKey, Stored> entities = new HashMap<>();

    Stored load(EntityKey key) {
        return entities.getOrDefault(key, Stored.NOTHING);
    }

    void persist(LogRecord record) {
        EntryValue value = record.value();
        if (record.chosen()) {
            entities.put(record.key(), new Stored(record.entry(), value, 0, 0, 0, null));
            return;
        }
        markChosen(record.key(), record.version());
        Stored held = load(record.key());
        entities.put(
                record.key(),
                new Stored(
                        held.version(),
                        held.chosenValue(),
                        record.entry(),
                        record.promised(),
                        record.accepted(),
                        value));
    }

    void markChosen(EntityKey key, long entry) {
        Stored held = load(key);
        if (held.pendingEntry() == entry && held.pendingValue() != null) {
            entities.put(key, new Stored(entry, held.pendingValue(), 0, 0, 0, null));
        }
    }
}
