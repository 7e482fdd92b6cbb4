package io.paxosstore.bench.workload;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Writes a history of keys down as Jepsen does: a map a line, an invocation and later its
 * completion, in the order of time. The register workload in {@code jepsen/} checks such files.
 *
 * <p>A process has one operation at a time; one whose outcome is unknown is its last.
 */
public final class EdnHistory {
    private EdnHistory() {}

    /** A line, and where it belongs. */
    private record Event(long nanos, boolean isInvocation, String line) {}

    /** An operation with its key. */
    private record Entry(String key, Operation<KvCall, KvAnswer> operation) {}

    /** A process that is free from a time on. */
    private record Free(long nanos, int process) {}

    /**
     * Writes it.
     *
     * @param startNanos the time that is called zero
     */
    public static void write(Path file, History<String, KvCall, KvAnswer> history, long startNanos)
            throws IOException {
        // At the same time invocations come first: what may have been concurrent is.
        List<Event> events = events(history, startNanos);
        events.sort(
                Comparator.comparingLong(Event::nanos)
                        .thenComparing(Event::isInvocation, Comparator.reverseOrder()));
        try (Writer out = Files.newBufferedWriter(file)) {
            int index = 0;
            for (Event event : events) {
                out.write("{:index " + index + ", " + event.line() + "}\n");
                index++;
            }
        }
    }

    private static List<Event> events(History<String, KvCall, KvAnswer> history, long startNanos) {
        List<Event> events = new ArrayList<>();
        Deque<Integer> free = new ArrayDeque<>();
        PriorityQueue<Free> busy = new PriorityQueue<>(Comparator.comparingLong(Free::nanos));
        int processes = 0;
        for (Entry entry : byTime(history)) {
            Operation<KvCall, KvAnswer> operation = entry.operation();
            while (!busy.isEmpty() && busy.peek().nanos() < operation.invoked()) {
                free.add(busy.remove().process());
            }
            Integer reused = free.poll();
            int process = reused == null ? processes++ : reused;
            long invoked = operation.invoked() - startNanos;
            events.add(new Event(invoked, true, invocation(entry, process, invoked)));
            if (!operation.isOpen()) {
                busy.add(new Free(operation.returned(), process));
                long returned = operation.returned() - startNanos;
                events.add(new Event(returned, false, completion(entry, process, returned)));
            }
        }
        return events;
    }

    private static List<Entry> byTime(History<String, KvCall, KvAnswer> history) {
        List<Entry> all = new ArrayList<>();
        for (Map.Entry<String, List<Operation<KvCall, KvAnswer>>> key :
                history.byKey().entrySet()) {
            key.getValue().forEach(operation -> all.add(new Entry(key.getKey(), operation)));
        }
        all.sort(Comparator.comparingLong(entry -> entry.operation().invoked()));
        return all;
    }

    private static String invocation(Entry entry, int process, long nanos) {
        return line("invoke", process, nanos, entry, argument(entry.operation().input()), "");
    }

    private static String completion(Entry entry, int process, long nanos) {
        KvCall call = entry.operation().input();
        return switch (entry.operation().output()) {
            case KvAnswer.Seen seen ->
                    line(
                            "ok",
                            process,
                            nanos,
                            entry,
                            text(seen.value()),
                            ", :version " + seen.version());
            case KvAnswer.Written written ->
                    line("ok", process, nanos, entry, argument(call), told(call, written.result()));
            case null -> throw new IllegalArgumentException("an answer is missing: " + entry);
        };
    }

    private static String told(KvCall call, KvResult result) {
        boolean done = result.status() == WriteStatus.OK;
        String told = ", :applied? " + done + ", :version " + result.version();
        boolean isSum = call instanceof KvCall.Write(KvOperation.Increment _) && done;
        return isSum ? told + ", :sum " + result.number() : told;
    }

    private static String line(
            String type, int process, long nanos, Entry entry, String argument, String more) {
        KvCall call = entry.operation().input();
        return ":type :%s, :process %d, :time %d, :f :%s, :value [%s %s]%s%s"
                .formatted(
                        type,
                        process,
                        nanos,
                        function(call),
                        text(entry.key()),
                        argument,
                        timeToLive(call),
                        more);
    }

    private static String function(KvCall call) {
        return switch (call) {
            case KvCall.Read _ -> "read";
            case KvCall.Write(KvOperation command) ->
                    switch (command) {
                        case KvOperation.Put _ -> "write";
                        case KvOperation.PutIfAbsent _ -> "put-if-absent";
                        case KvOperation.CompareAndSet _ -> "cas";
                        case KvOperation.CompareVersionAndSet _,
                                KvOperation.CompareVersionAndSetUntil _ ->
                                "cas-version";
                        case KvOperation.Delete _ -> "delete";
                        case KvOperation.CompareVersionAndDelete _ -> "delete-version";
                        case KvOperation.Increment _ -> "increment";
                    };
        };
    }

    private static String argument(KvCall call) {
        return switch (call) {
            case KvCall.Read _ -> "nil";
            case KvCall.Write(KvOperation command) ->
                    switch (command) {
                        case KvOperation.Put put -> text(put.value());
                        case KvOperation.PutIfAbsent put -> text(put.value());
                        case KvOperation.CompareAndSet cas ->
                                "[" + text(cas.expected()) + " " + text(cas.value()) + "]";
                        case KvOperation.CompareVersionAndSet cas ->
                                "[" + cas.expectedVersion() + " " + text(cas.value()) + "]";
                        case KvOperation.CompareVersionAndSetUntil cas ->
                                "[" + cas.expectedVersion() + " " + text(cas.value()) + "]";
                        case KvOperation.Delete _ -> "nil";
                        case KvOperation.CompareVersionAndDelete delete ->
                                Long.toString(delete.expectedVersion());
                        case KvOperation.Increment increment -> Long.toString(increment.delta());
                    };
        };
    }

    private static String timeToLive(KvCall call) {
        long millis =
                switch (call) {
                    case KvCall.Read _ -> 0;
                    case KvCall.Write(KvOperation command) ->
                            switch (command) {
                                case KvOperation.Put put -> put.ttlMillis();
                                case KvOperation.PutIfAbsent put -> put.ttlMillis();
                                case KvOperation.CompareAndSet cas -> cas.ttlMillis();
                                case KvOperation.CompareVersionAndSet cas -> cas.ttlMillis();
                                case KvOperation.Increment increment -> increment.ttlMillis();
                                case KvOperation.Delete _,
                                        KvOperation.CompareVersionAndDelete _,
                                        KvOperation.CompareVersionAndSetUntil _ ->
                                        0;
                            };
                };
        return millis == 0 ? "" : ", :ttl " + millis;
    }

    private static String text(byte[] value) {
        return text(new String(value, StandardCharsets.ISO_8859_1));
    }

    private static String text(@Nullable String value) {
        return value == null
                ? "nil"
                : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
