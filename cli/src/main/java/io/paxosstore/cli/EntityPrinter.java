package io.paxosstore.cli;

import io.paxosstore.log.journal.JournalInspector;
import io.paxosstore.lsm.entity.EntityInspector;
import io.paxosstore.lsm.model.EntityContent;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ColumnType;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Prints the entities in a stopped node's directory, for people. */
final class EntityPrinter {
    /** Longer elements are cut. */
    private static final int BYTES_MAX = 60;

    private final PrintWriter out;
    private final long elementsMax;

    /**
     * A printer.
     *
     * @param elementsMax most elements to print of each object
     */
    EntityPrinter(PrintWriter out, long elementsMax) {
        this.out = out;
        this.elementsMax = elementsMax;
    }

    /**
     * Prints the entities that are wanted, as far as they can be read.
     *
     * @param unread told of what cannot be read and may be a part of them
     * @return how many could be read, at least in part
     */
    long dump(EntityInspector entities, Predicate<EntityKey> wanted, Unread unread)
            throws IOException {
        long[] printed = new long[1];
        entities.dump(
                wanted,
                held -> {
                    printed[0]++;
                    print(held);
                },
                (entity, what) -> {
                    if (entity == null || wanted.test(entity)) {
                        unread.add();
                        String whose = entity == null ? "?" : StoreCommand.name(entity);
                        out.printf("%s DAMAGED %s%n", whose, Printable.plain(what));
                    }
                });
        return printed[0];
    }

    private void print(EntityInspector.Held held) {
        long entry = held.meta().applied().entry();
        out.printf(
                "%s entry=%d version=%d time=%s%s%n",
                StoreCommand.name(held.key()),
                entry,
                EntityContent.version(held.state()),
                Instant.ofEpochMilli(held.meta().applied().clockMillis()),
                held.journalEntry() > entry ? " journal=" + held.journalEntry() : "");
        EntityContent.objects(held.state(), object -> print(held, object));
    }

    private void print(EntityInspector.Held held, EntityContent.Named object) {
        ObjectHeader header = object.header();
        out.printf(
                "  %s %s %s%s%n",
                header.type().name().toLowerCase(Locale.ROOT),
                Printable.plain(object.name()),
                figures(header),
                until(header.deadlineMillis()));
        EntityContent.elements(held.state(), header, elementsMax, this::print);
        long hidden = EntityContent.size(header) - elementsMax;
        if (hidden > 0) {
            out.printf("    ... and %d more%n", hidden);
        }
    }

    private static String figures(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Value value ->
                    "version=" + value.version() + " = " + text(value.value());
            case ObjectHeader.Queue queue ->
                    "length=%d first=%d next=%d%s%s"
                            .formatted(
                                    EntityContent.size(queue),
                                    queue.first(),
                                    queue.next(),
                                    limit(" length-max=", queue.lengthMax(), ""),
                                    limit(" age-max=", queue.ageMillisMax(), "ms"));
            case ObjectHeader.List list -> "length=" + EntityContent.size(list);
            case ObjectHeader.Set set -> "members=" + EntityContent.size(set);
            case ObjectHeader.SortedSet set -> "members=" + EntityContent.size(set);
            case ObjectHeader.Stream stream -> "rows=" + EntityContent.size(stream);
            case ObjectHeader.Map map -> "fields=" + EntityContent.size(map);
            case ObjectHeader.Table table -> "rows=" + EntityContent.size(table);
        };
    }

    private static String limit(String name, long limit, String unit) {
        return limit == 0 ? "" : name + limit + unit;
    }

    private static String until(long deadlineMillis) {
        return deadlineMillis == 0 ? "" : " expires=" + Instant.ofEpochMilli(deadlineMillis);
    }

    private void print(EntityContent.Element element) {
        out.println(
                "    "
                        + switch (element) {
                            case EntityContent.Element.Listed listed ->
                                    listed.index() + " = " + text(listed.element());
                            case EntityContent.Element.Queued queued ->
                                    queued.sequence()
                                            + " "
                                            + Instant.ofEpochMilli(queued.timeMillis())
                                            + " = "
                                            + text(queued.element());
                            case EntityContent.Element.Member member -> text(member.member());
                            case EntityContent.Element.Scored scored ->
                                    SortedSetSteps.text(scored.score())
                                            + " "
                                            + text(scored.member());
                            case EntityContent.Element.Field field ->
                                    text(field.field())
                                            + " = "
                                            + text(field.value())
                                            + until(field.deadlineMillis());
                            case EntityContent.Element.Row row ->
                                    row.values().stream()
                                                    .map(ColumnType::show)
                                                    .map(Printable::plain)
                                                    .collect(Collectors.joining(", "))
                                            + until(row.deadlineMillis());
                        });
    }

    /** Bytes as text if they are some, else in hexadecimal digits; cut if they are many. */
    static String text(byte[] bytes) {
        String more = bytes.length > BYTES_MAX ? "... (" + bytes.length + " bytes)" : "";
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            if (text.chars().noneMatch(Character::isISOControl)) {
                int end = Math.min(BYTES_MAX, text.length());
                return "'" + text.substring(0, end) + "'" + more;
            }
        } catch (CharacterCodingException e) {
            // Not text: digits say it too.
            return hex(bytes) + more;
        }
        return hex(bytes) + more;
    }

    private static String hex(byte[] bytes) {
        byte[] shown = Arrays.copyOf(bytes, Math.min(BYTES_MAX, bytes.length));
        return "0x" + HexFormat.of().formatHex(shown);
    }

    /**
     * Prints figures.
     *
     * @param unread told of what cannot be read and is not counted
     */
    void stat(EntityInspector entities, Unread unread) throws IOException {
        JournalInspector.Figures journal = entities.journal();
        out.printf(
                "journal      %d files (%d bytes), %d records (%d bytes), %s%n",
                journal.files(),
                journal.fileBytes(),
                journal.records(),
                journal.recordBytes(),
                journal.checkpointed() ? "with a checkpoint" : "no checkpoint");
        out.printf(
                "entries      %d needed (%d bytes) of %d entities%n",
                journal.liveEntries(), journal.liveBytes(), journal.entities());
        EntityInspector.DataFigures data = entities.data((entity, what) -> unread.add());
        if (data == null) {
            out.println("entity data  none that can be opened");
        } else {
            out.printf(
                    "entities     %d (%d records, %d bytes), %d with entries in the journal only%n",
                    data.entities(), data.records(), data.recordBytes(), data.behind());
            data.objects()
                    .forEach((type, count) ->
                            out.printf(
                                    "  %-10s %d%n", type.name().toLowerCase(Locale.ROOT), count));
            out.printf("elements     %d%n", data.elements());
            out.printf("tables       %d (%d bytes)%n", data.tables(), data.tableBytes());
            if (data.ownerless() > 0) {
                out.printf("ownerless    %d images or entities that were lost%n", data.ownerless());
            }
        }
        entities.movedAside().forEach(path -> out.printf("moved aside  %s%n", path));
    }
}
