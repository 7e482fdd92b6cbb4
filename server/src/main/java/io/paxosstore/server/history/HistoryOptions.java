package io.paxosstore.server.history;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How much of the past is kept.
 *
 * @param isOnDisk whether in files; else in memory, and for this life of the node only
 * @param directory of the files, which nothing else uses; made when it is needed
 * @param bytesMax of all files but the newest, or of what is in memory; more than 0
 * @param ageMax of what is kept in files
 * @param keys whether changes of keys are kept, too
 */
public record HistoryOptions(
        boolean isOnDisk, Path directory, long bytesMax, Duration ageMax, boolean keys) {}
