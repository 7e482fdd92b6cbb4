package io.paxosstore.log.identity;

import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches the room on the disk, so that a full one makes the node refuse writes before anything
 * fails. Measured by the background thread, at a bounded rate; read by any thread.
 */
public final class DiskRoom {
    /** How long a measurement holds. */
    public static final long MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** How long after a failed write of the background it is tried again. */
    public static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(DiskRoom.class);

    /**
     * How much of the disk stays free.
     *
     * @param softBytes with less, no client's write is to begin
     * @param hardBytes with less, nothing is to be appended
     */
    public record Watermarks(long softBytes, long hardBytes) {}

    private final FileSystem fs;
    private final Path directory;
    private final Watermarks watermarks;
    private final LongSupplier nanoClock;
    private long measuredNanos;
    private boolean measured;
    private volatile long usableBytes = Long.MAX_VALUE;
    private volatile Room room = Room.ENOUGH;
    private volatile boolean mayGrow = true;
    private boolean unknown;
    private long retriedNanos;

    /**
     * @param directory a directory on the disk
     */
    public DiskRoom(FileSystem fs, Path directory, Watermarks watermarks, LongSupplier nanoClock) {
        this.fs = fs;
        this.directory = directory;
        this.watermarks = watermarks;
        this.nanoClock = nanoClock;
    }

    /** As last measured. */
    public Room room() {
        return room;
    }

    /** Usable bytes, as last measured. */
    public long usableBytes() {
        return usableBytes;
    }

    /**
     * Whether the disk itself has room for another segment. That the last one could not be made
     * does not count: else it would never be tried again.
     */
    public boolean mayGrow() {
        return mayGrow;
    }

    /** Whether it is time to try again what has failed; at most once in a while. */
    public boolean isRetryDue() {
        long now = nanoClock.getAsLong();
        boolean due = now - retriedNanos >= RETRY_NANOS;
        if (due) {
            retriedNanos = now;
        }
        return due;
    }

    /**
     * Measures if it is time to.
     *
     * @param obstacle why the log's next segment cannot be made, whatever the disk says; null when
     *     it can
     */
    public void runOnce(Supplier<@Nullable IOException> obstacle) {
        if (!measured || nanoClock.getAsLong() - measuredNanos >= MEASURE_NANOS) {
            measure(obstacle);
        }
    }

    /** Measures now. */
    public void measure(Supplier<@Nullable IOException> obstacle) {
        measuredNanos = nanoClock.getAsLong();
        measured = true;
        long bytes;
        try {
            bytes = fs.usableBytes(directory);
            unknown = false;
        } catch (IOException e) {
            if (!unknown) {
                LOG.warn("storage.room.unknown directory={}", directory, e);
            }
            unknown = true;
            bytes = usableBytes; // as it was: it is asked again, and a write tells the truth
        }
        usableBytes = bytes;
        mayGrow = bytes >= watermarks.hardBytes();
        IOException met = obstacle.get();
        Room now = Room.ENOUGH;
        if (met != null || !mayGrow) {
            now = Room.NONE;
        } else if (bytes < watermarks.softBytes()) {
            now = Room.LOW;
        }
        if (now != room) {
            LOG.warn(
                    "storage.room from={} to={} usableBytes={} obstacle={}",
                    room,
                    now,
                    bytes,
                    met == null ? "none" : met.toString());
            room = now;
        }
    }

    /** Whether a write that failed may succeed later. */
    public boolean isPassing(IOException error) {
        return room == Room.NONE || FileSystem.isPassing(error);
    }
}
