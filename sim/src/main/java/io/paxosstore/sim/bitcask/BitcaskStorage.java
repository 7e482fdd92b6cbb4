package io.paxosstore.sim.bitcask;

import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.BitcaskEnvironment;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.SimStorage;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * The real engine of keys, stepped by hand, on a disk that loses power: writes and merges that were
 * under way are torn, in the middle of recovery too. One shard, so that a crash keeps a prefix of
 * all records.
 */
public final class BitcaskStorage implements SimStorage, StorageEngine.Listener {
    private static final int SEGMENT_BYTES = 128 << 10;
    private static final int BATCH_BYTES = 16 << 10;
    private static final int KEY_BYTES_MAX = 1 << 10;
    private static final int PAYLOAD_BYTES_MAX = 64 << 10;
    private static final double MERGE_DEAD_RATIO = 0.3;

    /** Background steps after each sync, so that merges overlap with everything else. */
    private static final int STEPS_MAX = 4;

    private static final int PAGE_ENTITIES = 100;

    private final BitcaskConfig config;
    private final RandomSource random;
    private @Nullable CrashableFileSystem fs;
    private @Nullable BitcaskEngine engine;
    private long nanos;

    /** An empty store. */
    public BitcaskStorage(RandomSource random) {
        this.random = random;
        this.config =
                BitcaskConfig.of(Path.of("/store"), 1)
                        .withSizes(BATCH_BYTES, KEY_BYTES_MAX, PAYLOAD_BYTES_MAX)
                        .withSegments(SEGMENT_BYTES, 1)
                        .withMerge(MERGE_DEAD_RATIO, Long.MAX_VALUE)
                        .withoutThreads();
    }

    @Override
    public void open(CrashableFileSystem files, NodeIdentity identity) throws IOException {
        fs = files;
        DiskRoom room = new DiskRoom(files, config.directory(), config.watermarks(), () -> nanos);
        engine =
                BitcaskEngine.open(
                        config,
                        files,
                        this,
                        new BitcaskEnvironment(
                                identity,
                                room,
                                () -> nanos,
                                (batches, records, bytes, time) -> {}));
    }

    @Override
    public void makeFirstFiles() throws IOException {
        engine().makeFirstFiles();
    }

    @Override
    public void begin() throws IOException {
        engine().begin();
    }

    private BitcaskEngine engine() {
        return Objects.requireNonNull(engine);
    }

    private StorageShard shard() {
        return engine().shard(0);
    }

    @Override
    public void wipe() {}

    @Override
    public void rebuild() {}

    @Override
    public void whole() {}

    @Override
    public boolean isSound() {
        boolean[] sound = {true};
        long cursor = 0;
        do {
            cursor =
                    shard().page(
                                    cursor,
                                    PAGE_ENTITIES,
                                    false,
                                    (key, version, checksum) ->
                                            sound[0] &= !shard().load(key, false).amnesiac());
        } while (cursor != 0);
        return sound[0];
    }

    @Override
    public Stored look(EntityKey key) {
        return shard().look(key);
    }

    @Override
    public int checksum(EntityKey key) {
        return shard().checksum(key);
    }

    @Override
    public long page(
            long cursor, int entities, boolean withChecksums, StorageShard.PageVisitor visitor) {
        return shard().page(cursor, entities, withChecksums, visitor);
    }

    @Override
    public long slotPage(
            IntPredicate slots, long cursor, int entities, StorageShard.PageVisitor visitor) {
        return shard().slotPage(slots, cursor, entities, visitor);
    }

    @Override
    public long slotStates(int slot, long cursor, int entities, StorageShard.StateVisitor visitor) {
        return shard().slotStates(slot, cursor, entities, visitor);
    }

    @Override
    public @Nullable EntryValue newestValue(EntityKey key, long version) {
        return shard().newestValue(key, version);
    }

    @Override
    public long keys() {
        return engine().stats().keys();
    }

    /**
     * Content that is wrong though intact: real damage has tests of its own. Only where there is
     * content; {@link #isSound} could not see the rest.
     */
    @Override
    public void damage(EntityKey key) {
        Stored stored = shard().look(key);
        if (stored.version() > 0 || stored.pendingEntry() > 0) {
            quarantine(key);
        }
    }

    @Override
    public void quarantine(EntityKey key) {
        shard().quarantine(key);
    }

    @Override
    public void spacesDropped(int[] spaces) {
        engine().spacesDropped(spaces);
    }

    /** So few keys the engine forgets in one step of its own. */
    @Override
    public void forget(IntPredicate slots, int step) {
        if (step > 0) {
            return;
        }
        boolean[] ended = new boolean[1];
        shard().forget(slots, () -> ended[0] = true);
        while (!ended[0]) {
            shard().drain((key, ticket) -> {
                throw new SimViolation("TicketsInOrder", "a record lands while it is forgotten");
            });
        }
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        return shard().load(key, withValue);
    }

    @Override
    public void append(LogRecord record, long ticket) {
        shard().append(record, ticket);
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        shard().markChosen(key, entry);
    }

    @Override
    public void commit() {
        shard().commit();
    }

    @Override
    public void sync(DurableListener listener) {
        while (engine().runWriterOnce() > 0) {}
        shard().drain(listener::durable);
        for (int step = random.nextInt(STEPS_MAX + 1); step > 0; step--) {
            nanos += 1_000_000;
            engine().runBackgroundOnce();
            shard().drain(listener::durable);
        }
    }

    /** The power fails somewhere in the middle of what the disk still had to do. */
    @Override
    public void crash(RandomSource chance) {
        Faults faults = Objects.requireNonNull(fs).faults();
        if (chance.chance(0.5)) {
            faults.powerLossAt(1 + chance.nextInt(6));
            while (engine().runWriterOnce() > 0) {}
            for (int step = 0; step < STEPS_MAX; step++) {
                engine().runBackgroundOnce();
            }
        }
        engine = null;
    }

    @Override
    public void wake(int shardIndex) {}

    @Override
    public void damaged(int shardIndex, EntityKey key) {
        throw new SimViolation("NothingRots", key.toString());
    }

    @Override
    public void failed(Throwable cause) {
        if (!(cause instanceof Faults.PowerLossException)) {
            SimViolation violation = new SimViolation("DiskWorks", String.valueOf(cause));
            violation.initCause(cause);
            throw violation;
        }
    }
}
