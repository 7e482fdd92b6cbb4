package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeMedium;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * Which lineage a history on disk is of: the one of before, where it was closed in order, nothing
 * was added since, and the machine has not been started anew, for nothing is synced. The file is
 * there only while nobody has the history open: {@code lineage boot-id newest-place all|entities}.
 */
final class HistoryLineage {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryLineage.class);
    private static final String FILE = "lineage";
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int FIELDS = 4;
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

    /** What the file says, which is there no more after this: whoever opens the history goes on. */
    static HistoryLineage take(HistoryOptions options) {
        Path file = options.directory().resolve(FILE);
        try {
            if (Files.exists(file)) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                String[] fields = text.strip().split(" ", -1);
                Files.delete(file);
                String boot = bootId();
                if (fields.length == FIELDS
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

    /**
     * The lineage of the history that is opened now.
     *
     * @param opened place of its newest batch
     */
    long of(long opened) {
        return lineage > 0 && opened == newestPlace ? lineage : fresh();
    }

    /** The history was closed, and everything that it was given is in it. */
    static void put(HistoryOptions options, long lineage, long newestPlace) throws IOException {
        String text = "%d %s %d %s%n".formatted(lineage, bootId(), newestPlace, what(options));
        Files.writeString(options.directory().resolve(FILE), text, StandardCharsets.UTF_8);
    }

    /** The history was not even opened: it is as it was. */
    void putBack(HistoryOptions options) throws IOException {
        if (lineage > 0) {
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
