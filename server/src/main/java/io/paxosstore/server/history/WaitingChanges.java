package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeBuffer;
import io.paxosstore.node.history.ShardChanges;
import io.paxosstore.node.host.RateLimitedLog;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the shards have given to the history and is not in it yet: in a {@link WaitingFile}, where
 * it outlives the process, or if that cannot be, in memory. Each life of the node has a file of its
 * own, whose number is one more; the earlier ones go when the history has what is in them.
 *
 * <p>Made and begun by one thread, then for the history's, but for the {@link #buffers}.
 */
final class WaitingChanges {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingChanges.class);
    private static final String PREFIX = "waiting-";

    /** So many lives may end before one of them comes to open the history. */
    private static final int FILES_MAX = 8;

    /** What waits of one shard in memory, at most. */
    private static final int BUFFER_BYTES = 4 << 20;

    private final RateLimitedLog warnings = new RateLimitedLog(LOG, System::nanoTime);
    private final HistoryOptions options;
    private final List<? extends ShardChanges> buffers;
    private final @Nullable WaitingFile file;
    private final List<Path> earlier;

    /** What the earlier life has left; null if it was not killed, or has lost something. */
    private @Nullable List<ByteBuffer> left;

    private WaitingChanges(
            HistoryOptions options,
            int shards,
            @Nullable WaitingFile file,
            List<Path> earlier,
            @Nullable List<ByteBuffer> left) {
        this.options = options;
        this.file = file;
        this.earlier = earlier;
        this.left = left;
        this.buffers = file == null ? inMemory(shards) : file.buffers();
    }

    private static List<ChangeBuffer> inMemory(int shards) {
        return Stream.generate(() -> new ChangeBuffer(BUFFER_BYTES)).limit(shards).toList();
    }

    /**
     * Finds what an earlier life has left, and begins another one, whose changes go to the same
     * lineage if nothing is missing.
     *
     * @param lineage of the history as it was left
     * @param mayWrite whether there is room on the disk
     */
    static WaitingChanges begin(
            HistoryOptions options, int shards, HistoryLineage lineage, boolean mayWrite) {
        WaitingFile file = null;
        List<Path> before = List.of();
        List<ByteBuffer> left = null;
        try {
            if (options.isOnDisk()) {
                Files.createDirectories(options.directory());
                before = files(options.directory());
                left = lineage.isOpen() ? left(before, lineage.lineage()) : null;
                if (left == null) {
                    remove(before);
                    before = List.of();
                }
                file = mayWrite ? file(options, shards, before, goingOn(lineage, left)) : null;
            }
        } catch (IOException | UncheckedIOException | InternalError e) {
            // The last one is what a mapped page becomes that cannot be read.
            LOG.warn(
                    "history_waits_in_memory directory={} After a crash of this node its history of"
                            + " changes will begin anew.",
                    options.directory(),
                    e);
        }
        WaitingChanges waiting = new WaitingChanges(options, shards, file, before, left);
        waiting.begin(goingOn(lineage, left));
        return waiting;
    }

    /** The lineage that goes on; 0 for none. */
    private static long goingOn(HistoryLineage before, @Nullable List<ByteBuffer> left) {
        return before.isOpen() && left == null ? 0 : before.lineage();
    }

    private static @Nullable WaitingFile file(
            HistoryOptions options, int shards, List<Path> before, long lineage)
            throws IOException {
        Path directory = options.directory();
        if (!WaitingFile.isPossible(directory)) {
            LOG.info(
                    "history_waits_in_memory directory={} type={} After a crash of this node its"
                            + " history of changes will begin anew.",
                    directory,
                    Files.getFileStore(directory).type());
            return null;
        }
        long number = before.isEmpty() ? 1 : number(before.getLast()) + 1;
        return WaitingFile.create(directory.resolve(PREFIX + number), shards, lineage);
    }

    /** The oldest first. */
    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> number(path) > 0)
                    .sorted(Comparator.comparingLong(WaitingChanges::number))
                    .toList();
        }
    }

    private static long number(Path path) {
        String name = path.getFileName().toString();
        String digits = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "";
        return digits.matches("[1-9][0-9]{0,17}") ? Long.parseLong(digits) : 0;
    }

    private static @Nullable List<ByteBuffer> left(List<Path> files, long lineage)
            throws IOException {
        List<ByteBuffer> all = new ArrayList<>();
        for (Path file : files) {
            List<ByteBuffer> some = WaitingFile.left(file, lineage);
            if (some == null) {
                return null;
            }
            all.addAll(some);
        }
        return files.isEmpty() || files.size() > FILES_MAX ? null : all;
    }

    private static void remove(List<Path> files) throws IOException {
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /** Of each shard. */
    List<? extends ShardChanges> buffers() {
        return buffers;
    }

    /**
     * Whether the earlier life was killed, and has left everything that it had to tell; until
     * {@link #isKept}.
     */
    boolean isWhole() {
        return left != null;
    }

    /** What the earlier life has left, the oldest first; until {@link #isKept}. */
    List<ByteBuffer> left() {
        return left == null ? List.of() : left;
    }

    /** The history has what was left, or it is not wanted. */
    void isKept() throws IOException {
        left = null;
        remove(earlier);
    }

    /**
     * Everything that is taken from now on goes to a history of this lineage.
     *
     * @param lineage 0: to none that anybody can go on with
     */
    void begin(long lineage) {
        try {
            if (file != null) {
                begin(file, lineage);
            } else {
                HistoryLineage.remove(options); // also that of a history which is not kept now
            }
        } catch (IOException e) {
            warnings.warn(
                    "history_lineage_not_written", "directory=" + options.directory() + " " + e);
        }
    }

    private void begin(WaitingFile open, long lineage) throws IOException {
        List<Long> known = open.buffers().stream().map(MappedBuffer::dropped).toList();
        open.lineage(0);
        if (lineage > 0) {
            HistoryLineage.putOpen(options, lineage);
            open.lineage(lineage);
        } else {
            HistoryLineage.remove(options);
        }
        for (int shard = 0; shard < known.size(); shard++) {
            open.buffers().get(shard).forgetDropped(known.get(shard));
        }
    }

    /** Whether nothing waits. */
    boolean isEmpty() {
        return buffers.stream().allMatch(ShardChanges::isEmpty);
    }

    /** How many changes did not fit, ever. */
    long dropped() {
        return buffers.stream().mapToLong(ShardChanges::dropped).sum();
    }

    /** Whether the shards write to this file. */
    boolean isIn(Path path) {
        return file != null && file.path().equals(path);
    }

    /** Nothing waits any more. */
    void remove() throws IOException {
        if (file != null) {
            file.remove();
        }
    }
}
