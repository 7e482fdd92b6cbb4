package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of the history of changes. */
public final class HistorySettings {
    public static final Setting<Long> BYTES =
            size(
                    "history.bytes",
                    1L << 30,
                    0,
                    1L << 44,
                    "Disk for which keys and entities changed, without their content, so that"
                        + " watches that were away go on where they were. The oldest goes first;"
                        + " what was written in the last five minutes stays, whatever its size. 0:"
                        + " there is no history on disk; watches on entities go back as far as"
                        + " watch.history-bytes and the journal do, those on ranges as far as"
                        + " watch.history-bytes, of which there is a second lot then.");

    public static final Setting<Duration> AGE =
            duration(
                    "history.age",
                    Duration.ofHours(24),
                    Duration.ofMinutes(5),
                    Duration.ofDays(3650),
                    "How long what entities changed is kept, if history.bytes is not reached"
                            + " before.");

    public static final Setting<Boolean> KEYS =
            Setting.declare("history.keys", ValueType.bool())
                    .defaultsTo(true)
                    .doc(
                            "Whether the history has changes of keys, too; without them keys cannot"
                                    + " be watched.");

    private HistorySettings() {}
}
