package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.BitcaskStats;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.lsm.entity.EntityEngine;
import io.paxosstore.lsm.store.Purge;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.peer.PeerMemory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A node's data directory: the Bitcask engine for keys, the engine of entities beside it. */
public final class DirectoryStorage implements NodeStorage {
    /** What an entry carries beside the value: request ids with their results, dedupe table. */
    private static final int PAYLOAD_OVERHEAD_BYTES = 256 * 1024;

    private final BitcaskEngine engine;
    private final EntityEngine entities;
    private final NodeEngine both;
    private final Consumer<Throwable> onFailure;
    private final DueObjects dueObjects;

    private DirectoryStorage(
            BitcaskEngine engine,
            EntityEngine entities,
            DueObjects dueObjects,
            StorageEngine.Listener listener) {
        this.dueObjects = dueObjects;
        this.engine = engine;
        this.entities = entities;
        this.both = new NodeEngine(engine, entities, listener);
        this.onFailure = listener::failed;
    }

    /** Passes on what the entities' engine finds, from the time on when somebody listens. */
    private static final class DueObjects implements Consumer<List<Purge.DueObject>> {
        private volatile Consumer<List<Purge.DueObject>> listener = maps -> {};

        @Override
        public void accept(List<Purge.DueObject> maps) {
            listener.accept(maps);
        }
    }

    public static NodeStorage open(Configuration configuration, StorageEngine.Listener listener)
            throws StartException {
        BitcaskConfig config;
        try {
            config = config(configuration);
        } catch (IllegalArgumentException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
        BitcaskEngine keys = null;
        boolean opened = false;
        try {
            keys = BitcaskEngine.open(config, FileSystem.real(), listener);
            DueObjects dueObjects = new DueObjects();
            EntityEngine entities = EntityStorage.open(configuration, keys, listener, dueObjects);
            opened = true;
            return new DirectoryStorage(keys, entities, dueObjects, listener);
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(sentence(config.directory(), e), e);
        } finally {
            if (keys != null && !opened) {
                keys.close();
            }
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

    private static BitcaskConfig config(Configuration configuration) {
        int keyBytes = Math.toIntExact(configuration.get(Settings.KEY_BYTES_MAX));
        int valueBytes = Math.toIntExact(configuration.get(Settings.VALUE_BYTES_MAX));
        return BitcaskConfig.of(
                        configuration.get(Settings.NODE_DIRECTORY),
                        configuration.get(Settings.CLUSTER_ID),
                        configuration.get(Settings.NODE_ID),
                        configuration.get(Settings.SHARDS))
                .withMembers(
                        configuration.get(Settings.CLUSTER_NODES).stream()
                                .map(ClusterMember::id)
                                .toList())
                .withSegments(
                        Math.toIntExact(configuration.get(Settings.SEGMENT_BYTES)),
                        configuration.get(Settings.PREALLOCATED_SEGMENTS))
                .withSizes(
                        Math.toIntExact(configuration.get(Settings.BATCH_BYTES)),
                        keyBytes,
                        valueBytes + PAYLOAD_OVERHEAD_BYTES)
                .withMerge(
                        configuration.get(Settings.MERGE_DEAD_PERCENT) / 100.0,
                        configuration.get(Settings.MERGE_BYTES_PER_SECOND))
                .withUpkeep(
                        configuration.get(Settings.BACKGROUND_SHARE),
                        new BitcaskConfig.Space(
                                configuration.get(Settings.SOFT_FREE_BYTES),
                                configuration.get(Settings.HARD_FREE_BYTES)),
                        new BitcaskConfig.Scrub(
                                configuration.get(Settings.SCRUB_BYTES_PER_SECOND),
                                configuration.get(Settings.SCRUB_INTERVAL)));
    }

    @Override
    public StorageEngine engine() {
        return both;
    }

    /** The engine of entities alone, for tests that make it do something wrong. */
    EntityEngine entities() {
        return entities;
    }

    @Override
    public UUID storeId() {
        return engine.storeId();
    }

    @Override
    public int incarnation() {
        return engine.incarnation();
    }

    @Override
    public long usableBytes() {
        return engine.stats().usableBytes();
    }

    @Override
    public long keys() {
        return engine.stats().keys() + entities.journalStats().entities();
    }

    @Override
    public int raiseIncarnation(int above) throws IOException {
        return engine.raiseIncarnation(above);
    }

    @Override
    public boolean isNew() {
        return engine.isFresh();
    }

    @Override
    public PeerMemory peers() {
        return new BitcaskStoragePeers(engine.peers());
    }

    @Override
    public void dropSpace(int space) {
        try {
            both.dropSpace(space);
        } catch (IOException e) {
            onFailure.accept(e);
        }
    }

    @Override
    public void onDueObjects(Consumer<List<Purge.DueObject>> listener) {
        dueObjects.listener = listener;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        new Figures<>(registry, engine, BitcaskEngine::stats)
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
                .counter("paxosstore.storage.losses", BitcaskStats::losses)
                .counter("paxosstore.storage.damaged.keys", BitcaskStats::damagedEntities)
                .counter("paxosstore.storage.rebuilt.keys", BitcaskStats::rebuiltEntities)
                .gauge("paxosstore.storage.usable.bytes", BitcaskStats::usableBytes)
                .counter("paxosstore.storage.scrubbed.bytes", BitcaskStats::scrubbedBytes)
                .counter("paxosstore.storage.scrub.passes", BitcaskStats::scrubPasses)
                .counter("paxosstore.storage.scrub.findings", BitcaskStats::scrubFindings);
        EntityMetrics.bind(entities, registry);
    }

    @Override
    public void close() {
        both.close();
    }
}
