package io.paxosstore.bitcask;

import io.paxosstore.log.StorageEngine.Room;
import io.paxosstore.log.fs.FileSystem;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

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
     * Measures if it is time to.
     *
     * @param stalled whether the log's next segment could not be made, whatever the disk says
     * @return whether it measured
     */
    boolean runOnce(BooleanSupplier stalled) {
        if (measured && nanoClock.getAsLong() - measuredNanos < MEASURE_NANOS) {
            return false;
        }
        measure(stalled);
        return true;
    }

    /** Measures now. */
    void measure(BooleanSupplier stalled) {
        measuredNanos = nanoClock.getAsLong();
        measured = true;
        long bytes;
        try {
            bytes = fs.usableBytes(config.directory());
        } catch (IOException e) {
            LOG.warn("storage.room.unknown directory={}", config.directory(), e);
            return;
        }
        usableBytes = bytes;
        Room now = Room.ENOUGH;
        if (stalled.getAsBoolean() || bytes < config.space().hardBytes(config.segmentBytes())) {
            now = Room.NONE;
        } else if (bytes < config.space().softBytes(config.segmentBytes())) {
            now = Room.LOW;
        }
        if (now != room) {
            LOG.warn("storage.room from={} to={} usableBytes={}", room, now, bytes);
            room = now;
        }
    }

    /** Whether an error of a write means that the disk is full. */
    boolean isFull(IOException error) {
        return room == Room.NONE || FileSystem.isNoRoom(error);
    }
}
