package io.paxosstore.bitcask;

import io.paxosstore.log.StorageEngine.Room;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches the room on the disk, so that a full one makes the node refuse writes before anything
 * fails. Measured by the background thread, at a bounded rate; read by any thread.
 */
final class DiskRoom {
    /** How long a measurement holds. */
    static final long MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** How long after a failed write of the background it is tried again. */
    static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(DiskRoom.class);

    private final FileSystem fs;
    private final BitcaskConfig config;
    private final LongSupplier nanoClock;
    private long measuredNanos;
    private boolean measured;
    private volatile long usableBytes = Long.MAX_VALUE;
    private volatile Room room = Room.ENOUGH;
    private volatile boolean mayGrow = true;
    private boolean unknown;
    private long retriedNanos;

    DiskRoom(FileSystem fs, BitcaskConfig config, LongSupplier nanoClock) {
        this.fs = fs;
        this.config = config;
        this.nanoClock = nanoClock;
    }

    /** As last measured. */
    Room room() {
        return room;
    }

    /** Usable bytes, as last measured. */
    long usableBytes() {
        return usableBytes;
    }

    /**
     * Whether the disk itself has room for another segment. That the last one could not be made
     * does not count: else it would never be tried again.
     */
    boolean mayGrow() {
        return mayGrow;
    }

    /** Whether it is time to try again what has failed; at most once in a while. */
    boolean isRetryDue() {
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
    void runOnce(Supplier<@Nullable IOException> obstacle) {
        if (!measured || nanoClock.getAsLong() - measuredNanos >= MEASURE_NANOS) {
            measure(obstacle);
        }
    }

    /** Measures now. */
    void measure(Supplier<@Nullable IOException> obstacle) {
        measuredNanos = nanoClock.getAsLong();
        measured = true;
        long bytes;
        try {
            bytes = fs.usableBytes(config.directory());
            unknown = false;
        } catch (IOException e) {
            if (!unknown) {
                LOG.warn("storage.room.unknown directory={}", config.directory(), e);
            }
            unknown = true;
            bytes = usableBytes; // as it was: it is asked again, and a write tells the truth
        }
        usableBytes = bytes;
        mayGrow = bytes >= config.space().hardBytes(config.segmentBytes());
        IOException met = obstacle.get();
        Room now = Room.ENOUGH;
        if (met != null || !mayGrow) {
            now = Room.NONE;
        } else if (bytes < config.space().softBytes(config.segmentBytes())) {
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
    boolean isPassing(IOException error) {
        return room == Room.NONE || FileSystem.isPassing(error);
    }
}
