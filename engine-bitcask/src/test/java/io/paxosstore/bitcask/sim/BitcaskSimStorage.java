package io.paxosstore.bitcask.sim;

import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.NodeStore;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.SimStorage;
import io.paxosstore.sim.SimViolation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/**
 * The real engine, stepped by hand, on a disk that loses power: writes and merges that were under
 * way are torn, in the middle of recovery too. One shard, so that a crash keeps a prefix of all
 * records.
 */
public final class BitcaskSimStorage implements SimStorage, StorageEngine.Listener {
    private static final int SEGMENT_BYTES = 128 << 10;
    private static final int BATCH_BYTES = 16 << 10;
    private static final int KEY_BYTES_MAX = 1 << 10;
    private static final int PAYLOAD_BYTES_MAX = 64 << 10;
    private static final double MERGE_DEAD_RATIO = 0.3;

    /** Background steps after each sync, so that merges overlap with everything else. */
    private static final int STEPS_MAX = 4;

    private final IdentityConfig whose;
    private final BitcaskConfig config;
    private final RandomSource random;
    private CrashableFileSystem fs;
    private NodeStore node;
    private BitcaskEngine engine;
    private long nanos;
    private boolean wiped;

    /** An empty store for a node. */
    public BitcaskSimStorage(int nodeId, RandomSource random) {
        this.random = random;
        this.fs = new CrashableFileSystem(random.nextLong());
        this.whose = IdentityConfig.of(Path.of("/store"), "sim", nodeId, 1);
        this.config =
                BitcaskConfig.of(Path.of("/store"), 1)
                        .withSizes(BATCH_BYTES, KEY_BYTES_MAX, PAYLOAD_BYTES_MAX)
                        .withSegments(SEGMENT_BYTES, 1)
                        .withMerge(MERGE_DEAD_RATIO, Long.MAX_VALUE)
                        .withoutThreads();
        try {
            this.node = open();
            this.engine = node.engine;
        } catch (IOException e) {
            throw violation("StoreOpens", e);
        }
    }

    private NodeStore open() throws IOException {
        NodeStore opened =
                NodeStore.open(
                        whose,
                        config,
                        fs,
                        this,
                        new IdentityEnvironment(
                                () -> Instant.EPOCH,
                                () -> new UUID(random.nextLong(), random.nextLong())),
                        () -> nanos);
        if (opened.identity.standing() == Standing.NEW) {
            opened.standing(wiped ? Standing.REBUILDING : Standing.WHOLE);
        }
        return opened;
    }

    @Override
    public void wipe() {
        fs = new CrashableFileSystem(random.nextLong());
        wiped = true;
        try {
            node = open();
            engine = node.engine;
        } catch (IOException e) {
            throw violation("StoreOpens", e);
        }
    }

    @Override
    public void whole() {
        try {
            node.standing(Standing.WHOLE);
        } catch (IOException e) {
            throw violation("DiskWorks", e);
        }
    }

    @Override
    public boolean isWhole() {
        if (node.identity.standing() != Standing.WHOLE) {
            return false;
        }
        boolean[] whole = {true};
        long cursor = 0;
        do {
            cursor =
                    shard().page(
                                    cursor,
                                    100,
                                    false,
                                    (key, version, checksum) -> {
                                        Stored stored = load(key, false);
                                        whole[0] &= !stored.amnesiac();
                                    });
        } while (cursor != 0);
        return whole[0];
    }

    @Override
    public boolean isRebuilding() {
        return node.identity.standing() == Standing.REBUILDING;
    }

    @Override
    public Stored look(EntityKey key) {
        return load(key, false);
    }

    /**
     * Content that is wrong though intact: real damage has tests of its own. Only where there is
     * content; {@link #isWhole} could not see the rest.
     */
    @Override
    public void damage(EntityKey key) {
        Stored stored = load(key, false);
        if (stored.version() > 0 || stored.pendingEntry() > 0) {
            shard().quarantine(key);
        }
    }

    private StorageShard shard() {
        return engine.shard(0);
    }

    private static SimViolation violation(String invariant, Throwable cause) {
        SimViolation violation = new SimViolation(invariant, String.valueOf(cause));
        violation.initCause(cause);
        return violation;
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
        while (engine.runWriterOnce() > 0) {}
        shard().drain(listener::durable);
        for (int step = random.nextInt(STEPS_MAX + 1); step > 0; step--) {
            nanos += 1_000_000;
            engine.runBackgroundOnce();
            shard().drain(listener::durable);
        }
    }

    @Override
    public void crash(RandomSource chance) {
        if (chance.chance(0.5)) {
            // The power fails somewhere in the middle of what the disk still had to do.
            fs.faults().powerLossAt(1 + chance.nextInt(6));
            while (engine.runWriterOnce() > 0) {}
            for (int step = 0; step < STEPS_MAX; step++) {
                engine.runBackgroundOnce();
            }
        }
        fs = fs.crash();
        if (chance.chance(0.2)) {
            fs.faults().powerLossAt(1 + chance.nextInt(20));
        }
        while (true) {
            try {
                node = open();
                engine = node.engine;
                checkDamage();
                if (fs.faults().hasPower()) {
                    fs.faults().powerLossAt(Faults.NEVER);
                    return;
                }
                fs = fs.crash();
            } catch (Faults.PowerLossException e) {
                fs = fs.crash();
            } catch (IOException e) {
                throw violation("StoreOpens", e);
            }
        }
    }

    private void checkDamage() {
        for (DamageReport report : node.identity.damage().reports()) {
            if (report.kind().isLoss()) {
                throw new SimViolation("NothingDurableIsLost", report.toString());
            }
        }
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
            throw violation("DiskWorks", cause);
        }
    }
}
