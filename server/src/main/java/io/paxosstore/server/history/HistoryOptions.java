package io.paxosstore.server.history;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How much of the past is kept.
 *
 * @param directory of the files, which nothing else uses; made when it is needed
 * @param bytesMax of all files but the newest; more than 0
 * @param ageMax of what is kept
 */
public record HistoryOptions(Path directory, long bytesMax, Duration ageMax) {}
