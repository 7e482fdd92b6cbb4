package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.StreamOperation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Streams of the naive twin. */
final class NaiveStreams {
    private final NaiveEntity entity;

    NaiveStreams(NaiveEntity entity) {
        this.entity = entity;
    }

    Result execute(StreamOperation operation) {
        NaiveObject found = entity.find(operation.object(), ObjectType.STREAM);
        NavigableMap<String, String> rows =
                found == null ? Collections.emptyNavigableMap() : found.rows;
        return switch (operation) {
            case StreamOperation.Get get -> {
                List<byte @Nullable []> values = new ArrayList<>();
                for (byte[] row : get.rows()) {
                    String value = rows.get(Latin1.text(row));
                    values.add(value == null ? null : Latin1.bytes(value));
                }
                yield new Result.Values(values);
            }
            case StreamOperation.Put put -> {
                long absent = 0;
                for (MapOperation.Field row : put.rows()) {
                    String before =
                            entity.findOrCreate(put.object(), ObjectType.STREAM)
                                    .rows
                                    .put(Latin1.text(row.name()), Latin1.text(row.value()));
                    absent += before == null ? 1 : 0;
                }
                yield new Result.Count(absent);
            }
            case StreamOperation.Remove remove -> {
                long present = 0;
                for (byte[] row : remove.rows()) {
                    present += found != null && rows.remove(Latin1.text(row)) != null ? 1 : 0;
                }
                yield new Result.Count(present);
            }
            case StreamOperation.Scan scan -> scan(rows, scan);
            case StreamOperation.RemoveFirst remove -> {
                List<String> first =
                        within(rows, remove.from(), remove.to()).keySet().stream()
                                .limit(remove.rowsMax())
                                .toList();
                first.forEach(rows::remove);
                yield new Result.Count(first.size());
            }
            case StreamOperation.Size _ -> new Result.Size(rows.size());
        };
    }

    private static NavigableMap<String, String> within(
            NavigableMap<String, String> rows, byte[] from, byte @Nullable [] to) {
        NavigableMap<String, String> within = new TreeMap<>();
        rows.forEach((row, value) -> {
            if (row.compareTo(Latin1.text(from)) >= 0
                    && (to == null || row.compareTo(Latin1.text(to)) < 0)) {
                within.put(row, value);
            }
        });
        return within;
    }

    private Result scan(NavigableMap<String, String> rows, StreamOperation.Scan scan) {
        NavigableMap<String, String> within = within(rows, scan.from(), scan.to());
        boolean reverse = scan.reverse() && !entity.has(NaiveEntity.Plant.STREAM_FORGETS_DIRECTION);
        List<MapOperation.Field> found = new ArrayList<>();
        int bytes = 0;
        for (Map.Entry<String, String> one :
                (reverse ? within.descendingMap() : within).entrySet()) {
            bytes += one.getKey().length() + one.getValue().length();
            if (entity.room().isFull(found.size(), bytes, scan.page())) {
                String next = reverse ? one.getKey() + '\0' : one.getKey();
                return new Result.Fields(found, Latin1.bytes(next));
            }
            found.add(
                    new MapOperation.Field(
                            Latin1.bytes(one.getKey()), Latin1.bytes(one.getValue())));
        }
        return new Result.Fields(found, null);
    }
}
