package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.table.NaiveTable;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One object of the naive twin: everything in collections, what expires is thrown away. */
final class NaiveObject {
    final ObjectType type;
    long deadlineMillis;

    /** The value as Latin-1 text, so that equality and order are those of the bytes. */
    String value = "";

    long version;
    final List<String> list = new ArrayList<>();
    final List<Message> queue = new ArrayList<>();
    long nextSequence = 1;
    long lastTimeMillis;
    long lengthMax;
    long ageMillisMax;
    final SortedSet<String> set = new TreeSet<>();
    final SortedMap<String, Double> scores = new TreeMap<>();
    final SortedMap<String, Field> map = new TreeMap<>();
    final NavigableMap<String, String> rows = new TreeMap<>();

    /** The rows, if it is a table. */
    @Nullable NaiveTable table;

    record Message(long sequence, long timeMillis, String element) {}

    record Field(String value, long deadlineMillis) {}

    NaiveObject(ObjectType type) {
        this.type = type;
    }

    NaiveObject copy() {
        NaiveObject copy = new NaiveObject(type);
        copy.deadlineMillis = deadlineMillis;
        copy.value = value;
        copy.version = version;
        copy.list.addAll(list);
        copy.queue.addAll(queue);
        copy.nextSequence = nextSequence;
        copy.lastTimeMillis = lastTimeMillis;
        copy.lengthMax = lengthMax;
        copy.ageMillisMax = ageMillisMax;
        copy.set.addAll(set);
        copy.scores.putAll(scores);
        copy.map.putAll(map);
        copy.rows.putAll(rows);
        copy.table = table == null ? null : table.copy();
        return copy;
    }

    /** Throws away what has expired. */
    void expire(long nowMillis) {
        if (table != null) {
            table.expire(nowMillis);
        }
        map.values().removeIf(field -> isPast(field.deadlineMillis(), nowMillis));
        if (ageMillisMax > 0) {
            queue.removeIf(message -> message.timeMillis() + ageMillisMax <= nowMillis);
        }
    }

    void keepLength() {
        while (lengthMax > 0 && queue.size() > lengthMax) {
            queue.removeFirst();
        }
    }

    long size() {
        return switch (type) {
            case VALUE -> value.length();
            case LIST -> list.size();
            case QUEUE -> queue.size();
            case SET -> set.size();
            case SORTED_SET -> scores.size();
            case MAP -> map.size();
            case STREAM -> rows.size();
            case TABLE -> table == null ? 0 : table.size();
        };
    }

    static boolean isPast(long deadlineMillis, long nowMillis) {
        return deadlineMillis != 0 && deadlineMillis <= nowMillis;
    }
}
