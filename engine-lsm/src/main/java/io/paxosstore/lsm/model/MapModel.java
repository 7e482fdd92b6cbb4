package io.paxosstore.lsm.model;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The operations on maps: a record per field; a second one, in the order of the deadlines, for each
 * field that expires. The header counts the records; those past their deadline are subtracted when
 * somebody asks, and every write removes a few of them, in the log, so that all replicas count
 * alike.
 */
final class MapModel {
    /** Most expired fields that a write removes. */
    private static final int SWEEP_FIELDS = 16;

    /** It removes none any more when all changes of its MultiOp have so many bytes. */
    private static final long SWEEP_BYTES = 256 * 1024;

    /** The same, if removing them is what was asked for. */
    private static final long REMOVAL_BYTES = 2L << 20;

    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable Map header;

    @SuppressWarnings("ArrayRecordComponent")
    private record Stored(long deadlineMillis, byte[] value) {}

    private MapModel(Evaluation evaluation, String name, ObjectHeader.@Nullable Map header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
    }

    static MapModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new MapModel(evaluation, name, null);
            case ObjectHeader.Map map -> new MapModel(evaluation, name, map);
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.MAP, other);
        };
    }

    /** A field's value; null if it is absent or expired. */
    byte @Nullable [] value(byte[] field) {
        Stored stored = header == null ? null : live(header.generation(), field);
        return stored == null ? null : stored.value();
    }

    /** How many fields have not expired; costs a step per expired one that is still there. */
    long size() {
        if (header == null) {
            return 0;
        }
        long expired = 0;
        if (header.expiring() > 0) {
            ExpiryClock clock = evaluation.clock();
            try (RecordCursor cursor = deadlines(header.generation(), clock.latestMillis())) {
                while (cursor.next()) {
                    expired += one(clock.isPast(KeyLayout.deadlineOfField(cursor.key())));
                }
            }
        }
        return header.fields() - expired;
    }

    Result execute(MapOperation operation) {
        return switch (operation) {
            case MapOperation.Get get -> get(get.fields());
            case MapOperation.Put put -> put(put.fields(), put.ttlMillis());
            case MapOperation.Remove remove -> remove(remove.fields());
            case MapOperation.CompareAndSet compare -> compareAndSet(compare);
            case MapOperation.Increment increment ->
                    increment(increment.field(), increment.delta());
            case MapOperation.Scan scan -> scan(scan.from(), scan.to(), scan.page());
            case MapOperation.Size _ -> new Result.Size(size());
            case MapOperation.RemoveExpired remove -> removeExpired(remove.fields());
        };
    }

    private @Nullable Stored stored(long generation, byte[] field) {
        byte[] bytes = evaluation.state().get(KeyLayout.member(generation, field));
        return bytes == null ? null : decode(bytes);
    }

    private static Stored decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        return new Stored(in.getVarint(), in.getRest());
    }

    private @Nullable Stored live(long generation, byte[] field) {
        Stored stored = stored(generation, field);
        return stored == null || isExpired(stored) ? null : stored;
    }

    private boolean isExpired(Stored stored) {
        return evaluation.clock().isPast(stored.deadlineMillis());
    }

    private RecordCursor deadlines(long generation, long untilMillis) {
        return evaluation
                .state()
                .scan(
                        KeyLayout.fieldDeadlines(generation),
                        KeyLayout.fieldDeadlinesEnd(generation, untilMillis));
    }

    private Result get(List<byte[]> fields) {
        List<byte @Nullable []> values = new ArrayList<>(fields.size());
        for (byte[] field : fields) {
            byte[] value = value(field);
            evaluation.returns(value == null ? 0 : value.length);
            values.add(value);
        }
        return new Result.Values(values);
    }

    /** The map to write to, some of its expired fields removed. */
    private ObjectHeader.Map openForWrite() {
        if (header == null) {
            return new ObjectHeader.Map(evaluation.create(name), Deadlines.NEVER, 0, 0);
        }
        return swept(header, SWEEP_FIELDS, SWEEP_BYTES);
    }

    private ObjectHeader.Map swept(ObjectHeader.Map map, int fieldsMax, long bytesMax) {
        if (map.expiring() == 0 || evaluation.state().bytes() >= bytesMax) {
            return map;
        }
        List<byte[]> keys = new ArrayList<>();
        try (RecordCursor cursor = deadlines(map.generation(), evaluation.nowMillis())) {
            long bytes = 0; // of no more keys than can be removed
            while (keys.size() < fieldsMax && bytes < bytesMax && cursor.next()) {
                byte[] key = cursor.key();
                bytes += key.length;
                keys.add(key);
            }
        }
        int removed = 0;
        while (removed < keys.size() && evaluation.state().bytes() < bytesMax) {
            byte[] key = keys.get(removed);
            evaluation.state().delete(key);
            byte[] field = KeyLayout.fieldOfDeadline(key);
            evaluation.state().delete(KeyLayout.member(map.generation(), field));
            removed++;
        }
        return plus(map, -removed, -removed);
    }

    private static ObjectHeader.Map plus(ObjectHeader.Map map, long fields, long expiring) {
        return new ObjectHeader.Map(
                map.generation(),
                map.deadlineMillis(),
                map.fields() + fields,
                map.expiring() + expiring);
    }

    private static int one(boolean holds) {
        return holds ? 1 : 0;
    }

    private static boolean expires(@Nullable Stored stored) {
        return stored != null && stored.deadlineMillis() != Deadlines.NEVER;
    }

    /** Writes a field; returns the map with the new counts. */
    private ObjectHeader.Map written(
            ObjectHeader.Map map, byte[] field, byte[] value, long deadlineMillis) {
        long generation = map.generation();
        Stored before = stored(generation, field);
        if (before != null && before.deadlineMillis() != deadlineMillis) {
            forgetDeadline(generation, field, before);
        }
        boolean expires = deadlineMillis != Deadlines.NEVER;
        if (expires) {
            evaluation
                    .state()
                    .put(
                            KeyLayout.deadline(generation, deadlineMillis, field),
                            KeyLayout.utf8(name));
        }
        byte[] record =
                new ByteWriter(Long.BYTES + value.length)
                        .putVarint(deadlineMillis)
                        .putRaw(value)
                        .toBytes();
        evaluation.state().put(KeyLayout.member(generation, field), record);
        return plus(map, one(before == null), one(expires) - one(expires(before)));
    }

    private void forgetDeadline(long generation, byte[] field, Stored before) {
        if (expires(before)) {
            evaluation
                    .state()
                    .delete(KeyLayout.deadline(generation, before.deadlineMillis(), field));
        }
    }

    private Result put(List<MapOperation.Field> fields, long ttlMillis) {
        if (fields.isEmpty()) {
            return new Result.Count(0);
        }
        ObjectHeader.Map map = openForWrite();
        long deadlineMillis = Deadlines.of(ttlMillis, evaluation.nowMillis());
        long absent = 0;
        for (MapOperation.Field field : fields) {
            absent += one(live(map.generation(), field.name()) == null);
            map = written(map, field.name(), field.value(), deadlineMillis);
        }
        evaluation.put(name, header, map);
        return new Result.Count(absent);
    }

    private Result remove(List<byte[]> fields) {
        if (header == null) {
            return new Result.Count(0);
        }
        ObjectHeader.Map map = openForWrite();
        long present = 0;
        for (byte[] field : fields) {
            Stored before = stored(map.generation(), field);
            if (before != null) {
                present += one(!isExpired(before));
                forgetDeadline(map.generation(), field, before);
                evaluation.state().delete(KeyLayout.member(map.generation(), field));
                map = plus(map, -1, -one(expires(before)));
            }
        }
        writeIfChanged(map);
        return new Result.Count(present);
    }

    private void writeIfChanged(ObjectHeader.Map map) {
        if (!map.equals(header)) {
            evaluation.put(name, header, map);
        }
    }

    private Result compareAndSet(MapOperation.CompareAndSet compare) {
        byte[] present = value(compare.field());
        boolean equal = Arrays.equals(present, compare.expected());
        if (equal) {
            ObjectHeader.Map map = openForWrite();
            long deadlineMillis = Deadlines.of(compare.ttlMillis(), evaluation.nowMillis());
            evaluation.put(
                    name, header, written(map, compare.field(), compare.value(), deadlineMillis));
        }
        return new Result.Flag(equal);
    }

    private Result increment(byte[] field, long delta) {
        Stored before = header == null ? null : live(header.generation(), field);
        long number = before == null ? 0 : Decimals.parse(name, before.value());
        long sum = Decimals.add(name, number, delta);
        long deadlineMillis = before == null ? Deadlines.NEVER : before.deadlineMillis();
        ObjectHeader.Map map = openForWrite();
        evaluation.put(name, header, written(map, field, Decimals.format(sum), deadlineMillis));
        return new Result.Incremented(sum);
    }

    private Result scan(byte[] from, byte @Nullable [] to, Page page) {
        List<MapOperation.Field> fields = new ArrayList<>();
        if (header == null) {
            return new Result.Fields(fields, null);
        }
        Evaluation.Budget budget = evaluation.budget(page);
        int steps = 0;
        try (RecordCursor cursor =
                Scans.members(evaluation.state(), header.generation(), from, to)) {
            while (cursor.next()) {
                byte[] field = KeyLayout.memberOf(cursor.key());
                Stored stored = decode(cursor.value());
                boolean shown = !isExpired(stored);
                steps++;
                if (steps > Scans.STEPS_MAX
                        || (shown && !budget.takes(field.length + stored.value().length))) {
                    return new Result.Fields(fields, field);
                }
                if (shown) {
                    fields.add(new MapOperation.Field(field, stored.value()));
                }
            }
        }
        return new Result.Fields(fields, null);
    }

    private Result removeExpired(int fieldsMax) {
        if (header == null) {
            return new Result.Count(0);
        }
        ObjectHeader.Map map = swept(header, fieldsMax, REMOVAL_BYTES);
        writeIfChanged(map);
        return new Result.Count(header.fields() - map.fields());
    }
}
