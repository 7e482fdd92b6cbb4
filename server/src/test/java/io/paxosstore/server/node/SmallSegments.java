package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.BitcaskEnvironment;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
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
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The Bitcask engine on real files that are far smaller than a server's settings allow, so that a
 * few hundred keys fill many of them, and are merged. Thread-safe.
 */
final class SmallSegments implements NodeStorage.Factory {
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final int BATCH_BYTES = 8 << 10;
    private static final int KEY_BYTES_MAX = 256;
    private static final int PAYLOAD_BYTES_MAX = 32 << 10;
    private static final double MERGE_DEAD_RATIO = 0.3;
    private static final long MERGE_BYTES_PER_SECOND = 1 << 30;

    private final Map<Integer, Opened> opened = new ConcurrentHashMap<>();

    /**
     * A store as it was last opened.
     *
     * @param standing what it was when it had been read
     */
    record Opened(BitcaskEngine engine, NodeIdentity identity, Standing standing) {}

    /** A node's store as it was last opened. */
    Opened opened(int node) {
        return Objects.requireNonNull(opened.get(node));
    }

    @Override
    public NodeStorage open(
            Configuration configuration, KnownNodes known, StorageEngine.Listener listener)
            throws StartException {
        int node = configuration.get(Settings.NODE_ID);
        BitcaskConfig config =
                BitcaskConfig.of(
                                configuration.get(Settings.NODE_DIRECTORY),
                                configuration.get(Settings.SHARDS))
                        .withSizes(BATCH_BYTES, KEY_BYTES_MAX, PAYLOAD_BYTES_MAX)
                        .withSegments(SEGMENT_BYTES, 1)
                        .withMerge(MERGE_DEAD_RATIO, MERGE_BYTES_PER_SECOND);
        IdentityConfig whose =
                IdentityConfig.of(
                                config.directory(),
                                configuration.get(Settings.CLUSTER_ID),
                                node,
                                config.shards())
                        .withNodes(known);
        FileSystem fs = FileSystem.real();
        try {
            NodeIdentity identity =
                    NodeIdentity.open(whose, fs, listener, IdentityEnvironment.system());
            DiskRoom room =
                    new DiskRoom(fs, config.directory(), config.watermarks(), System::nanoTime);
            BitcaskEngine engine =
                    BitcaskEngine.open(
                            config, fs, listener, BitcaskEnvironment.system(identity, room));
            identity.begin(engine::makeFirstFiles);
            engine.begin();
            opened.put(node, new Opened(engine, identity, identity.standing()));
            return new Storage(engine, identity, room);
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private record Storage(BitcaskEngine engine, NodeIdentity identity, DiskRoom disk)
            implements NodeStorage {
        @Override
        public ShardStorage shard(int index) {
            return new ShardStorage(engine.shard(index), new NoEntities());
        }

        @Override
        public Standing standing() {
            return identity.standing();
        }

        @Override
        public void standing(Standing standing) throws IOException {
            identity.standing(standing);
        }

        @Override
        public void rebuild(int above) throws IOException {
            identity.rebuild(above);
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
        public boolean reborn() {
            return identity.reborn();
        }

        @Override
        public Room room() {
            return disk.room();
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
        public int raiseIncarnation(int above) throws IOException {
            return identity.raiseIncarnation(above);
        }

        @Override
        public long usableBytes() {
            return disk.usableBytes();
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
        public long keys() {
            return engine.stats().keys();
        }

        @Override
        public void dropSpaces(int[] spaces) throws IOException {
            if (identity.dropSpaces(spaces)) {
                engine.spacesDropped(spaces);
            }
        }

        @Override
        public int[] droppedSpaces() {
            return identity.droppedSpaces();
        }

        @Override
        public void onDueObjects(Consumer<List<DueObject>> listener) {}

        @Override
        public List<SpaceSizes> spaces() {
            return engine.spaces();
        }

        @Override
        public void bindTo(MeterRegistry registry) {}

        @Override
        public void close() {
            engine.close();
            identity.close(engine.isSealed());
        }
    }
}
