package io.paxosstore.bench.measure;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Notes when a disk stands still: writes a block and waits for it to be durable, again and again.
 * Nothing on that disk can be durable meanwhile, whatever the store. Why it stands still is not
 * seen here: a store that kept it busy for so long would do it too. Thread-safe.
 */
public final class DiskWatch implements AutoCloseable {
    /** Writes and waits for the disk; until it is closed. */
    interface Probe extends Closeable {
        void sync() throws IOException;
    }

    /** A block of a file. */
    private record Block(FileChannel file) implements Probe {
        @Override
        public void sync() throws IOException {
            file.write(ByteBuffer.allocate(BLOCK_BYTES), 0);
            file.force(false);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final long STALL_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int STALLS_MAX = 1_000;
    private static final int BLOCK_BYTES = 4_096;

    /** From when to when, by {@link System#nanoTime}. */
    private record Stall(long fromNanos, long toNanos) {
        long within(long from, long to) {
            return Math.max(0, Math.min(toNanos, to) - Math.max(fromNanos, from));
        }
    }

    private final Deque<Stall> stalls = new ArrayDeque<>();
    private long beganNanos;
    private boolean probing;
    private boolean closed;

    DiskWatch(Probe probe) {
        Thread.ofPlatform().daemon().name("disk-watch").start(() -> watch(probe));
    }

    /**
     * Watches the disk of an existing directory, by a file in it.
     *
     * @throws IOException when the file cannot be made
     */
    public static DiskWatch of(Path directory) throws IOException {
        return new DiskWatch(
                new Block(
                        FileChannel.open(
                                directory.resolve("disk-watch"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.DELETE_ON_CLOSE)));
    }

    private void watch(Probe probe) {
        try (probe) {
            while (begin()) {
                try {
                    probe.sync();
                } finally {
                    end(); // a disk that fails does not stand still: it excuses nothing
                }
                Thread.sleep(PAUSE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the disk cannot be watched", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean begin() {
        beganNanos = System.nanoTime();
        probing = !closed;
        return probing;
    }

    private synchronized void end() {
        probing = false;
        Stall stall = new Stall(beganNanos, System.nanoTime());
        if (stall.toNanos() - stall.fromNanos() >= STALL_NANOS_MIN) {
            stalls.addLast(stall);
            if (stalls.size() > STALLS_MAX) {
                stalls.removeFirst();
            }
        }
    }

    /** For how long the disk stood still in this time, by {@link System#nanoTime}, all in all. */
    public synchronized long stalledNanos(long fromNanos, long toNanos) {
        long sum = 0;
        for (Stall stall : stalls) {
            sum += stall.within(fromNanos, toNanos);
        }
        if (probing && toNanos - beganNanos >= STALL_NANOS_MIN) {
            sum += new Stall(beganNanos, toNanos).within(fromNanos, toNanos);
        }
        return sum;
    }

    /** Ends the watching, soon. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
