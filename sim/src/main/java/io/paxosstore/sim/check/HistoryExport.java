package io.paxosstore.sim.check;

import io.paxosstore.protocol.model.KvOperation;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Writes generated histories with our checker's verdicts as lines of JSON, for the comparison with
 * another checker in {@code bench/porcupine}. Values are plain ASCII without quotes.
 */
public final class HistoryExport {
    private HistoryExport() {}

    /** Arguments: a range of seeds such as {@code 1..1000}, and the file to write. */
    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !args[0].matches("\\d{1,9}\\.\\.\\d{1,9}")) {
            System.err.println("usage: HistoryExport FIRST..LAST FILE");
            System.exit(2);
        }
        String[] ends = args[0].split("\\.\\.", -1);
        Map<LinearizabilityChecker.Result, Integer> verdicts =
                new EnumMap<>(LinearizabilityChecker.Result.class);
        Path file = Path.of(args[1]);
        try (PrintWriter out =
                new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII))) {
            for (long seed = Long.parseLong(ends[0]); seed <= Long.parseLong(ends[1]); seed++) {
                HistoryGenerator.Generated history = HistoryGenerator.generate(seed);
                LinearizabilityChecker.Result verdict =
                        LinearizabilityChecker.check(
                                        new KvModel(),
                                        history.operations(),
                                        LinearizabilityChecker.STEPS_MAX)
                                .result();
                verdicts.merge(verdict, 1, Integer::sum);
                out.println(json(history, verdict));
            }
        }
        System.out.println("our verdicts: " + verdicts + ", written to " + file);
    }

    private static String json(
            HistoryGenerator.Generated history, LinearizabilityChecker.Result verdict) {
        StringJoiner operations = new StringJoiner(",", "[", "]");
        for (Operation<KvCall, KvAnswer> one : history.operations()) {
            operations.add(
                    "{\"client\":%d,\"invoked\":%d,\"returned\":%d,\"call\":%s,\"answer\":%s}"
                            .formatted(
                                    one.client(),
                                    one.invoked(),
                                    one.isOpen() ? -1 : one.returned(),
                                    call(one.input()),
                                    answer(one)));
        }
        return "{\"seed\":%d,\"flaw\":\"%s\",\"verdict\":\"%s\",\"operations\":%s}"
                .formatted(history.seed(), history.flaw(), verdict, operations);
    }

    private static String call(KvCall call) {
        return switch (call) {
            case KvCall.Read read -> call("read", "", "", 0);
            case KvCall.Write write ->
                    switch (write.command()) {
                        case KvOperation.Put c -> call("put", "", text(c.value()), 0);
                        case KvOperation.PutIfAbsent c ->
                                call("putIfAbsent", "", text(c.value()), 0);
                        case KvOperation.CompareAndSet c ->
                                call("cas", text(c.expected()), text(c.value()), 0);
                        case KvOperation.CompareVersionAndSet c ->
                                call("casVersion", "", text(c.value()), c.expectedVersion());
                        case KvOperation.CompareVersionAndSetUntil c ->
                                call("casVersion", "", text(c.value()), c.expectedVersion());
                        case KvOperation.Delete c -> call("delete", "", "", 0);
                        case KvOperation.CompareVersionAndDelete c ->
                                call("deleteVersion", "", "", c.expectedVersion());
                        case KvOperation.Increment c -> call("increment", "", "", c.delta());
                    };
        };
    }

    private static String call(String kind, String expected, String value, long number) {
        return "{\"kind\":\"%s\",\"expected\":\"%s\",\"value\":\"%s\",\"number\":%d}"
                .formatted(kind, expected, value, number);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static String answer(Operation<KvCall, KvAnswer> one) {
        return switch (one.output()) {
            case null -> answer("UNKNOWN", "null", 0, 0);
            case KvAnswer.Written written ->
                    answer(
                            written.result().status().name(),
                            "null",
                            written.result().version(),
                            written.result().number());
            case KvAnswer.Seen seen ->
                    answer(
                            "",
                            seen.value() == null ? "null" : "\"" + seen.value() + "\"",
                            seen.version(),
                            0);
        };
    }

    private static String answer(String status, String value, long version, long number) {
        return "{\"status\":\"%s\",\"value\":%s,\"version\":%d,\"number\":%d}"
                .formatted(status, value, version, number);
    }
}
