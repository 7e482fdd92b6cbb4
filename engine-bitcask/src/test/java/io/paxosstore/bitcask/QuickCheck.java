package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * A quick look at the engine's speed on a real disk; not part of the build. Prints appends per
 * second at several batch sizes, the CPU time of the shard's thread per append, and the time of a
 * start with a million keys. Argument: an empty directory to use.
 */
final class QuickCheck implements StorageEngine.Listener {
    private static final int KEYS = 1_000_000;
    private static final int VALUE_BYTES = 100;

    private final int[] entries = new int[KEYS];
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Semaphore woken = new Semaphore(0);

    private QuickCheck() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]).resolve("quick-check");
        new QuickCheck().run(directory);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    private void run(Path directory) throws IOException {
        BitcaskConfig config = BitcaskConfig.of(directory, 1);
        try (NodeStore store = NodeStore.open(config, FileSystem.real(), this)) {
            BitcaskEngine engine = store.engine;
            append(engine, 8192, KEYS, "load");
            append(engine, 8192, KEYS, "overwrite");
            for (int batch : new int[] {1, 8, 64, 512}) {
                append(engine, batch, Math.min(200_000, batch * 6000), "batch " + batch);
            }
            print("after the writes: " + engine.stats());
        }
        for (String how : new String[] {"hints", "scan"}) {
            if (how.equals("scan")) {
                try (Stream<Path> files = Files.list(directory)) {
                    for (Path file : files.toList()) {
                        if (file.toString().endsWith(HintWriter.SUFFIX)) {
                            Files.delete(file);
                        }
                    }
                }
            }
            long start = System.nanoTime();
            long work = threads.getCurrentThreadCpuTime();
            try (NodeStore store = NodeStore.open(config, FileSystem.real(), this)) {
                BitcaskEngine engine = store.engine;
                long nanos = System.nanoTime() - start;
                long cpuNanos = threads.getCurrentThreadCpuTime() - work;
                print("start by " + how + ": " + nanos / 1_000_000 + " ms");
                print("of which CPU: " + cpuNanos / 1_000_000 + " ms, " + engine.stats());
                loads(engine);
            }
        }
    }

    private void append(BitcaskEngine engine, int batch, int records, String name)
            throws IOException {
        StorageShard shard = engine.shard(0);
        BitcaskStats before = engine.stats();
        long cpuNanos = 0;
        long start = System.nanoTime();
        long random = 88172645463325252L;
        byte[] payload = new byte[VALUE_BYTES];
        int done = 0;
        while (done < records) {
            int count = Math.min(batch, records - done);
            long work = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < count; i++) {
                random ^= random << 13;
                random ^= random >>> 7;
                random ^= random << 17;
                int number = name.equals("load") ? done + i : (int) ((random >>> 1) % KEYS);
                EntryValue value = EntryValue.of(new ValueId(1, 1, done + i + 1L), payload);
                long entry = ++entries[number];
                shard.append(new LogRecord(key(number), entry, 1, 1, value, false, entry - 1), i);
            }
            shard.commit();
            cpuNanos += threads.getCurrentThreadCpuTime() - work;
            int drained = 0;
            while (drained < count) {
                woken.acquireUninterruptibly();
                work = threads.getCurrentThreadCpuTime();
                drained += shard.drain((key, ticket) -> {});
                cpuNanos += threads.getCurrentThreadCpuTime() - work;
            }
            done += count;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        BitcaskStats after = engine.stats();
        long commits = after.commits() - before.commits();
        print(
                String.format(
                        Locale.ROOT,
                        "%s: %.0f records/s, %.2f us in the shard per record, %d commits, fsync"
                                + " %.0f us, %.0f bytes per record, %d late segments",
                        name,
                        records / seconds,
                        cpuNanos / 1e3 / records,
                        commits,
                        (after.commitForceNanos() - before.commitForceNanos()) / 1e3 / commits,
                        (after.writtenBytes() - before.writtenBytes()) / (double) records,
                        after.lateSegments()));
    }

    private static void loads(BitcaskEngine engine) throws IOException {
        int count = 200_000;
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            engine.shard(0).load(key(i * 5), true);
        }
        print("load with value: " + (System.nanoTime() - start) / count + " ns");
    }

    private static EntityKey key(int number) {
        byte[] key = new byte[16];
        ByteBuffer.wrap(key).putLong(0, number).putLong(8, number * 31L);
        return new EntityKey(1, key);
    }

    private static void print(String line) {
        System.out.println(line);
    }

    @Override
    public void wake(int shardIndex) {
        woken.release();
    }

    @Override
    public void damaged(int shardIndex, EntityKey key) {}

    @Override
    public void failed(Throwable cause) {
        throw new IllegalStateException("storage failed", cause);
    }
}
