package io.paxosstore.bench.micro;

import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.BitcaskEnvironment;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.journal.Journal;
import io.paxosstore.log.journal.JournalConfig;
import io.paxosstore.log.journal.JournalEnvironment;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A store of PaxosLogs with one shard, of which the benchmark's thread is shard and log writer: no
 * hand-over between threads is measured. The background work is done between measurements.
 */
interface BenchmarkStore extends AutoCloseable {
    /** The shard. */
    StorageShard shard();

    /** One round of the log writer. */
    void write();

    /** A step of the background work; 0 when there is none. */
    int runBackground();

    /** The engine's data is durable at a version, if the engine wants to know. */
    void dataDurable(EntityKey key, long version);

    @Override
    void close();

    /** The journal. */
    final class OfJournal implements BenchmarkStore {
        private final Journal journal;

        OfJournal(Path directory) throws IOException {
            JournalConfig config =
                    JournalConfig.of(directory, new UUID(1, 1), 1, 1).withoutThreads();
            journal =
                    Journal.open(
                            config,
                            FileSystem.real(),
                            new BenchmarkListener(),
                            JournalEnvironment.system());
            journal.begin();
        }

        @Override
        public JournalShard shard() {
            return journal.shard(0);
        }

        @Override
        public void write() {
            journal.runWriterOnce();
        }

        @Override
        public int runBackground() {
            return journal.runBackgroundOnce();
        }

        @Override
        public void dataDurable(EntityKey key, long version) {
            shard().dataDurable(key, version);
        }

        /** Writes a checkpoint. */
        void checkpoint() {
            journal.requestCheckpoint();
            while (journal.stats().checkpoints() == 0) {
                journal.runBackgroundOnce();
                shard().drain((key, ticket) -> {});
            }
        }

        @Override
        public void close() {
            journal.close();
        }
    }

    /** The key-value engine. */
    final class OfBitcask implements BenchmarkStore {
        private final NodeIdentity identity;
        private final BitcaskEngine engine;

        OfBitcask(Path directory) throws IOException {
            BitcaskConfig config = BitcaskConfig.of(directory, 1).withoutThreads();
            FileSystem fs = FileSystem.real();
            BenchmarkListener listener = new BenchmarkListener();
            identity =
                    NodeIdentity.open(
                            IdentityConfig.of(directory, "bench", 1, 1),
                            fs,
                            listener,
                            IdentityEnvironment.system());
            DiskRoom room = new DiskRoom(fs, directory, config.watermarks(), System::nanoTime);
            engine =
                    BitcaskEngine.open(
                            config, fs, listener, BitcaskEnvironment.system(identity, room));
            identity.begin(engine::makeFirstFiles);
            engine.begin();
        }

        @Override
        public StorageShard shard() {
            return engine.shard(0);
        }

        @Override
        public void write() {
            engine.runWriterOnce();
        }

        @Override
        public int runBackground() {
            return engine.runBackgroundOnce();
        }

        @Override
        public void dataDurable(EntityKey key, long version) {}

        @Override
        public void close() {
            engine.close();
            identity.close(engine.isSealed());
        }
    }
}
