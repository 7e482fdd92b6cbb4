package io.paxosstore.bench.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;

/**
 * How fast the machine is at the moment, by work that does not depend on any store: others may use
 * the same hardware. To be read while the store is left alone. Not thread-safe.
 */
public final class Yardstick implements AutoCloseable {
    /** The store is left alone so long before, for what it does in the background. */
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private static final Duration PROCESSOR_TIME = Duration.ofMillis(500);
    private static final int FSYNCS = 200;
    private static final int BLOCK_BYTES = 4096;
    private static final int STEPS_AT_ONCE = 1024;
    private static final double NANOS_PER_MICRO = 1000;

    /** More than the caches of most processors hold. */
    private static final int TABLE_LONGS = 1 << 22;

    private final long[] table = new long[TABLE_LONGS];
    private final Path file;
    private final FileChannel channel;

    /**
     * What was read.
     *
     * @param stepsPerMicro reads and writes at random places of memory, by all processors together
     * @param fsyncMicros the median time to write a block over an old one and to sync it
     */
    public record Reading(double stepsPerMicro, double fsyncMicros) {}

    /** Prepares readings of the disk on which a directory lies. */
    public Yardstick(Path directory) throws IOException {
        this.file = Files.createTempFile(directory, "yardstick", ".tmp");
        this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
        Arrays.setAll(table, at -> at * 0x9E3779B97F4A7C15L);
        for (int at = 0; at < FSYNCS; at++) {
            channel.write(ByteBuffer.allocate(BLOCK_BYTES), (long) at * BLOCK_BYTES);
        }
        channel.force(true);
    }

    /** Takes about three seconds. */
    public Reading read() throws IOException, InterruptedException {
        Thread.sleep(SETTLE);
        return new Reading(processors(), disk());
    }

    private double processors() throws InterruptedException {
        int longs = TABLE_LONGS / EveryProcessor.count();
        return EveryProcessor.run(thread -> () -> walk(thread, longs)).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** Each thread in its own part of the table. Returns its steps in a microsecond. */
    private double walk(int part, int longs) {
        int base = part * longs;
        long began = System.nanoTime();
        long end = began + PROCESSOR_TIME.toNanos();
        long steps = 0;
        long state = part + 1L;
        long now = began;
        while (now - end < 0) {
            for (int i = 0; i < STEPS_AT_ONCE; i++) {
                int at = base + (int) (state >>> 40) % longs;
                state = (state ^ table[at]) * 0x9E3779B97F4A7C15L + 1;
                table[at] = state;
            }
            steps += STEPS_AT_ONCE;
            now = System.nanoTime();
        }
        return steps * NANOS_PER_MICRO / (now - began);
    }

    private double disk() throws IOException {
        long[] nanos = new long[FSYNCS];
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        for (int at = 0; at < FSYNCS; at++) {
            long began = System.nanoTime();
            channel.write(block.clear(), (long) at * BLOCK_BYTES);
            channel.force(false);
            nanos[at] = System.nanoTime() - began;
        }
        Arrays.sort(nanos);
        return nanos[FSYNCS / 2] / NANOS_PER_MICRO;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.delete(file);
    }
}
