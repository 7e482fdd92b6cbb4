package io.paxosstore.log.segment;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/**
 * Log segments made ahead: files whose blocks have all been written and synced, so that writing
 * records into them changes no metadata and fdatasync stays cheap.
 *
 * <p>A segment is zeroed by real writes, or is a retired one whose old content stays: records carry
 * the mark of their segment's id, so old ones are not taken for new ones. Ids grow and are never
 * used twice. A segment gets its header and its final name, durably, before it is handed out, so
 * taking one costs no disk access.
 *
 * <p>{@link #runOnce} does one small step (the background thread, or whoever steps it); {@link
 * #take} is called by the log writer, {@link #retire} by anyone. A lock guards the preparation; the
 * writer takes it only when nothing is prepared.
 */
public final class SegmentPool {
    /** Ends the name of a segment file. */
    public static final String SEGMENT_SUFFIX = ".seg";

    /** Begins the name of a retired file that waits for its next use. */
    public static final String FREE_PREFIX = "free-";

    private static final String PREPARE_PREFIX = "prepare-";
    private static final int ZERO_CHUNK_BYTES = 1 << 20;

    /**
     * What segments look like.
     *
     * @param directory where they lie
     * @param segmentBytes the size of every segment
     * @param ahead how many are kept prepared, at least 1
     * @param header makes the header of the segment with the given id
     * @param mayGrow whether there is room on the disk for another segment; if not, none is made
     *     ahead
     */
    public record Spec(
            Path directory,
            int segmentBytes,
            int ahead,
            LongFunction<ByteBuffer> header,
            BooleanSupplier mayGrow) {}

    /** A segment that is ready to be written. */
    public record Prepared(long id, Path file, FileHandle handle) {}

    /** Keeps a durable list of the segments that must be there. Thread-safe. */
    public interface Registry {
        /** The file is there, durably, and is about to be handed out. */
        void created(long id) throws IOException;

        /** The file is about to be deleted or to get another name. */
        void retiring(long id) throws IOException;
    }

    private final FileSystem fs;
    private final Spec spec;
    private final Registry registry;
    private final FailStop failStop;
    private final Runnable demand;
    private final ByteBuffer zeros;
    private final Queue<Prepared> ready = new ConcurrentLinkedQueue<>();
    private final AtomicInteger readyCount = new AtomicInteger();
    private final LongAdder lateTakes = new LongAdder();

    // Why a segment could not be made; null again when one has been made since.
    private volatile @Nullable IOException obstacle;
    private volatile boolean retry;

    // Guarded by this: the preparation under way.
    private final ArrayDeque<Path> free = new ArrayDeque<>();
    private long nextId;
    private @Nullable Prepared job;
    private int jobPosition;

    /**
     * Makes a pool that holds nothing yet.
     *
     * @param nextId greater than every id ever used in the directory
     * @param demand called when a segment was taken and {@link #runOnce} has work again
     */
    public SegmentPool(
            FileSystem fs,
            Spec spec,
            Registry registry,
            long nextId,
            FailStop failStop,
            Runnable demand) {
        Invariant.check(spec.ahead() > 0, "at least one segment must be prepared");
        this.fs = fs;
        this.spec = spec;
        this.registry = registry;
        this.nextId = nextId;
        this.failStop = failStop;
        this.demand = demand;
        this.zeros = ByteBuffer.allocateDirect(Math.min(ZERO_CHUNK_BYTES, spec.segmentBytes()));
    }

    /** The file name of the segment with the given id. */
    public static String fileName(long id) {
        return String.format(Locale.ROOT, "%016x", id) + SEGMENT_SUFFIX;
    }

    /**
     * The file of the same name beside a segment's, or what lies beside one, with another suffix.
     */
    public static Path beside(Path file, String suffix) {
        String name = String.valueOf(file.getFileName());
        return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + suffix);
    }

    /** The id that a segment's file name states; -1 when it is no such name. */
    public static long idOf(Path file) {
        String name = String.valueOf(file.getFileName());
        if (name.length() != 16 + SEGMENT_SUFFIX.length() || !name.endsWith(SEGMENT_SUFFIX)) {
            return -1;
        }
        try {
            return Long.parseLong(name, 0, 16, 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Takes an id for a segment that is not prepared here. */
    public synchronized long newId() {
        return nextId++;
    }

    /**
     * A prepared segment; makes one here and now if there is none.
     *
     * @throws IOException if that fails
     */
    public Prepared take() throws IOException {
        Prepared taken = ready.poll();
        if (taken == null) {
            lateTakes.increment();
            taken = makeNow();
        }
        readyCount.decrementAndGet();
        retry = true;
        demand.run();
        return taken;
    }

    private synchronized Prepared makeNow() throws IOException {
        while (true) {
            Prepared made = ready.poll();
            if (made != null) {
                return made;
            }
            step();
        }
    }

    /**
     * Prepares a little more if fewer segments than wanted are ready.
     *
     * @return 1 when something was done, else 0
     */
    public int runOnce() {
        boolean waiting = isStalled() && !retry;
        if (waiting || failStop.isFailed() || readyCount.get() >= spec.ahead()) {
            return 0;
        }
        synchronized (this) {
            try {
                if (job == null && free.isEmpty() && !spec.mayGrow().getAsBoolean()) {
                    return 0;
                }
                step();
                return 1;
            } catch (IOException e) {
                // Not the log itself: there is no space perhaps. It is tried again later, and by
                // the next take(), which fails the store if it must.
                obstacle = e;
                retry = false;
                return 0;
            }
        }
    }

    /** Whether no segment is ready, so that whoever takes one waits until it is made. */
    public boolean isUrgent() {
        return readyCount.get() <= 0;
    }

    /** Whether a segment could not be made, and none has been made since. */
    public boolean isStalled() {
        return obstacle != null;
    }

    /**
     * Why nothing more is to be appended: there is no room for another segment, or no other one is
     * left whatever it is that keeps the next from being made. Null while records may be appended.
     */
    public @Nullable IOException obstacle() {
        IOException met = obstacle;
        return met != null && (FileSystem.isNoRoom(met) || isUrgent()) ? met : null;
    }

    /** Has {@link #runOnce} try again after a failure. */
    public void retry() {
        retry = true;
    }

    private void step() throws IOException {
        try {
            Prepared current = job;
            if (current == null) {
                begin();
            } else if (jobPosition < spec.segmentBytes()) {
                ByteBuffer chunk = zeros.duplicate();
                chunk.limit(Math.min(chunk.capacity(), spec.segmentBytes() - jobPosition));
                int length = chunk.remaining();
                current.handle().write(chunk, jobPosition);
                jobPosition += length;
                // Commits wait for what the disk has been given before: while nobody waits for this
                // file, no more than a chunk. The first file of a start is synced as a whole.
                if (!isUrgent()) {
                    failStop.guard(current.handle()::force);
                }
            } else {
                finish(current);
            }
        } catch (IOException e) {
            abandon();
            throw e;
        }
    }

    private void begin() throws IOException {
        long id = nextId;
        Path retired = free.poll();
        if (retired != null) {
            jobPosition = spec.segmentBytes();
            job = new Prepared(id, retired, fs.open(retired, OpenMode.WRITE));
        } else {
            Path file = temporary(PREPARE_PREFIX, id);
            if (fs.exists(file)) {
                fs.delete(file);
            }
            jobPosition = 0;
            job = new Prepared(id, file, fs.open(file, OpenMode.CREATE));
        }
        nextId++;
    }

    private void finish(Prepared current) throws IOException {
        current.handle().write(spec.header().apply(current.id()), 0);
        Path file = spec.directory().resolve(fileName(current.id()));
        failStop.guard(current.handle()::force);
        fs.rename(current.file(), file);
        // From here on a failure leaves an unused segment of its final name.
        job = new Prepared(current.id(), file, current.handle());
        failStop.guard(() -> fs.syncDirectory(spec.directory()));
        registry.created(current.id());
        job = null;
        obstacle = null;
        ready.add(new Prepared(current.id(), file, current.handle()));
        readyCount.incrementAndGet();
    }

    private void abandon() throws IOException {
        Prepared current = job;
        job = null;
        if (current != null) {
            current.handle().close();
            // After a failed fsync of the directory the list may name the file already: a start
            // must not miss it.
            if (!failStop.isFailed() && fs.exists(current.file())) {
                fs.delete(current.file());
            }
        }
    }

    private Path temporary(String prefix, long id) {
        String name = prefix + String.format(Locale.ROOT, "%016x", id);
        return spec.directory().resolve(name + AtomicFile.TEMPORARY_SUFFIX);
    }

    /**
     * Takes a segment off the list of those that must be there, durably; before {@link #retire},
     * for who has to go back when there is no room for that.
     */
    public void unlist(long id) throws IOException {
        registry.retiring(id);
    }

    /**
     * Takes back a segment that nobody uses any more: keeps the file for a later segment, or
     * deletes it when enough are kept or its size is another.
     */
    public void retire(long id, Path file) throws IOException {
        registry.retiring(id);
        long size;
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            size = handle.size();
        }
        synchronized (this) {
            if (size == spec.segmentBytes() && free.size() < spec.ahead()) {
                Path kept = temporary(FREE_PREFIX, id);
                fs.rename(file, kept);
                // Before its header is overwritten, the old name must be gone for good.
                failStop.guard(() -> fs.syncDirectory(spec.directory()));
                free.add(kept);
                return;
            }
        }
        delete(file);
    }

    /** Deletes a segment that nobody uses any more. */
    void delete(long id, Path file) throws IOException {
        registry.retiring(id);
        delete(file);
    }

    private void delete(Path file) throws IOException {
        fs.delete(file);
        failStop.guard(() -> fs.syncDirectory(spec.directory()));
    }

    /**
     * Takes over a free file of an earlier run, or deletes it when it is of no use. Its name must
     * be durable already.
     */
    public synchronized void adopt(Path file) throws IOException {
        long size;
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            size = handle.size();
        }
        if (size == spec.segmentBytes() && free.size() < spec.ahead()) {
            free.add(file);
        } else {
            fs.delete(file);
        }
    }

    /** How often {@link #take} found nothing prepared and had to wait for a segment to be made. */
    public long lateTakes() {
        return lateTakes.sum();
    }

    /** Closes the prepared segments; they stay on disk, empty. */
    public synchronized void close() throws IOException {
        abandon();
        for (Prepared left = ready.poll(); left != null; left = ready.poll()) {
            readyCount.decrementAndGet();
            left.handle().close();
        }
    }
}
