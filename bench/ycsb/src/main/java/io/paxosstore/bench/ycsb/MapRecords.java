package io.paxosstore.bench.ycsb;

import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A record is an entity with a map: an update of some fields writes only those. */
final class MapRecords implements Records {
    private static final String MAP = "fields";
    private static final int FIELDS_MAX = 10_000;

    private final EntitySpace<String> space;

    MapRecords(PaxosStore store, String space) {
        store.createSpaceIfAbsent(space, SpaceKind.ENTITY);
        this.space = store.entitySpace(space, Codec.utf8());
    }

    private EntityMap<String, byte[]> map(String key) {
        return space.entity(key).map(MAP, Codec.utf8(), Codec.bytes());
    }

    @Override
    public Optional<Map<String, byte[]>> read(String key, @Nullable Set<String> fields) {
        Map<String, byte[]> found = new LinkedHashMap<>();
        if (fields == null) {
            map(key).scan(Page.of(FIELDS_MAX))
                    .elements()
                    .forEach(field -> found.put(field.getKey(), field.getValue()));
        } else {
            found.putAll(map(key).getAll(fields));
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    @Override
    public boolean update(String key, Map<String, byte[]> values) {
        map(key).putAll(values);
        return true;
    }

    @Override
    public void insert(String key, Map<String, byte[]> values) {
        map(key).putAll(values);
    }

    @Override
    public boolean delete(String key) {
        return map(key).delete();
    }

    @Override
    public Optional<List<Map<String, byte[]>>> scan(
            String from, int count, @Nullable Set<String> fields) {
        return Optional.empty();
    }
}
