package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeMedium;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;

/**
 * Which lineage a history on disk is of: the one of before, where nothing is missing and nothing
 * was added since, and the machine has not been started anew, for nothing is synced. It was closed
 * in order, or what waited for it when its process was killed is still there ({@link
 * WaitingChanges}).
 *
 * <p>The file says {@code lineage boot-id newest-place all|entities}, and while somebody has the
 * history open {@code open} behind that, with {@link #OPEN} for the place. A release that does not
 * know the latter, and finds it, begins anew, and removes the file.
 */
final class HistoryLineage {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryLineage.class);
    private static final String FILE = "lineage";
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String NEW_FILE = "lineage.new";
    private static final int FIELDS = 4;
    private static final String IS_OPEN = "open";

    /** In the place of the newest batch: it changes. No batch has it. */
    private static final long OPEN = -2;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Nothing is known. */
    static final HistoryLineage NONE = new HistoryLineage(0, ChangeMedium.NOWHERE);

    private final long lineage;
    private final long newestPlace;

    private HistoryLineage(long lineage, long newestPlace) {
        this.lineage = lineage;
        this.newestPlace = newestPlace;
    }

    /** A lineage that nobody has heard of. */
    static long fresh() {
        return RANDOM.nextLong(1, Long.MAX_VALUE);
    }

    /** What the file says. */
    static HistoryLineage read(HistoryOptions options) {
        Path file = options.directory().resolve(FILE);
        try {
            if (Files.exists(file)) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                String[] fields = text.strip().split(" ", -1);
                String boot = bootId();
                if (isClosed(fields) != isOpen(fields)
                        && !boot.isEmpty()
                        && boot.equals(fields[1])
                        && fields[3].equals(what(options))) {
                    return new HistoryLineage(Long.parseLong(fields[0]), Long.parseLong(fields[2]));
                }
            }
        } catch (IOException | NumberFormatException e) {
            LOG.warn("history_lineage_unknown file={}", file, e);
        }
        return NONE;
    }

    private static boolean isClosed(String... fields) {
        return fields.length == FIELDS && Long.parseLong(fields[2]) != OPEN;
    }

    private static boolean isOpen(String... fields) {
        return fields.length == FIELDS + 1
                && Long.parseLong(fields[2]) == OPEN
                && fields[FIELDS].equals(IS_OPEN);
    }

    /** Its number; 0 if nothing is known. */
    long lineage() {
        return lineage;
    }

    /** Whether somebody had the history open when his process was killed. */
    boolean isOpen() {
        return lineage > 0 && newestPlace == OPEN;
    }

    /**
     * Whether a history that is opened now, and was closed in order, is as it was then.
     *
     * @param opened place of its newest batch
     */
    boolean isOf(long opened) {
        return lineage > 0 && opened == newestPlace;
    }

    /** The history is open: see {@link WaitingChanges} for what goes to it. */
    static void putOpen(HistoryOptions options, long lineage) throws IOException {
        put(options, lineage, OPEN);
    }

    /** Nothing is known from now on. */
    static void remove(HistoryOptions options) throws IOException {
        Files.deleteIfExists(options.directory().resolve(FILE));
    }

    /** The history was closed, and everything that it was given is in it. */
    static void put(HistoryOptions options, long lineage, long newestPlace) throws IOException {
        String text = "%d %s %d %s".formatted(lineage, bootId(), newestPlace, what(options));
        Path written = options.directory().resolve(NEW_FILE);
        Files.writeString(
                written,
                newestPlace == OPEN ? text + " " + IS_OPEN + "\n" : text + "\n",
                StandardCharsets.UTF_8);
        Files.move(
                written,
                options.directory().resolve(FILE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** The history was not even opened: it is as it was; what was left for it, too. */
    void putBack(HistoryOptions options) throws IOException {
        if (lineage > 0 && newestPlace != OPEN) {
            put(options, lineage, newestPlace);
        }
    }

    /** Of what there are changes. */
    private static String what(HistoryOptions options) {
        return options.keys() ? "all" : "entities";
    }

    /** Empty if the system does not say. */
    private static String bootId() {
        try {
            return Files.readString(BOOT_ID, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
