package io.paxosstore.bench.workload;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Writes a history down for people: a line per call, by key and time. */
public final class HistoryFile {
    private HistoryFile() {}

    /**
     * Writes it.
     *
     * @param startNanos the time that is called zero
     */
    public static void write(Path file, History<String, KvCall, KvAnswer> history, long startNanos)
            throws IOException {
        write(file, history, HistoryFile::describe, startNanos);
    }

    /**
     * Writes one of other calls.
     *
     * @param describe gives a call in words
     * @param startNanos the time that is called zero
     */
    public static <I, O> void write(
            Path file, History<String, I, O> history, Function<I, String> describe, long startNanos)
            throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Map.Entry<String, List<Operation<I, O>>> one : history.byKey().entrySet()) {
                List<Operation<I, O>> sorted =
                        one.getValue().stream()
                                .sorted(Comparator.comparingLong(Operation::invoked))
                                .toList();
                for (Operation<I, O> operation : sorted) {
                    String call = describe.apply(operation.input());
                    out.write(line(one.getKey(), operation, call, startNanos));
                }
            }
        }
    }

    private static String line(String key, Operation<?, ?> one, String call, long startNanos) {
        String returned = one.isOpen() ? "-" : seconds(one.returned() - startNanos);
        return String.format(
                Locale.ROOT,
                "%s %s %s client %d %s: %s%n",
                key,
                seconds(one.invoked() - startNanos),
                returned,
                one.client(),
                call,
                one.output() == null ? "unknown" : one.output());
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / 1e9);
    }

    private static String describe(KvCall call) {
        return switch (call) {
            case KvCall.Read read -> "read";
            case KvCall.Write(KvOperation command) ->
                    switch (command) {
                        case KvOperation.Put put -> "put " + text(put.value());
                        case KvOperation.PutIfAbsent put -> "put if absent " + text(put.value());
                        case KvOperation.CompareAndSet cas ->
                                "compare " + text(cas.expected()) + " and set " + text(cas.value());
                        case KvOperation.CompareVersionAndSet cas ->
                                "compare version "
                                        + cas.expectedVersion()
                                        + " and set "
                                        + text(cas.value());
                        case KvOperation.CompareVersionAndSetUntil cas ->
                                "compare version "
                                        + cas.expectedVersion()
                                        + " and set "
                                        + text(cas.value())
                                        + " until "
                                        + cas.expiresAtMillis();
                        case KvOperation.Delete delete -> "delete";
                        case KvOperation.CompareVersionAndDelete delete ->
                                "compare version " + delete.expectedVersion() + " and delete";
                        case KvOperation.Increment increment -> "increment " + increment.delta();
                    };
        };
    }

    private static String text(byte[] value) {
        return "'" + new String(value, StandardCharsets.ISO_8859_1) + "'";
    }
}
