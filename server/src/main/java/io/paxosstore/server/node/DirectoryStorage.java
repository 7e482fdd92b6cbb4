package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.BitcaskEnvironment;
import io.paxosstore.bitcask.BitcaskStats;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageLog;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.lsm.entity.EntityEngine;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.StorageSettings;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A node's data directory: its identity, the Bitcask engine for keys, and the engine of entities
 * beside it.
 */
public final class DirectoryStorage implements NodeStorage {
    private final NodeIdentity identity;
    private final DiskRoom room;
    private final BitcaskEngine keys;
    private final EntityEngine entities;
    private final List<StorageEngine> engines;
    private final List<ShardStorage> shards = new ArrayList<>();
    private final DueObjects dueObjects;

    private DirectoryStorage(
            NodeIdentity identity,
            DiskRoom room,
            BitcaskEngine keys,
            EntityEngine entities,
            DueObjects dueObjects) {
        this.identity = identity;
        this.room = room;
        this.dueObjects = dueObjects;
        this.keys = keys;
        this.entities = entities;
        this.engines = List.of(entities, keys);
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            shards.add(new ShardStorage(keys.shard(shard), entities.shard(shard)));
        }
    }

    /** Passes on what the entities' engine finds, from the time on when somebody listens. */
    private static final class DueObjects implements Consumer<List<DueObject>> {
        private volatile Consumer<List<DueObject>> listener = maps -> {};

        @Override
        public void accept(List<DueObject> maps) {
            listener.accept(maps);
        }
    }

    public static NodeStorage open(
            Configuration configuration, KnownNodes known, StorageEngine.Listener listener)
            throws StartException {
        IdentityConfig whose;
        BitcaskConfig config;
        try {
            whose = identity(configuration, known);
            config = config(configuration);
        } catch (IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
        FileSystem fs = FileSystem.real();
        NodeIdentity identity = null;
        BitcaskEngine keys = null;
        boolean opened = false;
        try {
            identity = NodeIdentity.open(whose, fs, listener, IdentityEnvironment.system());
            DiskRoom room =
                    new DiskRoom(fs, config.directory(), config.watermarks(), System::nanoTime);
            BitcaskEnvironment environment = BitcaskEnvironment.system(identity, room);
            keys = BitcaskEngine.open(config, fs, listener, environment);
            identity.begin(keys::makeFirstFiles);
            keys.begin();
            DueObjects dueObjects = new DueObjects();
            EntityEngine entities =
                    EntityStorage.open(configuration, known, identity, room, listener, dueObjects);
            opened = true;
            return new DirectoryStorage(identity, room, keys, entities, dueObjects);
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(sentence(config.directory(), e), e);
        } finally {
            if (!opened) {
                close(identity, keys);
            }
        }
    }

    private static void close(@Nullable NodeIdentity identity, @Nullable BitcaskEngine keys) {
        if (keys != null) {
            keys.close();
        }
        if (identity != null) {
            identity.close(keys != null && keys.isSealed());
        }
    }

    /** The engines' own refusals are sentences for the operator; those of the system are not. */
    private static String sentence(Path directory, Exception e) {
        String message = String.valueOf(e.getMessage());
        if (message.endsWith(".") || !(e instanceof IOException)) {
            return message;
        }
        return ("The data in %s cannot be used (%s: %s): check owner and rights, the limit of open"
                        + " files, and that the disk is sound and has room.")
                .formatted(directory, e.getClass().getSimpleName(), message);
    }

    private static IdentityConfig identity(Configuration configuration, KnownNodes known) {
        return IdentityConfig.of(
                        configuration.get(Settings.NODE_DIRECTORY),
                        configuration.get(Settings.CLUSTER_ID),
                        configuration.get(Settings.NODE_ID),
                        configuration.get(Settings.SHARDS))
                .withNodes(known);
    }

    /**
     * The limits of keys and values are none of it: they bind clients. The data may be of a time
     * with higher ones, and so may what another node sends.
     */
    private static BitcaskConfig config(Configuration configuration) {
        return BitcaskConfig.of(
                        configuration.get(Settings.NODE_DIRECTORY),
                        configuration.get(Settings.SHARDS))
                .withSegments(
                        Math.toIntExact(configuration.get(StorageSettings.SEGMENT_BYTES)),
                        configuration.get(StorageSettings.PREALLOCATED_SEGMENTS))
                .withBatchBytes(Math.toIntExact(configuration.get(StorageSettings.BATCH_BYTES)))
                .withMerge(
                        configuration.get(StorageSettings.MERGE_DEAD_PERCENT) / 100.0,
                        configuration.get(StorageSettings.MERGE_BYTES_PER_SECOND))
                .withUpkeep(
                        configuration.get(StorageSettings.BACKGROUND_SHARE),
                        new BitcaskConfig.Space(
                                configuration.get(StorageSettings.SOFT_FREE_BYTES),
                                configuration.get(StorageSettings.HARD_FREE_BYTES)),
                        new BitcaskConfig.Scrub(
                                configuration.get(StorageSettings.SCRUB_BYTES_PER_SECOND),
                                configuration.get(StorageSettings.SCRUB_INTERVAL)));
    }

    @Override
    public ShardStorage shard(int index) {
        return shards.get(index);
    }

    /** The engine of entities alone, for tests that make it do something wrong. */
    EntityEngine entities() {
        return entities;
    }

    @Override
    public Standing standing() {
        return identity.standing();
    }

    @Override
    public void standing(Standing standing) throws IOException {
        if (standing == Standing.REBUILDING) {
            beforeRebuilding();
        }
        identity.standing(standing);
    }

    @Override
    public void rebuild(int above) throws IOException {
        beforeRebuilding();
        identity.rebuild(above);
    }

    /** The engines hear of it before it is durable. */
    private void beforeRebuilding() throws IOException {
        for (StorageEngine engine : engines) {
            engine.beforeRebuilding();
        }
    }

    @Override
    public void beforeWhole() throws IOException {
        for (StorageEngine engine : engines) {
            engine.beforeWhole();
        }
    }

    @Override
    public List<SlotRecord> slots() {
        return identity.slots();
    }

    @Override
    public void enter(List<SlotRecord> changed) throws IOException {
        identity.enter(changed);
    }

    @Override
    public void keep(NodeList newest) throws IOException {
        identity.keep(newest);
    }

    @Override
    public boolean hasRejoined() {
        return identity.hasRejoined();
    }

    @Override
    public void rejoined() throws IOException {
        identity.rejoined();
    }

    @Override
    public boolean reborn() {
        return identity.reborn();
    }

    /** None either while RocksDB has found none, which takes it some seconds to undo. */
    @Override
    public Room room() {
        return entities.isFull() ? Room.NONE : room.room();
    }

    @Override
    public UUID storeId() {
        return identity.storeId();
    }

    @Override
    public int incarnation() {
        return identity.incarnation();
    }

    @Override
    public Lives lives() {
        return identity.lives();
    }

    @Override
    public long usableBytes() {
        return room.usableBytes();
    }

    @Override
    public long keys() {
        return keys.stats().keys() + entities.journalStats().entities();
    }

    @Override
    public int raiseIncarnation(int above) throws IOException {
        return identity.raiseIncarnation(above);
    }

    @Override
    public boolean isNew() {
        return identity.isFresh();
    }

    @Override
    public PeerMemory peers() {
        return identity.peers();
    }

    @Override
    public void dropSpaces(int[] spaces) throws IOException {
        if (identity.dropSpaces(spaces)) {
            keys.spacesDropped(spaces);
        }
        // Told again after a start: a crash may have left data, while records are passed over.
        entities.spacesDropped(spaces);
    }

    @Override
    public int[] droppedSpaces() {
        return identity.droppedSpaces();
    }

    @Override
    public void onDueObjects(Consumer<List<DueObject>> listener) {
        dueObjects.listener = listener;
    }

    @Override
    public List<DueObject> passedObjects(long afterMillis, long toMillis, int deadlinesMax) {
        return entities.passed(afterMillis, toMillis, deadlinesMax);
    }

    @Override
    public List<SpaceSizes> spaces() {
        List<SpaceSizes> all = new ArrayList<>(keys.spaces());
        all.addAll(entities.spaces());
        return all;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        new Figures<>(registry, keys, BitcaskEngine::stats)
                .gauge("paxosstore.keys", BitcaskStats::keys)
                .gauge("paxosstore.storage.keydir.bytes", BitcaskStats::keydirBytes)
                .gauge("paxosstore.storage.segments", BitcaskStats::segments)
                .gauge("paxosstore.storage.live.bytes", BitcaskStats::liveBytes)
                .gauge("paxosstore.storage.dead.bytes", BitcaskStats::deadBytes)
                .counter("paxosstore.storage.written.bytes", BitcaskStats::writtenBytes)
                .counter("paxosstore.storage.written.records", BitcaskStats::writtenRecords)
                .counter("paxosstore.storage.fsyncs", BitcaskStats::commits)
                .counter(
                        "paxosstore.storage.fsync.seconds", stats -> stats.commitForceNanos() / 1e9)
                .counter("paxosstore.storage.merged.bytes", BitcaskStats::mergedBytes)
                .counter("paxosstore.storage.merged.segments", BitcaskStats::mergedSegments)
                .counter("paxosstore.storage.late.segments", BitcaskStats::lateSegments)
                .counter("paxosstore.storage.damaged.keys", BitcaskStats::damagedEntities)
                .counter("paxosstore.storage.rebuilt.keys", BitcaskStats::rebuiltEntities)
                .counter("paxosstore.storage.scrubbed.bytes", BitcaskStats::scrubbedBytes)
                .counter("paxosstore.storage.scrub.passes", BitcaskStats::scrubPasses)
                .counter("paxosstore.storage.scrub.findings", BitcaskStats::scrubFindings);
        new Figures<>(registry, identity, NodeIdentity::damage)
                .counter("paxosstore.storage.losses", DamageLog::losses);
        new Figures<>(registry, room, DiskRoom::usableBytes)
                .gauge("paxosstore.storage.usable.bytes", Long::longValue);
        EntityMetrics.bind(entities, registry);
    }

    @Override
    public void close() {
        engines.forEach(StorageEngine::close);
        identity.close(keys.isSealed());
    }
}
