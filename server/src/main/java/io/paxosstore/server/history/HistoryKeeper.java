package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeBuffer;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangeSearch;
import io.paxosstore.node.history.ChangesFound;

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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
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

    /** How long it searches before it writes again what has come. */
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

    /** Questions that wait for the search before them; one more finds nothing. */
    private static final int WAITING_MAX = 100_000;

    private static final long STOP_MILLIS = 5000;

    private record Asked(ChangeQuestion question, Consumer<ChangesFound> answer) {}

    private final HistoryOptions options;
    private final BooleanSupplier isRoomScarce;
    private final HistoryFiles files;
    private final List<ChangeBuffer> buffers = new ArrayList<>();
    private final BlockingQueue<Asked> waiting = new LinkedBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private volatile boolean stopping;
    private volatile HistoryFigures figures = HistoryFigures.NONE;

    // Of the thread alone.
    private @Nullable ByteBuffer spare;
    private @Nullable ChronicleMedium medium;
    private List<Asked> asked = List.of();
    private @Nullable ChangeSearch search;
    private long retryNanos = System.nanoTime();
    private long trimmedNanos = retryNanos - TRIM_NANOS;
    private long appendedBytes;
    private long searches;
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

    /** Begins to keep. */
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
        buffers.get(shard).add(from, at, length);
    }

    @Override
    public void find(ChangeQuestion question, Consumer<ChangesFound> answer) {
        if (!waiting.offer(new Asked(question, answer))) {
            answer.accept(ChangesFound.NONE);
        }
        if (stopping) {
            answerAll();
        }
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
            answerAll();
            return false;
        }
        if (System.nanoTime() - trimmedNanos >= TRIM_NANOS) {
            trim();
        }
        if (medium == null && !isWanted()) {
            return false; // a node that is starting has other things to do
        }
        ChronicleMedium open = opened();
        append(open);
        return search(open);
    }

    private boolean isWanted() {
        return !waiting.isEmpty() || buffers.stream().anyMatch(buffer -> !buffer.isEmpty());
    }

    private ChronicleMedium opened() throws IOException {
        ChronicleMedium open = medium;
        if (open == null) {
            Files.createDirectories(options.directory());
            open = new ChronicleMedium(options.directory());
            medium = open;
        }
        return open;
    }

    private void append(ChronicleMedium open) {
        for (ChangeBuffer buffer : buffers) {
            ByteBuffer batch = take(buffer);
            if (batch != null) {
                if (!isRoomScarce.getAsBoolean()) {
                    appendedBytes += batch.remaining();
                    open.append(batch);
                }
                reuse(batch);
            }
        }
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

    private boolean search(ChronicleMedium open) {
        ChangeSearch running = search;
        if (running == null) {
            asked = takeAsked();
            if (asked.isEmpty()) {
                return false;
            }
            searches++;
            running = new ChangeSearch(open, asked.stream().map(Asked::question).toList());
            search = running;
        }
        long begun = System.nanoTime();
        boolean isMore = running.step();
        while (isMore && System.nanoTime() - begun < SLICE_NANOS) {
            isMore = running.step();
        }
        if (!isMore) {
            List<ChangesFound> answers = running.answers();
            search = null;
            for (int i = 0; i < answers.size(); i++) {
                asked.get(i).answer.accept(answers.get(i));
            }
            asked = List.of();
        }
        return true;
    }

    private List<Asked> takeAsked() {
        List<Asked> taken = new ArrayList<>();
        waiting.drainTo(taken);
        return taken;
    }

    /** Nothing is found: those who ask go on without. */
    private void answerAll() {
        takeAsked().forEach(one -> one.answer.accept(ChangesFound.NONE));
    }

    private void trim() throws IOException {
        trimmedNanos = System.nanoTime();
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
                        buffers.stream().mapToLong(ChangeBuffer::dropped).sum(),
                        searches,
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
        search = null;
        asked.forEach(one -> one.answer.accept(ChangesFound.NONE));
        asked = List.of();
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

    private static void close(@Nullable ChronicleMedium medium) {
        if (medium != null) {
            try {
                medium.close();
            } catch (RuntimeException | Error e) {
                LOG.debug("history_not_closed", e); // it is given up in any case
            }
        }
    }

    private void end() {
        ChronicleMedium open = medium;
        try {
            if (open != null) {
                append(open);
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("history_end_lost directory={}", options.directory(), e);
        }
        close(open);
        asked.forEach(one -> one.answer.accept(ChangesFound.NONE));
        answerAll();
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
