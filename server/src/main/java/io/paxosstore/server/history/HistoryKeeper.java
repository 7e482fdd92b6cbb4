package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.node.history.KeptBefore;
import io.paxosstore.node.history.ShardChanges;
import io.paxosstore.protocol.model.HistoryPosition;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Keeps a node's history of changes, on a thread of its own that looks some times in a second what
 * the shards have given it: no shard wakes it, or waits for it. Nothing is synced. What cannot be
 * used any more is thrown away, and the history begins anew: it is derived, and watchers see what
 * is missing. While there is no room on the disk the latest are kept in memory, so that watchers go
 * on to hear what changes. Thread-safe.
 */
public final class HistoryKeeper implements ChangeHistory, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryKeeper.class);

    /** How often it looks while somebody follows what it keeps. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * How often while nobody does: fewer and larger batches cost the node less. Whoever asks wakes
     * it; and the shards have room for far more than comes in this time.
     */
    private static final long IDLE_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** How long it searches, or tells followers, before it writes again what has come. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How often files are counted. */
    private static final long TRIM_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So long after a failure there is no history. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

    /**
     * So many of the changes before a crash are known, so that none of them is kept again: more
     * than there are in the seconds in which a node may forget that an entry is chosen.
     */
    private static final int KEPT_BEFORE_MAX = 1 << 19;

    /** Most of the latest batches that are kept in memory while there is no room on the disk. */
    private static final long WITHOUT_ROOM_BYTES_MAX = 8 << 20;

    private static final int SPARE_BYTES = 64 << 10;

    /** A larger buffer is not used again. */
    private static final int SPARE_BYTES_MAX = 1 << 20;

    private static final long STOP_MILLIS = 5000;

    private final HistoryOptions options;
    private final BooleanSupplier isRoomScarce;
    private final InstantSource clock;
    private final HistoryFiles files;
    private final WaitingChanges waiting;
    private final HistorySearches searches = new HistorySearches();
    private final HistoryFollowers followers = new HistoryFollowers();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile HistoryFigures figures = HistoryFigures.NONE;

    // Of the thread alone, once it runs.
    private HistoryLineage earlier;
    private @Nullable KeptBefore keptBefore;
    private @Nullable ByteBuffer spare;
    private @Nullable HistoryMedium medium;

    /** Whether what is open is in memory, for want of room on the disk. */
    private boolean isWithoutRoom;

    private long lineage;
    private long droppedBefore;
    private long retryNanos = System.nanoTime();
    private long trimmedNanos = retryNanos - TRIM_NANOS;
    private long appendedBytes;
    private long losses;
    private long damagedBefore;

    /**
     * @param isRoomScarce whether nothing must be written, for want of room on the disk; asked
     *     before each batch, and every second
     */
    public HistoryKeeper(
            int nodeId, int shards, HistoryOptions options, BooleanSupplier isRoomScarce) {
        this(nodeId, shards, options, isRoomScarce, InstantSource.system());
    }

    HistoryKeeper(
            int nodeId,
            int shards,
            HistoryOptions options,
            BooleanSupplier isRoomScarce,
            InstantSource clock) {
        this.options = options;
        this.isRoomScarce = isRoomScarce;
        this.clock = clock;
        this.files = new HistoryFiles(options.directory(), options.bytesMax(), options.ageMax());
        this.earlier = options.isOnDisk() ? HistoryLineage.read(options) : HistoryLineage.NONE;
        this.waiting = WaitingChanges.begin(options, shards, earlier, !isRoomScarce.getAsBoolean());
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("node" + nodeId + "-history")
                        .unstarted(this::run);
    }

    /** Begins to keep; before the first change. */
    public HistoryKeeper start() {
        thread.start();
        return this;
    }

    /** What it has done, as of about a second ago. */
    public HistoryFigures figures() {
        return figures;
    }

    @Override
    public void keep(int shard, ByteBuffer from, int at, int length) {
        waiting.buffers().get(shard).add(from, at, length);
    }

    @Override
    public void find(ChangeQuestion question, Consumer<ChangesFound> answer) {
        searches.offer(question, answer);
        if (stopping) {
            searches.failWaiting();
        }
        LockSupport.unpark(thread);
    }

    @Override
    public Following follow(
            ChangeRange range, HistoryPosition from, int windowBytes, ChangeFollower follower) {
        Following following = followers.follow(range, from, windowBytes, follower);
        LockSupport.unpark(thread);
        return following;
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
                LockSupport.parkNanos(followers.hasAny() ? LOOK_NANOS : IDLE_LOOK_NANOS);
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
        searches.gather();
        HistoryMedium open = append(opened());
        boolean isFollowed = followers.advance(SLICE_NANOS);
        boolean isSearched = searches.advance(open, SLICE_NANOS);
        if (followers.haveMetDamage()) {
            beginLineage();
        }
        return isFollowed || isSearched;
    }

    private boolean isWanted() {
        return searches.isWaiting() || followers.hasWishes() || !waiting.isEmpty();
    }

    private HistoryMedium opened() throws IOException {
        HistoryMedium open = medium;
        if (open == null) {
            isWithoutRoom = options.isOnDisk() && isRoomScarce.getAsBoolean();
            open = open();
            medium = open;
            if (!isWithoutRoom && isSame(open)) {
                lineage = earlier.lineage();
            } else {
                droppedBefore = waiting.dropped();
                freshLineage();
            }
            earlier = HistoryLineage.NONE;
            waiting.isKept();
            followers.opened(open, lineage);
        }
        return open;
    }

    /** Whether nothing is missing; takes in what an earlier life has left. */
    private boolean isSame(HistoryMedium open) {
        if (!waiting.isWhole() && !earlier.isOf(open.newestPlace())) {
            return false;
        }
        // Also after an end in order: what a node has forgotten with a crash it may find out lives
        // later.
        KeptBefore known = KeptBefore.of(open, KEPT_BEFORE_MAX);
        for (ByteBuffer batch : waiting.left()) {
            // Some of it may have come to the history before the process was killed.
            known.leaveOut(batch);
            keep(open, batch);
            known.add(batch);
        }
        keptBefore = known.isEmpty() ? null : known;
        return waiting.dropped() == 0;
    }

    private void keep(HistoryMedium open, ByteBuffer batch) {
        if (batch.hasRemaining()) {
            appendedBytes += batch.remaining();
            followers.kept(open.append(batch), batch);
        }
    }

    private HistoryMedium open() throws IOException {
        if (!options.isOnDisk()) {
            return new MemoryBatches(options.bytesMax());
        } else if (isWithoutRoom) {
            return new MemoryBatches(Math.min(options.bytesMax(), WITHOUT_ROOM_BYTES_MAX));
        }
        Files.createDirectories(options.directory());
        return new ChronicleMedium(options.directory(), clock);
    }

    private void beginLineage() {
        freshLineage();
        followers.lost(lineage);
    }

    private void freshLineage() {
        lineage = HistoryLineage.fresh();
        waiting.begin(isWithoutRoom ? 0 : lineage); // no later life has what is in memory
    }

    /** Keeps what waits; returns what is open afterwards. */
    private HistoryMedium append(HistoryMedium opened) throws IOException {
        HistoryMedium open = opened;
        for (ShardChanges changes : waiting.buffers()) {
            ByteBuffer batch = take(changes);
            if (batch == null) {
                continue;
            }
            if (keptBefore != null) {
                keptBefore.leaveOut(batch);
            }
            open = withRoom(open);
            keep(open, batch);
            changes.kept();
            reuse(batch);
        }
        long dropped = waiting.dropped();
        if (dropped > droppedBefore) {
            droppedBefore = dropped;
            beginLineage();
        }
        return open;
    }

    /** What has room for a batch: memory if the disk has none. */
    private HistoryMedium withRoom(HistoryMedium open) throws IOException {
        if (!options.isOnDisk() || isWithoutRoom || !isRoomScarce.getAsBoolean()) {
            return open;
        }
        LOG.warn(
                "history_in_memory directory={} There is no room on the disk: only the latest"
                        + " changes are kept, in memory. Watches that ask for older ones are told"
                        + " Compacted.",
                options.directory());
        leave();
        return opened();
    }

    /** Gives up what is open, and what was kept or is kept there; the history begins anew. */
    private void leave() {
        losses++;
        shut();
        followers.closed();
        searches.beginAgain();
    }

    private void shut() {
        damagedBefore += medium == null ? 0 : medium.damaged();
        close(medium);
        medium = null;
    }

    /** What waits of a shard, which may have the spare buffer from now on. */
    private @Nullable ByteBuffer take(ShardChanges buffer) {
        ByteBuffer given = spare == null ? ByteBuffer.allocate(SPARE_BYTES) : spare;
        ByteBuffer batch = buffer.take(given);
        spare = batch == null ? given : null;
        return batch;
    }

    private void reuse(ByteBuffer batch) {
        spare = batch.capacity() > SPARE_BYTES_MAX ? null : batch;
    }

    private void drop() {
        for (ShardChanges changes : waiting.buffers()) {
            ByteBuffer batch = take(changes);
            if (batch != null) {
                changes.kept();
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
        boolean isScarce = isRoomScarce.getAsBoolean();
        if (medium != null && isWithoutRoom && !isScarce) {
            LOG.info("history_on_disk directory={} There is room again.", options.directory());
            leave();
        }
        HistoryFiles.Left left = files.trim(clock.instant(), isScarce);
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
                        waiting.dropped(),
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
        shut();
        earlier = HistoryLineage.NONE;
        keptBefore = null;
        waiting.begin(0);
        waiting.buffers().forEach(ShardChanges::kept); // what was taken is lost with the rest
        tell(0);
        followers.closed();
        searches.failRunning();
        try {
            waiting.isKept();
            remove(options.directory());
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("history_not_removed directory={}", options.directory(), e);
        }
    }

    /** All of it, but for what the shards write to. */
    private void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path one : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                if (!one.equals(directory) && !waiting.isIn(one)) {
                    Files.deleteIfExists(one);
                }
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
                open = append(open);
                long newest = open.newestPlace();
                close(open);
                if (options.isOnDisk() && !isWithoutRoom) {
                    HistoryLineage.put(options, lineage, newest);
                }
                waiting.remove();
            } else if (waiting.isEmpty()) { // else the next life takes it in
                earlier.putBack(options);
                waiting.remove();
            }
        } catch (RuntimeException | IOException | Error e) {
            LOG.warn("history_end_lost directory={}", options.directory(), e);
            close(medium);
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
