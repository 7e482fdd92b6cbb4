package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.peer.PeerMemory;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A storage engine for tests of everything above it: keeps all in memory, "durable" at once. */
public final class MemoryStorage implements NodeStorage {
    private final UUID storeId = UUID.randomUUID();
    private final Map<Integer, UUID> stores = new ConcurrentHashMap<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor();
    private final List<Shard> shards = new ArrayList<>();
    private final StorageEngine.Listener listener;

    public MemoryStorage(int shardCount, StorageEngine.Listener listener) {
        this.listener = listener;
        for (int i = 0; i < shardCount; i++) {
            shards.add(new Shard(i));
        }
    }

    public static NodeStorage open(Configuration configuration, StorageEngine.Listener listener) {
        return new MemoryStorage(configuration.get(Settings.SHARDS), listener);
    }

    @Override
    public StorageEngine engine() {
        return new StorageEngine() {
            @Override
            public int shardCount() {
                return shards.size();
            }

            @Override
            public StorageShard shard(int index) {
                return shards.get(index);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public UUID storeId() {
        return storeId;
    }

    @Override
    public int incarnation() {
        return 1;
    }

    @Override
    public PeerMemory peers() {
        return (nodeId, store) -> {
            UUID known = stores.putIfAbsent(nodeId, store);
            return known == null || known.equals(store);
        };
    }

    @Override
    public void dropSpace(int space) {}

    @Override
    public void bindTo(MeterRegistry registry) {}

    @Override
    public void close() {
        writer.shutdown();
    }

    private record Pending(LogRecord record, long ticket) {}

    private static final class Entity {
        private long version;
        private @Nullable EntryValue chosen;
        private @Nullable LogRecord pending;

        private void apply(LogRecord record) {
            LogRecord held = pending;
            if (held != null && record.version() == held.entry()) {
                choose(held.entry(), held.value());
            }
            if (record.chosen()) {
                choose(record.entry(), record.value());
            } else if (record.entry() > version
                    && (pending == null || record.entry() >= pending.entry())) {
                pending = record;
            }
        }

        private void choose(long entry, @Nullable EntryValue value) {
            if (entry > version) {
                version = entry;
                chosen = value;
            }
            if (pending != null && pending.entry() <= version) {
                pending = null;
            }
        }

        private Stored stored() {
            LogRecord held = pending;
            return held == null
                    ? new Stored(version, chosen, 0, 0, 0, null)
                    : new Stored(
                            version,
                            chosen,
                            held.entry(),
                            held.promised(),
                            held.accepted(),
                            held.value());
        }
    }

    private final class Shard implements StorageShard {
        private final int index;
        private final Map<EntityKey, Entity> entities = new HashMap<>();
        private final Queue<Pending> batch = new ArrayDeque<>();
        private final Queue<Pending> durable = new ArrayDeque<>();

        Shard(int index) {
            this.index = index;
        }

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            Entity entity = entities.get(key);
            return entity == null ? Stored.NOTHING : entity.stored();
        }

        @Override
        public void append(LogRecord record, long ticket) {
            batch.add(new Pending(record, ticket));
            entities.computeIfAbsent(record.key(), key -> new Entity()).apply(record);
        }

        @Override
        public void markChosen(EntityKey key, long entry) {
            Entity entity = entities.get(key);
            if (entity != null && entity.pending != null && entity.pending.entry() == entry) {
                entity.choose(entry, entity.pending.value());
            }
        }

        @Override
        public void commit() {
            List<Pending> committed = List.copyOf(batch);
            batch.clear();
            writer.execute(() -> {
                synchronized (durable) {
                    durable.addAll(committed);
                }
                listener.wake(index);
            });
        }

        @Override
        public int drain(DurableListener told) {
            List<Pending> drained;
            synchronized (durable) {
                drained = List.copyOf(durable);
                durable.clear();
            }
            drained.forEach(each -> told.durable(each.record().key(), each.ticket()));
            return drained.size();
        }

        @Override
        public long pendingBytes() {
            return batch.size();
        }
    }
}
