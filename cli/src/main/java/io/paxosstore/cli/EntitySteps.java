package io.paxosstore.cli;

import io.paxosstore.client.Codec;
import io.paxosstore.client.ListSlice;
import io.paxosstore.client.Message;
import io.paxosstore.client.ObjectInfo;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.client.Versioned;
import io.paxosstore.client.WriteResult;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.WriteStatus;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the results of operations on entities are shown. */
final class EntitySteps {
    static final String NOT_FOUND = "(not found)";

    /** What the shell shows at once. */
    static final Page PAGE = Page.of(100);

    /** Text in UTF-8; bytes that are none are shown as escapes. */
    static final Codec<String> TEXT =
            new Codec<>() {
                @Override
                public byte[] encode(String value) {
                    return value.getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public String decode(byte[] bytes) {
                    return Printable.text(bytes);
                }
            };

    private EntitySteps() {}

    static ShellStep<Long> number(Step<Long> step, String field) {
        return new ShellStep<>(
                step, number -> ShellAnswer.ok(Long.toString(number)).with(field, number));
    }

    static ShellStep<Boolean> flag(Step<Boolean> step, String yes, String no) {
        return new ShellStep<>(
                step,
                flag -> (flag ? ShellAnswer.ok(yes) : ShellAnswer.failed(no)).with("result", flag));
    }

    static ShellStep<Boolean> put(Step<Boolean> step) {
        return new ShellStep<>(
                step, added -> ShellAnswer.ok(added ? "OK (new)" : "OK").with("new", added));
    }

    static ShellStep<Boolean> done(Step<Boolean> step) {
        return new ShellStep<>(step, done -> ShellAnswer.ok("OK"));
    }

    static ShellStep<Optional<String>> optional(Step<Optional<String>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(value -> ShellAnswer.stored(value).with("value", value))
                                .orElseGet(EntitySteps::notFound));
    }

    static ShellAnswer notFound() {
        return ShellAnswer.failed(NOT_FOUND).with("found", false);
    }

    static ShellStep<ListSlice<String>> range(Step<ListSlice<String>> step, long from) {
        return new ShellStep<>(
                step,
                slice -> {
                    List<String> lines = new ArrayList<>();
                    for (String element : slice.elements()) {
                        // Counted from the end, the indexes are not known here.
                        lines.add(from < 0 ? element : (from + lines.size()) + ") " + element);
                    }
                    if (slice.hasNext()) {
                        lines.add("(more from index " + slice.next() + ")");
                    }
                    return ShellAnswer.ok(text(lines, "(no elements)"))
                            .with("elements", slice.elements())
                            .with("next", slice.next());
                });
    }

    static ShellStep<Result.Enqueued> enqueued(Step<Result.Enqueued> step) {
        return new ShellStep<>(
                step,
                enqueued ->
                        ShellAnswer.ok(
                                        enqueued.first() == enqueued.last()
                                                ? "sequence " + enqueued.first()
                                                : "sequences "
                                                        + enqueued.first()
                                                        + " to "
                                                        + enqueued.last())
                                .with("first", enqueued.first())
                                .with("last", enqueued.last()));
    }

    static ShellStep<QueueSlice<String>> messages(Step<QueueSlice<String>> step) {
        return new ShellStep<>(step, EntitySteps::messages);
    }

    static ShellAnswer messages(QueueSlice<String> slice) {
        List<String> lines = new ArrayList<>();
        List<Object> messages = new ArrayList<>();
        for (Message<String> message : slice.messages()) {
            lines.add(line(message));
            messages.add(fields(message));
        }
        lines.add("(next " + slice.next() + ")");
        return ShellAnswer.ok(text(lines, ""))
                .with("messages", messages)
                .with("next", slice.next());
    }

    static ShellStep<Optional<Message<String>>> message(Step<Optional<Message<String>>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(message ->
                                        ShellAnswer.ok(line(message))
                                                .with("message", fields(message)))
                                .orElseGet(EntitySteps::notFound));
    }

    private static String line(Message<String> message) {
        return Printable.plain(
                message.sequence() + ") " + message.element() + "  (" + message.time() + ")");
    }

    private static Map<String, Object> fields(Message<String> message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sequence", message.sequence());
        fields.put("timeMillis", message.timeMillis());
        fields.put("element", message.element());
        return fields;
    }

    static ShellStep<Slice<String>> members(Step<Slice<String>> step) {
        return new ShellStep<>(
                step,
                slice -> {
                    List<String> lines = new ArrayList<>(slice.elements());
                    more(lines, slice, lines.isEmpty() ? "" : lines.getLast());
                    return ShellAnswer.ok(text(lines, "(no members)"))
                            .with("members", slice.elements())
                            .with("more", slice.next().isPresent());
                });
    }

    static ShellStep<Slice<Map.Entry<String, String>>> entries(
            Step<Slice<Map.Entry<String, String>>> step) {
        return new ShellStep<>(
                step,
                slice -> {
                    List<String> lines = new ArrayList<>();
                    Map<String, Object> fields = new LinkedHashMap<>();
                    String last = "";
                    for (Map.Entry<String, String> entry : slice.elements()) {
                        last = entry.getKey();
                        lines.add(last + " = " + entry.getValue());
                        fields.put(last, entry.getValue());
                    }
                    more(lines, slice, last);
                    return ShellAnswer.ok(text(lines, "(no fields)"))
                            .with("fields", fields)
                            .with("more", slice.next().isPresent());
                });
    }

    private static void more(List<String> lines, Slice<?> slice, String last) {
        if (slice.next().isPresent()) {
            lines.add("(more from '" + last + "' on)");
        }
    }

    static ShellStep<Map<String, String>> fields(
            Step<Map<String, String>> step, List<String> asked) {
        return new ShellStep<>(
                step,
                present -> {
                    if (asked.size() == 1) {
                        String value = present.get(asked.getFirst());
                        return value == null
                                ? notFound()
                                : ShellAnswer.stored(value).with("value", value);
                    }
                    List<String> lines =
                            asked.stream()
                                    .map(field ->
                                            field + " = " + present.getOrDefault(field, NOT_FOUND))
                                    .toList();
                    return ShellAnswer.ok(text(lines, "")).with("fields", present);
                });
    }

    static ShellStep<Long> version(Step<Long> step) {
        return new ShellStep<>(
                step,
                version -> ShellAnswer.ok("OK (version " + version + ")").with("version", version));
    }

    static ShellStep<WriteResult> written(Step<WriteResult> step) {
        return new ShellStep<>(step, EntitySteps::written);
    }

    static ShellAnswer written(WriteResult result) {
        String status = result.status().name();
        String text =
                result.status() == WriteStatus.NOT_FOUND
                        ? NOT_FOUND
                        : status + " (version " + result.version() + ")";
        ShellAnswer answer = result.isApplied() ? ShellAnswer.ok(text) : ShellAnswer.failed(text);
        return answer.with("status", status).with("version", result.version());
    }

    static ShellStep<Optional<Versioned<String>>> versioned(
            Step<Optional<Versioned<String>>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(value ->
                                        ShellAnswer.stored(
                                                        value.value()
                                                                + "  (version "
                                                                + value.version()
                                                                + expiry(value.expiresAtMillis())
                                                                + ")")
                                                .with("value", value.value())
                                                .with("version", value.version())
                                                .with("expiresAtMillis", value.expiresAtMillis()))
                                .orElseGet(EntitySteps::notFound));
    }

    static ShellStep<Optional<ObjectInfo>> info(Step<Optional<ObjectInfo>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(info ->
                                        ShellAnswer.ok(
                                                        info.type().word()
                                                                + ", size "
                                                                + info.size()
                                                                + expiry(info.expiresAtMillis()))
                                                .with("type", info.type().word())
                                                .with("size", info.size())
                                                .with("expiresAtMillis", info.expiresAtMillis()))
                                .orElseGet(EntitySteps::notFound));
    }

    static String expiry(long expiresAtMillis) {
        return expiresAtMillis == 0 ? "" : ", expires " + Instant.ofEpochMilli(expiresAtMillis);
    }

    /**
     * Lines, each of which stays one and has no effect on a terminal: names and values that others
     * have stored are in them.
     *
     * @param none instead of no line
     */
    static String text(List<String> lines, String none) {
        return lines.isEmpty()
                ? none
                : lines.stream()
                        .map(Printable::plain)
                        .collect(Collectors.joining(System.lineSeparator()));
    }
}
