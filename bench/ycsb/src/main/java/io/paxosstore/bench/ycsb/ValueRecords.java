package io.paxosstore.bench.ycsb;

import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Versioned;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A record is the value of a key. An update of some of its fields reads it and writes it back if
 * nobody was faster, else begins again; one of all fields writes it without a look.
 */
final class ValueRecords implements Records {
    private final KeyValue<String, Map<String, byte[]>> space;
    private final int fieldCount;

    ValueRecords(PaxosStore store, String space, int fieldCount) {
        store.createSpaceIfAbsent(space);
        this.space = store.keyValue(space, Codec.utf8(), new FieldCodec());
        this.fieldCount = fieldCount;
    }

    @Override
    public Optional<Map<String, byte[]>> read(String key, @Nullable Set<String> fields) {
        return space.get(key).map(all -> Records.only(all, fields));
    }

    @Override
    public boolean update(String key, Map<String, byte[]> values) {
        if (values.size() == fieldCount) {
            space.put(key, values);
            return true;
        }
        Optional<Versioned<Map<String, byte[]>>> before = space.getVersioned(key);
        while (before.isPresent()) {
            Map<String, byte[]> fields = before.get().value();
            fields.putAll(values);
            if (space.compareVersionAndSet(key, before.get().version(), fields).isApplied()) {
                return true;
            }
            before = space.getVersioned(key);
        }
        return false;
    }

    @Override
    public void insert(String key, Map<String, byte[]> values) {
        space.put(key, values);
    }

    @Override
    public boolean delete(String key) {
        return space.delete(key).isApplied();
    }

    @Override
    public Optional<List<Map<String, byte[]>>> scan(
            String from, int count, @Nullable Set<String> fields) {
        return Optional.empty();
    }
}
