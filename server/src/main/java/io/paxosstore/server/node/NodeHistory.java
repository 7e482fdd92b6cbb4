package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.identity.Room;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.HistorySettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.WatchSettings;
import io.paxosstore.server.history.HistoryFigures;
import io.paxosstore.server.history.HistoryKeeper;
import io.paxosstore.server.history.HistoryOptions;
import io.paxosstore.server.history.JvmAccess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node's history of changes: on its disk, or if it is to have none there, a little in memory. */
record NodeHistory(HistoryKeeper keeper) {
    private static final Logger LOG = LoggerFactory.getLogger(NodeHistory.class);
    private static final String DIRECTORY = "history";

    static NodeHistory start(Configuration configuration, NodeStorage storage) {
        boolean isOnDisk = isOnDisk(configuration);
        HistoryOptions options =
                new HistoryOptions(
                        isOnDisk,
                        configuration.get(Settings.NODE_DIRECTORY).resolve(DIRECTORY),
                        configuration.get(
                                isOnDisk ? HistorySettings.BYTES : WatchSettings.HISTORY_BYTES),
                        configuration.get(HistorySettings.AGE),
                        configuration.get(HistorySettings.KEYS));
        return new NodeHistory(
                new HistoryKeeper(
                                configuration.get(Settings.NODE_ID),
                                configuration.get(Settings.SHARDS),
                                options,
                                () -> isOnDisk && storage.room() != Room.ENOUGH)
                        .start());
    }

    private static boolean isOnDisk(Configuration configuration) {
        if (configuration.get(HistorySettings.BYTES) == 0) {
            return false;
        }
        if (!JvmAccess.isGranted()) {
            LOG.warn(
                    "history_off There is no history of changes on disk, because the JVM was"
                            + " started without the options of bin/jvm.options that it needs"
                            + " (--add-opens and --add-exports); {}=0 says that none is wanted.",
                    HistorySettings.BYTES.key());
            return false;
        }
        return true;
    }

    /** As the shards see it. */
    ChangeHistory port() {
        return keeper;
    }

    void bindTo(MeterRegistry registry) {
        new Figures<>(registry, keeper, HistoryKeeper::figures)
                .gauge("paxosstore.history.bytes", HistoryFigures::diskBytes)
                .counter("paxosstore.history.written.bytes", HistoryFigures::appendedBytes)
                .counter("paxosstore.history.dropped", HistoryFigures::dropped)
                .counter("paxosstore.history.searches", HistoryFigures::searches)
                .counter("paxosstore.history.damaged", HistoryFigures::damaged)
                .counter("paxosstore.history.losses", HistoryFigures::losses);
    }

    /** Ends it, when the shards have ended. */
    void close() {
        keeper.close();
    }
}
