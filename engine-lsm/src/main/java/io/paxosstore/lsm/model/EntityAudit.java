package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.table.TableAudit;
import io.paxosstore.table.TableCounts;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Reads all of an entity and checks that every key and record decodes, that headers count their
 * elements right, and that elements and deadlines belong to an object.
 *
 * <p>Elements of an object that has expired may outlive its header for a while, on replicas that
 * have not purged it yet when another object takes its name: their deadline still names them.
 */
public final class EntityAudit {
    private static final int PROBLEMS_MAX = 20;
    private static final int SEQUENCE_KEY_BYTES = 18;
    private static final byte[] FIRST_KEY = {0};
    private static final byte[] LAST_KEY = {(byte) 0xff};
    private static final byte ELEMENTS_TAG = 2;
    private static final int ELEMENT_KEY_BYTES = 10;

    /**
     * What was found.
     *
     * @param problems in words, the first few; empty if all is sound
     * @param objects how many there are of each type
     * @param elements in all objects
     * @param records of all kinds
     * @param bytes of keys and values
     */
    public record Report(
            List<String> problems,
            Map<ObjectType, Long> objects,
            long elements,
            long records,
            long bytes) {}

    private static final class Tally {
        final @Nullable String name;
        final @Nullable ObjectHeader header;
        long elements;
        long deadlines;
        long scores;

        Tally(@Nullable String name, @Nullable ObjectHeader header) {
            this.name = name;
            this.header = header;
        }
    }

    private final EntityState state;
    private final List<String> problems = new ArrayList<>();
    private final Map<ObjectType, Long> objects = new EnumMap<>(ObjectType.class);
    private final Map<Long, Tally> tallies = new HashMap<>();
    private long elements;
    private long records;
    private long bytes;

    private EntityAudit(EntityState state) {
        this.state = state;
    }

    /** Reads and checks a state; failures to read it are thrown as the state throws them. */
    public static Report of(EntityState state) {
        EntityAudit audit = new EntityAudit(state);
        audit.run();
        return new Report(
                audit.problems, audit.objects, audit.elements, audit.records, audit.bytes);
    }

    private void run() {
        try (RecordCursor cursor = state.scan(FIRST_KEY, LAST_KEY)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                byte[] value = cursor.value();
                records++;
                bytes += key.length + value.length;
                try {
                    record(key, value);
                } catch (MalformedBytesException e) {
                    problem(e.getMessage());
                }
            }
        }
        for (long generation : new TreeSet<>(tallies.keySet())) {
            check(generation, tallies.get(generation));
        }
    }

    private void problem(@Nullable String what) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(String.valueOf(what));
        }
    }

    private void record(byte[] key, byte[] value) {
        if (Arrays.equals(key, KeyLayout.VERSION)) {
            ByteReader.of(value).getLong();
        } else if (key[0] == KeyLayout.HEADERS[0]) {
            header(KeyLayout.nameOf(key), ObjectHeader.decode(value));
        } else if (KeyLayout.isExpiry(key)) {
            // Its object may have gone: then it is what the purge finds the elements by.
            long generation = KeyLayout.generationOfExpiry(key);
            Tally tally = tallies.get(generation);
            if (tally != null && tally.header == null) {
                tallies.remove(generation);
            }
        } else if (KeyLayout.isSchema(key) || KeyLayout.isBlocks(key)) {
            ObjectHeader owner = owner(KeyLayout.generationOfElement(key));
            if (owner != null && !(owner instanceof ObjectHeader.Table)) {
                problem("A schema or index of blocks belongs to something that is no table.");
            }
        } else if (key[0] == ELEMENTS_TAG && key.length >= ELEMENT_KEY_BYTES) {
            element(key, value);
        } else {
            throw new MalformedBytesException("A key of " + key.length + " bytes is of no kind.");
        }
    }

    private @Nullable ObjectHeader owner(long generation) {
        Tally tally = tallies.get(generation);
        return tally == null ? null : tally.header;
    }

    private void header(String name, ObjectHeader header) {
        objects.merge(header.type(), 1L, Long::sum);
        tallies.put(header.generation(), new Tally(name, header));
        long deadline = header.deadlineMillis();
        if (deadline != Deadlines.NEVER
                && state.get(KeyLayout.expiry(deadline, header.generation())) == null) {
            problem("The deadline of the object \"" + name + "\" is missing.");
        }
    }

    private void element(byte[] key, byte[] value) {
        long generation = KeyLayout.generationOfElement(key);
        Tally tally = tallies.computeIfAbsent(generation, _ -> new Tally(null, null));
        if (tally.header instanceof ObjectHeader.Table) {
            return; // looked at as a whole
        }
        if (KeyLayout.isFieldDeadline(key)) {
            tally.deadlines++;
            return;
        }
        if (KeyLayout.isScored(key)) {
            tally.scores++;
            ByteReader.of(value).end();
            return;
        }
        elements++;
        tally.elements++;
        if (tally.header == null) {
            return;
        }
        switch (tally.header) {
            case ObjectHeader.List list -> {
                number(tally, key, KeyLayout::positionOf, list.head(), list.tail());
                writtenIn(tally, generation, ElementRecord.ofList(value).entry());
            }
            case ObjectHeader.Queue queue -> {
                number(tally, key, KeyLayout::sequenceOf, queue.first(), queue.next());
                writtenIn(tally, generation, ElementRecord.ofQueue(value).entry());
            }
            case ObjectHeader.Map _ -> {
                long deadline = ByteReader.of(value).getVarint();
                byte[] field = KeyLayout.memberOf(key);
                if (deadline != Deadlines.NEVER
                        && state.get(KeyLayout.deadline(generation, deadline, field)) == null) {
                    problem("The deadline of a field of \"" + tally.name + "\" is missing.");
                }
            }
            case ObjectHeader.Set _ -> ByteReader.of(value).end();
            case ObjectHeader.Stream _ -> {} // of any key and value
            case ObjectHeader.SortedSet _ -> {
                double score = SortedSetModel.decode(value);
                byte[] member = KeyLayout.memberOf(key);
                if (state.get(KeyLayout.scored(generation, score, member)) == null) {
                    problem("A member of \"" + tally.name + "\" is missing under its score.");
                }
            }
            case ObjectHeader.Table _ -> {}
            case ObjectHeader.Value _ -> problem("The value \"" + tally.name + "\" has elements.");
        }
    }

    private interface NumberOf {
        long of(byte[] key);
    }

    private void number(Tally tally, byte[] key, NumberOf numberOf, long from, long to) {
        long number = key.length == SEQUENCE_KEY_BYTES ? numberOf.of(key) : to;
        if (number < from || number >= to) {
            problem("The object \"" + tally.name + "\" has an element outside of its bounds.");
        }
    }

    private void writtenIn(Tally tally, long generation, long entry) {
        if (entry < EntityVersion.entryOf(generation) || entry > state.entry()) {
            problem("The object \"" + tally.name + "\" has an element of entry " + entry + ".");
        }
    }

    private void check(long generation, @Nullable Tally tally) {
        if (tally == null) {
            return;
        }
        ObjectHeader header = tally.header;
        if (header == null) {
            problem(tally.elements + " elements of number " + generation + " belong to no object.");
            return;
        }
        if (header instanceof ObjectHeader.Table table) {
            elements += table.rows();
            TableAudit.of(
                            new TableRecords(state, generation),
                            new TableCounts(table.rows(), table.expiring()))
                    .forEach(what -> problem("The table \"" + tally.name + "\": " + what));
            return;
        }
        long counted = EntityContent.size(header);
        if (counted != tally.elements) {
            problem(
                    "The object \"%s\" counts %d elements and has %d."
                            .formatted(tally.name, counted, tally.elements));
        }
        long scores = header instanceof ObjectHeader.SortedSet ? counted : 0;
        if (scores != tally.scores) {
            problem(
                    "The object \"%s\" counts %d members by their scores and has %d."
                            .formatted(tally.name, scores, tally.scores));
        }
        long expiring = header instanceof ObjectHeader.Map map ? map.expiring() : 0;
        if (expiring != tally.deadlines) {
            problem(
                    "The object \"%s\" counts %d deadlines of fields and has %d."
                            .formatted(tally.name, expiring, tally.deadlines));
        }
    }
}
