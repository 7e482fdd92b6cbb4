package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.table.TableContent;
import io.paxosstore.table.TableView;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * Shows what a state holds, expired things included: for those who look at data offline. Every
 * method throws {@link MalformedBytesException} for bytes that are no record.
 */
public final class EntityContent {
    private EntityContent() {}

    /** An object. */
    public record Named(String name, ObjectHeader header) {}

    /** An element of an object. */
    @SuppressWarnings("ArrayRecordComponent") // read-only bytes of the state
    public sealed interface Element {
        /** Of a list, at an index from 0. */
        record Listed(long index, byte[] element) implements Element {}

        /** Of a queue. */
        record Queued(long sequence, long timeMillis, byte[] element) implements Element {}

        /** Of a set. */
        record Member(byte[] member) implements Element {}

        /** Of a sorted set. */
        record Scored(double score, byte[] member) implements Element {}

        /** Of a map, or a row of a stream; the deadline is 0 for never. */
        record Field(byte[] field, byte[] value, long deadlineMillis) implements Element {}

        /** Of a table, main and delta table together; the deadline is 0 for never. */
        record Row(List<@Nullable Object> values, long deadlineMillis) implements Element {}
    }

    /** The entity's version: how often anything in it was changed. */
    public static long version(EntityState state) {
        byte[] version = state.get(KeyLayout.VERSION);
        return version == null ? 0 : ByteReader.of(version).getLong();
    }

    /** How many elements an object has. */
    public static long size(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Value _ -> 0;
            case ObjectHeader.List list -> list.length();
            case ObjectHeader.Queue queue -> queue.next() - queue.first();
            case ObjectHeader.Set set -> set.members();
            case ObjectHeader.SortedSet set -> set.members();
            case ObjectHeader.Stream stream -> stream.rows();
            case ObjectHeader.Map map -> map.fields();
            case ObjectHeader.Table table -> table.rows();
        };
    }

    /** Shows the objects, in the order of their names' bytes. */
    public static void objects(EntityState state, Consumer<Named> objects) {
        try (RecordCursor cursor = state.scan(KeyLayout.HEADERS, KeyLayout.HEADERS_END)) {
            while (cursor.next()) {
                ObjectHeader header = ObjectHeader.decode(cursor.value());
                objects.accept(new Named(KeyLayout.nameOf(cursor.key()), header));
            }
        }
    }

    /**
     * Shows an object's first elements; a value has none.
     *
     * @param elementsMax most elements to show
     */
    public static void elements(
            EntityState state, ObjectHeader header, long elementsMax, Consumer<Element> elements) {
        long generation = header.generation();
        if (header instanceof ObjectHeader.Table) {
            rows(new TableRecords(state, generation), elementsMax, elements);
            return;
        }
        boolean isSorted = header instanceof ObjectHeader.SortedSet;
        byte[] from =
                isSorted ? KeyLayout.scores(generation) : KeyLayout.member(generation, new byte[0]);
        byte[] to = isSorted ? KeyLayout.scoresEnd(generation) : KeyLayout.membersEnd(generation);
        try (RecordCursor cursor = state.scan(from, to)) {
            for (long shown = 0; shown < elementsMax && cursor.next(); shown++) {
                elements.accept(element(header, cursor.key(), cursor.value()));
            }
        }
    }

    private static void rows(TableView table, long rowsMax, Consumer<Element> elements) {
        long[] left = {rowsMax};
        if (rowsMax > 0) {
            TableContent.rows(
                    table,
                    row -> {
                        elements.accept(new Element.Row(row.values(), row.deadlineMillis()));
                        return --left[0] > 0;
                    });
        }
    }

    private static Element element(ObjectHeader header, byte[] key, byte[] value) {
        return switch (header) {
            case ObjectHeader.List list ->
                    new Element.Listed(
                            KeyLayout.positionOf(key) - list.head(),
                            ElementRecord.ofList(value).element());
            case ObjectHeader.Queue _ -> {
                ElementRecord record = ElementRecord.ofQueue(value);
                yield new Element.Queued(
                        KeyLayout.sequenceOf(key), record.timeMillis(), record.element());
            }
            case ObjectHeader.SortedSet _ ->
                    new Element.Scored(KeyLayout.scoreOf(key), KeyLayout.memberOfScored(key));
            case ObjectHeader.Set _ -> new Element.Member(KeyLayout.memberOf(key));
            case ObjectHeader.Map _ -> {
                ByteReader in = ByteReader.of(value);
                long deadline = in.getVarint();
                yield new Element.Field(KeyLayout.memberOf(key), in.getRest(), deadline);
            }
            case ObjectHeader.Stream _ ->
                    new Element.Field(KeyLayout.memberOf(key), value, Deadlines.NEVER);
            case ObjectHeader.Table _, ObjectHeader.Value _ ->
                    throw new MalformedBytesException("This object has no such elements.");
        };
    }
}
