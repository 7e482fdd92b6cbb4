package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeBuffer;
import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.protocol.model.HistoryPosition;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Keeps a node's history of changes, on a thread of its own that looks every few milliseconds what
 * the shards have given it: no shard wakes it, or waits for it. Nothing is synced. What cannot be
 * used any more is thrown away, and the history begins anew: it is derived, and watchers see what
 * is missing. Thread-safe.
 */
public final class HistoryKeeper implements ChangeHistory, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryKeeper.class);

    /** How often it looks. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How long it searches, or tells followers, before it writes again what has come. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How often files are counted. */
    private static final long TRIM_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So long after a failure there is no history. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** What waits of one shard, at most. */
    private static final int BUFFER_BYTES = 4 << 20;

    private static final int SPARE_BYTES = 64 << 10;

    /** A larger buffer is not used again. */
    private static final int SPARE_BYTES_MAX = 1 << 20;

    private static final long STOP_MILLIS = 5000;

    private final HistoryOptions options;
    private final BooleanSupplier isRoomScarce;
    private final HistoryFiles files;
    private final List<ChangeBuffer> buffers = new ArrayList<>();
    private final HistorySearches searches = new HistorySearches();
    private final HistoryFollowers followers = new HistoryFollowers();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile HistoryFigures figures = HistoryFigures.NONE;

    // Of the thread alone, once it runs.
    private HistoryLineage earlier = HistoryLineage.NONE;
    private @Nullable ByteBuffer spare;
    private @Nullable HistoryMedium medium;
    private long lineage;
    private long droppedBefore;
    private long retryNanos = System.nanoTime();
    private long trimmedNanos = retryNanos - TRIM_NANOS;
    private long appendedBytes;
    private long losses;
    private long damagedBefore;

    /**
     * @param isRoomScarce whether nothing must be written, for want of room on the disk
     */
    public HistoryKeeper(
            int nodeId, int shards, HistoryOptions options, BooleanSupplier isRoomScarce) {
        this.options = options;
        this.isRoomScarce = isRoomScarce;
        this.files = new HistoryFiles(options.directory(), options.bytesMax(), options.ageMax());
        for (int i = 0; i < shards; i++) {
            buffers.add(new ChangeBuffer(BUFFER_BYTES));
        }
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("node" + nodeId + "-history")
                        .unstarted(this::run);
    }

    /** Begins to keep; before the first change. */
    public HistoryKeeper start() {
        earlier = HistoryLineage.take(options);
        thread.start();
        return this;
    }

    /** What it has done, as of about a second ago. */
    public HistoryFigures figures() {
        return figures;
    }

    @Override
    public void keep(int shard, ByteBuffer from, int at, int length) {
        buffers.get(shard).add(from, at, length);
    }

    @Override
    public void find(ChangeQuestion question, Consumer<ChangesFound> answer) {
        searches.offer(question, answer);
        if (stopping) {
            searches.failWaiting();
        }
    }

    @Override
    public Following follow(
            ChangeRange range, HistoryPosition from, int windowBytes, ChangeFollower follower) {
        return followers.follow(range, from, windowBytes, follower);
    }

    private void run() {
        while (!stopping) {
            boolean isBusy = false;
            try {
                isBusy = turn();
            } catch (RuntimeException | IOException | Error e) {
                // An Error, too: an InternalError is what a mapped file becomes whose disk has
                // failed. The node can do without its history, but not without this thread.
                lose(e);
            }
            if (!isBusy) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        end();
    }

    /** Returns whether there is more to do at once. */
    private boolean turn() throws IOException {
        if (medium == null && retryNanos - System.nanoTime() > 0) {
            drop();
            searches.failWaiting();
            return followers.advance(SLICE_NANOS);
        }
        if (System.nanoTime() - trimmedNanos >= TRIM_NANOS) {
            trim();
        }
        if (medium == null && !isWanted()) {
            return false; // a node that is starting has other things to do
        }
        HistoryMedium open = opened();
        searches.gather();
        append(open);
        boolean isFollowed = followers.advance(SLICE_NANOS);
        boolean isSearched = searches.advance(open, SLICE_NANOS);
        if (followers.haveMetDamage()) {
            beginLineage();
        }
        return isFollowed || isSearched;
    }

    private boolean isWanted() {
        return searches.isWaiting()
                || followers.hasWishes()
                || buffers.stream().anyMatch(buffer -> !buffer.isEmpty());
    }

    private HistoryMedium opened() throws IOException {
        HistoryMedium open = medium;
        if (open == null) {
            open = open();
            medium = open;
            lineage = earlier.of(open.newestPlace());
            earlier = HistoryLineage.NONE;
            droppedBefore = dropped();
            followers.opened(open, lineage);
        }
        return open;
    }

    private HistoryMedium open() throws IOException {
        if (!options.isOnDisk()) {
            return new MemoryBatches(options.bytesMax());
        }
        Files.createDirectories(options.directory());
        return new ChronicleMedium(options.directory());
    }

    private void beginLineage() {
        lineage = HistoryLineage.fresh();
        followers.lost(lineage);
    }

    private void append(HistoryMedium open) {
        for (ChangeBuffer buffer : buffers) {
            ByteBuffer batch = take(buffer);
            if (batch == null) {
                continue;
            }
            if (isRoomScarce.getAsBoolean()) {
                beginLineage();
            } else {
                appendedBytes += batch.remaining();
                followers.kept(open.append(batch), batch);
            }
            reuse(batch);
        }
        if (dropped() > droppedBefore) {
            droppedBefore = dropped();
            beginLineage();
        }
    }

    private long dropped() {
        return buffers.stream().mapToLong(ChangeBuffer::dropped).sum();
    }

    /** What waits in a buffer, which has the spare one from now on. */
    private @Nullable ByteBuffer take(ChangeBuffer buffer) {
        ByteBuffer given = spare == null ? ByteBuffer.allocate(SPARE_BYTES) : spare;
        ByteBuffer batch = buffer.take(given);
        spare = batch == null ? given : null;
        return batch;
    }

    private void reuse(ByteBuffer batch) {
        spare = batch.capacity() > SPARE_BYTES_MAX ? null : batch;
    }

    private void drop() {
        for (ChangeBuffer buffer : buffers) {
            ByteBuffer batch = take(buffer);
            if (batch != null) {
                reuse(batch);
            }
        }
    }

    private void trim() throws IOException {
        trimmedNanos = System.nanoTime();
        if (!options.isOnDisk()) {
            tell(0);
            return;
        }
        HistoryFiles.Left left = files.trim(Instant.now(), isRoomScarce.getAsBoolean());
        if (left.haveGone() && medium != null) {
            medium.filesHaveGone();
        }
        tell(left.bytes());
    }

    private void tell(long diskBytes) {
        figures =
                new HistoryFigures(
                        diskBytes,
                        appendedBytes,
                        dropped(),
                        searches.count(),
                        damagedBefore + (medium == null ? 0 : medium.damaged()),
                        losses);
    }

    /** The history begins anew. */
    private void lose(Throwable cause) {
        losses++;
        LOG.warn(
                "history_lost directory={} The history of changes cannot be used and begins anew;"
                        + " watches that ask for what was in it are told Compacted.",
                options.directory(),
                cause);
        retryNanos = System.nanoTime() + RETRY_NANOS;
        damagedBefore += medium == null ? 0 : medium.damaged();
        close(medium);
        medium = null;
        tell(0);
        followers.closed();
        searches.failRunning();
        try {
            remove(options.directory());
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("history_not_removed directory={}", options.directory(), e);
        }
    }

    private static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path one : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(one);
            }
        }
    }

    private static void close(@Nullable HistoryMedium medium) {
        if (medium != null) {
            try {
                medium.close();
            } catch (RuntimeException | Error e) {
                LOG.debug("history_not_closed", e); // it is given up in any case
            }
        }
    }

    private void end() {
        HistoryMedium open = medium;
        try {
            if (open != null) {
                append(open);
                long newest = open.newestPlace();
                close(open);
                if (options.isOnDisk()) {
                    HistoryLineage.put(options, lineage, newest);
                }
            } else if (options.isOnDisk()) {
                earlier.putBack(options); // nothing has changed
            }
        } catch (RuntimeException | IOException | Error e) {
            LOG.warn("history_end_lost directory={}", options.directory(), e);
            close(open);
        }
        followers.closed();
        searches.failRunning();
        searches.failWaiting();
    }

    /** Ends when what was given has been written, or the thread is interrupted. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
