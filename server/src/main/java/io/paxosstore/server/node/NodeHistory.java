package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.identity.Room;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.HistorySettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.history.HistoryFigures;
import io.paxosstore.server.history.HistoryKeeper;
import io.paxosstore.server.history.HistoryOptions;
import io.paxosstore.server.history.JvmAccess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Optional;

/** A node's history of changes, if it is to have one. */
record NodeHistory(Optional<HistoryKeeper> keeper) {
    private static final Logger LOG = LoggerFactory.getLogger(NodeHistory.class);
    private static final String DIRECTORY = "history";

    static NodeHistory start(Configuration configuration, NodeStorage storage) {
        long bytes = configuration.get(HistorySettings.BYTES);
        if (bytes == 0) {
            return new NodeHistory(Optional.empty());
        }
        if (!JvmAccess.isGranted()) {
            LOG.warn(
                    "history_off There is no history of changes, because the JVM was started"
                        + " without the options of bin/jvm.options that it needs (--add-opens and"
                        + " --add-exports); {}=0 says that none is wanted.",
                    HistorySettings.BYTES.key());
            return new NodeHistory(Optional.empty());
        }
        HistoryOptions options =
                new HistoryOptions(
                        configuration.get(Settings.NODE_DIRECTORY).resolve(DIRECTORY),
                        bytes,
                        configuration.get(HistorySettings.AGE));
        return new NodeHistory(
                Optional.of(
                        new HistoryKeeper(
                                        configuration.get(Settings.NODE_ID),
                                        configuration.get(Settings.SHARDS),
                                        options,
                                        () -> storage.room() != Room.ENOUGH)
                                .start()));
    }

    /** As the shards see it. */
    ChangeHistory port() {
        return keeper.isPresent() ? keeper.get() : ChangeHistory.NONE;
    }

    void bindTo(MeterRegistry registry) {
        keeper.ifPresent(each ->
                new Figures<>(registry, each, HistoryKeeper::figures)
                        .gauge("paxosstore.history.bytes", HistoryFigures::diskBytes)
                        .counter("paxosstore.history.written.bytes", HistoryFigures::appendedBytes)
                        .counter("paxosstore.history.dropped", HistoryFigures::dropped)
                        .counter("paxosstore.history.searches", HistoryFigures::searches)
                        .counter("paxosstore.history.damaged", HistoryFigures::damaged)
                        .counter("paxosstore.history.losses", HistoryFigures::losses));
    }

    /** Ends it, when the shards have ended. */
    void close() {
        keeper.ifPresent(HistoryKeeper::close);
    }
}
