package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Maps of the naive twin; the entity has thrown away what has expired. */
final class NaiveMaps {
    private final NaiveEntity entity;
    private final long nowMillis;

    NaiveMaps(NaiveEntity entity, long nowMillis) {
        this.entity = entity;
        this.nowMillis = nowMillis;
    }

    Result execute(MapOperation operation) {
        NaiveObject found = entity.find(operation.object(), ObjectType.MAP);
        SortedMap<String, NaiveObject.Field> map = found == null ? new TreeMap<>() : found.map;
        return switch (operation) {
            case MapOperation.Get get -> {
                List<byte @Nullable []> values = new ArrayList<>();
                for (byte[] field : get.fields()) {
                    NaiveObject.Field there = map.get(Latin1.text(field));
                    values.add(there == null ? null : Latin1.bytes(there.value()));
                }
                yield new Result.Values(values);
            }
            case MapOperation.Put put -> {
                long absent = 0;
                for (MapOperation.Field field : put.fields()) {
                    absent +=
                            write(put.object(), field.name(), field.value(), put.ttlMillis())
                                    ? 1
                                    : 0;
                }
                yield new Result.Count(absent);
            }
            case MapOperation.Remove remove -> {
                long removed = 0;
                for (byte[] field : remove.fields()) {
                    removed += map.remove(Latin1.text(field)) == null ? 0 : 1;
                }
                yield new Result.Count(removed);
            }
            case MapOperation.CompareAndSet compare -> compareAndSet(map, compare);
            case MapOperation.Increment increment -> increment(map, increment);
            case MapOperation.Scan scan -> scan(map, scan);
            case MapOperation.Size _ -> new Result.Size(map.size());
            case MapOperation.RemoveExpired _ -> new Result.Count(0);
        };
    }

    /** Writes a field; returns whether it was absent. */
    private boolean write(String name, byte[] field, byte[] value, long ttlMillis) {
        return entity.findOrCreate(name, ObjectType.MAP)
                        .map
                        .put(
                                Latin1.text(field),
                                new NaiveObject.Field(
                                        Latin1.text(value),
                                        ttlMillis == 0 ? 0 : nowMillis + ttlMillis))
                == null;
    }

    private Result compareAndSet(
            SortedMap<String, NaiveObject.Field> map, MapOperation.CompareAndSet compare) {
        NaiveObject.Field there = map.get(Latin1.text(compare.field()));
        byte[] expected = compare.expected();
        boolean equal =
                Objects.equals(
                        there == null ? null : there.value(),
                        expected == null ? null : Latin1.text(expected));
        if (equal) {
            write(compare.object(), compare.field(), compare.value(), compare.ttlMillis());
        }
        return new Result.Flag(equal);
    }

    private Result increment(
            SortedMap<String, NaiveObject.Field> map, MapOperation.Increment increment) {
        NaiveObject.Field there = map.get(Latin1.text(increment.field()));
        String name = increment.object();
        long number = there == null ? 0 : NaiveEntity.number(name, there.value());
        long sum = NaiveEntity.add(name, number, increment.delta());
        entity.findOrCreate(name, ObjectType.MAP)
                .map
                .put(
                        Latin1.text(increment.field()),
                        new NaiveObject.Field(
                                Long.toString(sum), there == null ? 0 : there.deadlineMillis()));
        return new Result.Incremented(sum);
    }

    private Result scan(SortedMap<String, NaiveObject.Field> map, MapOperation.Scan scan) {
        List<MapOperation.Field> fields = new ArrayList<>();
        byte[] to = scan.to();
        int bytes = 0;
        for (Map.Entry<String, NaiveObject.Field> one : map.entrySet()) {
            String name = one.getKey();
            if (name.compareTo(Latin1.text(scan.from())) < 0
                    || (to != null && name.compareTo(Latin1.text(to)) >= 0)) {
                continue;
            }
            bytes += name.length() + one.getValue().value().length();
            if (entity.room().isFull(fields.size(), bytes, scan.page())) {
                return new Result.Fields(fields, Latin1.bytes(name));
            }
            fields.add(
                    new MapOperation.Field(
                            Latin1.bytes(name), Latin1.bytes(one.getValue().value())));
        }
        return new Result.Fields(fields, null);
    }
}
