package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.lsm.store.Purge;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.peer.PeerMemory;

import java.io.IOException;
import java.io.UncheckedIOException;
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
    record Opened(BitcaskEngine engine, StorageEngine.Standing standing) {}

    /** A node's store as it was last opened. */
    Opened opened(int node) {
        return Objects.requireNonNull(opened.get(node));
    }

    @Override
    public NodeStorage open(Configuration configuration, StorageEngine.Listener listener)
            throws StartException {
        int node = configuration.get(Settings.NODE_ID);
        BitcaskConfig config =
                BitcaskConfig.of(
                                configuration.get(Settings.NODE_DIRECTORY),
                                configuration.get(Settings.CLUSTER_ID),
                                node,
                                configuration.get(Settings.SHARDS))
                        .withSizes(BATCH_BYTES, KEY_BYTES_MAX, PAYLOAD_BYTES_MAX)
                        .withSegments(SEGMENT_BYTES, 1)
                        .withMerge(MERGE_DEAD_RATIO, MERGE_BYTES_PER_SECOND);
        try {
            BitcaskEngine engine = BitcaskEngine.open(config, FileSystem.real(), listener);
            opened.put(node, new Opened(engine, engine.standing()));
            return new Storage(engine);
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private record Storage(BitcaskEngine engine) implements NodeStorage {
        @Override
        public UUID storeId() {
            return engine.storeId();
        }

        @Override
        public int incarnation() {
            return engine.incarnation();
        }

        @Override
        public int raiseIncarnation(int above) throws IOException {
            return engine.raiseIncarnation(above);
        }

        @Override
        public long usableBytes() {
            return engine.stats().usableBytes();
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
        public long keys() {
            return engine.stats().keys();
        }

        @Override
        public void dropSpace(int space) {
            try {
                engine.dropSpace(space);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void onDueObjects(Consumer<List<Purge.DueObject>> listener) {}

        @Override
        public void bindTo(MeterRegistry registry) {}

        @Override
        public void close() {
            engine.close();
        }
    }
}
