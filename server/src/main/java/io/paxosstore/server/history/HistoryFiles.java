package io.paxosstore.server.history;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of a history: the oldest go when they are too old or too many. For one thread. */
final class HistoryFiles {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFiles.class);

    private final Path directory;
    private final long bytesMax;
    private final Duration ageMax;

    HistoryFiles(Path directory, long bytesMax, Duration ageMax) {
        this.directory = directory;
        this.bytesMax = bytesMax;
        this.ageMax = ageMax;
    }

    /** One file. */
    private record Cycle(Path file, long bytes, Instant written) {}

    /**
     * What is left.
     *
     * @param bytes of all files, as long as they say they are
     * @param haveGone whether some were removed
     */
    record Left(long bytes, boolean haveGone) {}

    /**
     * Removes what is too old or too much; the newest file stays.
     *
     * @param isRoomScarce whether all but the newest go
     */
    Left trim(Instant now, boolean isRoomScarce) throws IOException {
        List<Cycle> cycles = cycles();
        long bytes = cycles.stream().mapToLong(Cycle::bytes).sum();
        boolean haveGone = false;
        for (Cycle cycle : cycles.subList(0, Math.max(0, cycles.size() - 1))) {
            boolean isOld = cycle.written.plus(ageMax).isBefore(now);
            if (!isOld && bytes <= bytesMax && !isRoomScarce) {
                break; // none in the middle goes, whatever clock it was written by
            }
            Files.deleteIfExists(cycle.file);
            bytes -= cycle.bytes;
            haveGone = true;
            LOG.debug("history_file_dropped file={} bytes={}", cycle.file, cycle.bytes);
        }
        return new Left(bytes, haveGone);
    }

    /** The files, the oldest first: their names are times. */
    private List<Cycle> cycles() throws IOException {
        List<Cycle> cycles = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return cycles;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                if (file.toString().endsWith(ChronicleMedium.SUFFIX)) {
                    cycles.add(
                            new Cycle(
                                    file,
                                    Files.size(file),
                                    Files.getLastModifiedTime(file).toInstant()));
                }
            }
        }
        return cycles;
    }
}
