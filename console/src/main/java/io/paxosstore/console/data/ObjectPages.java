package io.paxosstore.console.data;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Cursor;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityObject;
import io.paxosstore.client.Message;
import io.paxosstore.client.ObjectInfo;
import io.paxosstore.client.ScoredMember;
import io.paxosstore.client.Slice;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.Page;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The objects of an entity, a page at a time: columns and rows, whatever the model. */
final class ObjectPages {
    private final Entity entity;
    private final Page page;

    ObjectPages(Entity entity, Page page) {
        this.entity = entity;
        this.page = page;
    }

    /** A part of what is shown: where the next one begins is null after the last. */
    private record Part(List<String> columns, List<Object> rows, @Nullable Object next) {}

    /**
     * A page of an object: what is known of it, "columns", "rows" and where to go on.
     *
     * @throws IllegalArgumentException if there is none, or none of such a type
     */
    Map<String, Object> page(Parameters asked) {
        String name = asked.text("name");
        String type = asked.text("type");
        Part part =
                switch (type) {
                    case "value" -> value(name);
                    case "list" -> list(name, asked);
                    case "queue" -> queue(name, asked);
                    case "set" -> set(name, asked);
                    case "sorted set" -> sortedSet(name, asked);
                    case "map" -> map(name, asked);
                    case "table" -> table(name, asked);
                    case "stream" ->
                            new Part(
                                    List.of("Streams are read through the Redis port: XRANGE."),
                                    List.of(),
                                    null);
                    default -> throw new IllegalArgumentException("There is no type " + type + ".");
                };
        Map<String, Object> answer = new LinkedHashMap<>();
        ObjectInfo info = handle(name, type).describe().orElse(null);
        if (info != null) {
            answer.put("size", info.size());
            answer.put("expires", info.expiresAtMillis());
        }
        answer.put("columns", part.columns());
        answer.put("rows", part.rows());
        answer.put("next", part.next());
        return answer;
    }

    /** To describe it any handle does. */
    private EntityObject handle(String name, String type) {
        return type.equals("table") ? entity.table(name) : entity.value(name, Codec.bytes());
    }

    private Part value(String name) {
        return entity.value(name, Codec.bytes())
                .getVersioned()
                .map(value ->
                        new Part(
                                List.of("value", "version"),
                                List.of(List.of(Shown.bytes(value.value()), value.version())),
                                null))
                .orElseThrow(() -> new IllegalArgumentException("There is no such value now."));
    }

    private Part list(String name, Parameters asked) {
        long from = asked.number("from");
        var slice = entity.list(name, Codec.bytes()).range(from, -1, page);
        List<Object> rows = new ArrayList<>();
        for (byte[] element : slice.elements()) {
            rows.add(List.of(from + rows.size(), Shown.bytes(element)));
        }
        return new Part(List.of("index", "element"), rows, slice.hasNext() ? slice.next() : null);
    }

    private Part queue(String name, Parameters asked) {
        var slice = entity.queue(name, Codec.bytes()).read(asked.number("from"), page);
        List<Object> rows = new ArrayList<>();
        int bytes = 0;
        for (Message<byte[]> message : slice.messages()) {
            bytes += message.element().length;
            rows.add(
                    List.of(
                            message.sequence(),
                            Map.of("millis", message.timeMillis()),
                            Shown.bytes(message.element())));
        }
        // A page may end for its bytes; that of a short queue has room for both.
        boolean isWhole = rows.size() < page.elements() && bytes < page.bytes() / 2;
        return new Part(
                List.of("sequence", "enqueued", "element"), rows, isWhole ? null : slice.next());
    }

    private Part set(String name, Parameters asked) {
        var set = entity.set(name, Codec.bytes());
        Cursor from = asked.cursor();
        return part(
                List.of("member"),
                from == null ? set.scan(page) : set.scan(from, page),
                member -> List.of(Shown.bytes(member)));
    }

    private Part sortedSet(String name, Parameters asked) {
        long from = asked.number("from");
        var set = entity.sortedSet(name, Codec.bytes());
        List<ScoredMember<byte[]>> found =
                set.range(from, from + page.elements() - 1, page).elements();
        List<Object> rows = new ArrayList<>();
        for (ScoredMember<byte[]> each : found) {
            rows.add(
                    List.of(
                            from + rows.size(),
                            Double.toString(each.score()),
                            Shown.bytes(each.member())));
        }
        return new Part(
                List.of("rank", "score", "member"),
                rows,
                found.isEmpty() ? null : from + found.size());
    }

    private Part map(String name, Parameters asked) {
        var map = entity.map(name, Codec.bytes(), Codec.bytes());
        Cursor from = asked.cursor();
        return part(
                List.of("field", "value"),
                from == null ? map.scan(page) : map.scan(from, page),
                each -> List.of(Shown.bytes(each.getKey()), Shown.bytes(each.getValue())));
    }

    private Part table(String name, Parameters asked) {
        var query = entity.table(name).query().rows();
        Cursor from = asked.cursor();
        Slice<Row> slice = from == null ? query.page(page) : query.page(from, page);
        List<String> columns =
                slice.elements().isEmpty()
                        ? entity
                                .table(name)
                                .describeTable()
                                .orElseThrow(() ->
                                        new IllegalArgumentException("There is no such table now."))
                                .schema()
                                .columns()
                                .stream()
                                .map(column -> column.name())
                                .toList()
                        : slice.elements().getFirst().columns();
        return part(columns, slice, row -> row(row.values()));
    }

    private static <T> Part part(List<String> columns, Slice<T> slice, Function<T, List<?>> shown) {
        List<Object> rows = new ArrayList<>();
        slice.elements().forEach(each -> rows.add(shown.apply(each)));
        return new Part(columns, rows, slice.next().map(Parameters::encode).orElse(null));
    }

    /** The values of a row: numbers and truths as they are, the rest as text. */
    static List<@Nullable Object> row(List<@Nullable Object> values) {
        List<@Nullable Object> shown = new ArrayList<>();
        for (Object value : values) {
            shown.add(
                    switch (value) {
                        case null -> null;
                        case byte[] bytes -> Shown.bytes(bytes);
                        case Boolean truth -> truth;
                        case String text -> Shown.text(text);
                        default -> value.toString(); // JavaScript's numbers would round a long
                    });
        }
        return shown;
    }
}
