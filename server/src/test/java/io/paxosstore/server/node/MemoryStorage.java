package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * A storage engine for tests of everything above it: keeps all in memory, "durable" at once, and is
 * wiped, spoilt and filled up at will.
 */
public final class MemoryStorage implements NodeStorage {
    /** From then on seconds count as incarnations. */
    private static final Instant FIRST_LIFE = Instant.parse("2024-01-01T00:00:00Z");

    /** The disks of a cluster: what a node finds when it starts again. */
    public static final class Disks implements NodeStorage.Factory {
        private final Map<Integer, MemoryStorage> disks = new ConcurrentHashMap<>();
        private int lives = 1;

        /** The next start of a node finds an empty disk. */
        public void wipe(int nodeId) {
            disks.remove(nodeId);
        }

        /** A node's disk. */
        public MemoryStorage disk(int nodeId) {
            MemoryStorage disk = disks.get(nodeId);
            if (disk == null) {
                throw new IllegalArgumentException("no disk of node " + nodeId);
            }
            return disk;
        }

        /** Whether these nodes hold the same chosen value of a key, and hold one at all. */
        public boolean sameEverywhere(EntityKey key, int... nodes) {
            Set<Integer> checksums = new HashSet<>();
            for (int node : nodes) {
                MemoryStorage disk = disk(node);
                Stored stored = disk.shards.get(key.shard(disk.shards.size())).load(key, true);
                EntryValue value = stored.chosenValue();
                checksums.add(value == null ? 0 : value.crc());
            }
            return checksums.size() == 1 && !checksums.contains(0);
        }

        @Override
        public synchronized NodeStorage open(
                Configuration configuration, KnownNodes known, StorageEngine.Listener listener) {
            MemoryStorage disk =
                    disks.computeIfAbsent(
                            configuration.get(Settings.NODE_ID),
                            id -> new MemoryStorage(configuration, known));
            try {
                disk.begin(listener, ++lives);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return disk;
        }
    }

    private final CrashableFileSystem fs = new CrashableFileSystem(1);
    private final IdentityConfig whose;
    private final List<Shard> shards = new ArrayList<>();
    private volatile StorageEngine.@Nullable Listener listener;
    private volatile @Nullable NodeIdentity identity;
    private volatile Room room = Room.ENOUGH;
    private ExecutorService writer = Executors.newSingleThreadExecutor();

    private MemoryStorage(Configuration configuration, KnownNodes known) {
        whose =
                IdentityConfig.of(
                                Path.of("/store"),
                                configuration.get(Settings.CLUSTER_ID),
                                configuration.get(Settings.NODE_ID),
                                configuration.get(Settings.SHARDS))
                        .withNodes(known);
        for (int i = 0; i < whose.shards(); i++) {
            shards.add(new Shard(i));
        }
    }

    /** A disk of its own for every start. */
    public static NodeStorage open(
            Configuration configuration, KnownNodes known, StorageEngine.Listener listener) {
        return new Disks().open(configuration, known, listener);
    }

    /** Opens it; the incarnation of a new store is the number of lives of all nodes. */
    private synchronized void begin(StorageEngine.Listener told, int life) throws IOException {
        NodeIdentity before = identity;
        if (before != null) {
            before.close();
        }
        Instant now = FIRST_LIFE.plusSeconds(life);
        NodeIdentity opened =
                NodeIdentity.open(
                        whose,
                        fs,
                        told,
                        new IdentityEnvironment(() -> now, UUID::randomUUID, () -> life));
        opened.begin(() -> {});
        identity = opened;
        writer.shutdownNow();
        writer = Executors.newSingleThreadExecutor();
        listener = told;
        for (Shard shard : shards) {
            shard.begin();
        }
    }

    private NodeIdentity identity() {
        return Objects.requireNonNull(identity);
    }

    /** Makes the disk fuller or emptier. */
    public void room(Room now) {
        room = now;
    }

    /**
     * Changes the chosen value of a key on this disk alone, as a bug or a lying disk would; returns
     * whether it holds one.
     */
    public boolean spoil(EntityKey key, byte[] payload) {
        return shards.get(key.shard(shards.size())).spoil(key, payload);
    }

    @Override
    public ShardStorage shard(int index) {
        return new ShardStorage(shards.get(index), new NoEntities());
    }

    @Override
    public Standing standing() {
        return identity().standing();
    }

    @Override
    public void standing(Standing now) throws IOException {
        identity().standing(now);
    }

    @Override
    public void rebuild(int above) throws IOException {
        identity().rebuild(above);
    }

    @Override
    public List<SlotRecord> slots() {
        return identity().slots();
    }

    @Override
    public void keep(NodeList newest) throws IOException {
        identity().keep(newest);
    }

    @Override
    public void enter(List<SlotRecord> changed) throws IOException {
        identity().enter(changed);
    }

    @Override
    public boolean reborn() {
        return identity().reborn();
    }

    @Override
    public Room room() {
        return room;
    }

    @Override
    public UUID storeId() {
        return identity().storeId();
    }

    @Override
    public int incarnation() {
        return identity().incarnation();
    }

    @Override
    public Lives lives() {
        return identity().lives();
    }

    @Override
    public int raiseIncarnation(int above) throws IOException {
        return identity().raiseIncarnation(above);
    }

    @Override
    public long usableBytes() {
        return room == Room.ENOUGH ? 1 << 30 : 300 << 20;
    }

    @Override
    public boolean isNew() {
        return identity().isFresh();
    }

    @Override
    public PeerMemory peers() {
        return identity().peers();
    }

    @Override
    public long keys() {
        return shards.stream().mapToLong(Shard::size).sum();
    }

    @Override
    public void dropSpaces(int[] spaces) {}

    @Override
    public int[] droppedSpaces() {
        return new int[0];
    }

    @Override
    public void onDueObjects(Consumer<List<DueObject>> listener) {}

    @Override
    public List<SpaceSizes> spaces() {
        return List.of();
    }

    @Override
    public void bindTo(MeterRegistry registry) {}

    @Override
    public void close() {
        writer.shutdown();
        identity().close(true);
    }

    private record Pending(LogRecord record, long ticket) {}

    private static final class Entity {
        private long version;
        private @Nullable EntryValue chosen;
        private @Nullable LogRecord pending;
        private boolean trusted;
        private boolean lost;

        private void apply(LogRecord record) {
            LogRecord held = pending;
            // A floor or a bare promise of that entry says nothing of its value.
            if (held != null && held.value() != null && record.version() == held.entry()) {
                choose(held.entry(), held.value());
            }
            if (record.chosen()) {
                choose(record.entry(), record.value());
            } else if (record.entry() > version && !(pendingFloor() >= record.entry())) {
                if (pending == null || record.entry() >= pending.entry()) {
                    pending = record;
                }
            }
        }

        private long pendingFloor() {
            LogRecord held = pending;
            return held != null && held.promised() == LogRecord.FLOOR ? held.entry() : 0;
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

        private Stored stored(boolean amnesiac) {
            LogRecord held = pending;
            return held == null
                    ? new Stored(version, chosen, 0, 0, 0, null, amnesiac)
                    : new Stored(
                            version,
                            chosen,
                            held.entry(),
                            held.promised(),
                            held.accepted(),
                            held.value(),
                            amnesiac);
        }
    }

    private final class Shard implements StorageShard {
        private final int index;
        private final Map<EntityKey, Entity> entities = new HashMap<>();
        private final List<EntityKey> order = new ArrayList<>();
        private final Queue<Pending> batch = new ArrayDeque<>();
        private final Queue<Pending> durable = new ArrayDeque<>();

        Shard(int index) {
            this.index = index;
        }

        private synchronized void begin() {
            batch.clear();
            synchronized (durable) {
                durable.clear();
            }
            entities.values().forEach(entity -> entity.trusted = false);
        }

        private synchronized int size() {
            return entities.size();
        }

        private synchronized boolean spoil(EntityKey key, byte[] payload) {
            Entity entity = entities.get(key);
            EntryValue held = entity == null ? null : entity.chosen;
            if (entity == null || held == null) {
                return false;
            }
            entity.chosen = EntryValue.of(held.id(), payload);
            return true;
        }

        @Override
        public synchronized Stored load(EntityKey key, boolean withValue) {
            Entity entity = entities.get(key);
            boolean whole = standing() == Standing.WHOLE;
            if (entity == null) {
                return whole ? Stored.NOTHING : Stored.LOST;
            }
            return entity.lost ? Stored.LOST : entity.stored(!whole && !entity.trusted);
        }

        @Override
        public synchronized long page(
                long cursor, int count, boolean withChecksums, PageVisitor visitor) {
            int at = (int) cursor;
            int end = Math.min(order.size(), at + count);
            for (; at < end; at++) {
                Entity entity = entities.get(order.get(at));
                if (entity != null) {
                    EntryValue value = entity.chosen;
                    visitor.entity(
                            order.get(at),
                            entity.version,
                            withChecksums && value != null ? value.crc() : 0);
                }
            }
            return at < order.size() ? at : 0;
        }

        @Override
        public synchronized void quarantine(EntityKey key) {
            Entity entity = entities.get(key);
            if (entity != null) {
                entity.lost = true;
            }
        }

        @Override
        public synchronized void append(LogRecord record, long ticket) {
            batch.add(new Pending(record, ticket));
            Entity entity = entities.get(record.key());
            if (entity == null || (entity.lost && record.rebuilt())) {
                if (entity == null) {
                    order.add(record.key());
                }
                entity = new Entity();
                entities.put(record.key(), entity);
            }
            entity.apply(record);
            entity.trusted |= record.rebuilt();
        }

        @Override
        public synchronized void forget(IntPredicate slots, Runnable onEnd) {
            entities.keySet().removeIf(key -> slots.test(key.slot()));
            onEnd.run();
        }

        @Override
        public synchronized void markChosen(EntityKey key, long entry) {
            Entity entity = entities.get(key);
            if (entity != null && entity.pending != null && entity.pending.entry() == entry) {
                entity.choose(entry, entity.pending.value());
            }
        }

        @Override
        public synchronized void commit() {
            List<Pending> committed = List.copyOf(batch);
            batch.clear();
            writer.execute(() -> {
                synchronized (durable) {
                    durable.addAll(committed);
                }
                StorageEngine.Listener told = listener;
                if (told != null) {
                    told.wake(index);
                }
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
