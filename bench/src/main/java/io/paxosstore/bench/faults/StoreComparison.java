package io.paxosstore.bench.faults;

import io.paxosstore.bitcask.StoreInspector;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the files of stopped replicas: every key that any of them holds, the list of spaces
 * included, by its newest settled entry and that entry's checksum. An entry is settled if a record
 * says that it was chosen, or most replicas hold the same value of it; what a minority has accepted
 * of a client that gave up was chosen by nobody. Used by one thread.
 */
final class StoreComparison {
    private final SortedMap<Integer, Map<String, NavigableMap<Long, Held>>> stores =
            new TreeMap<>();

    /**
     * The value of an entry in one store.
     *
     * @param chosen whether its record says so; the mark is not always written
     * @param accepted the number under which it was accepted
     */
    private record Held(boolean chosen, long accepted, int checksum) {
        static Held of(StoreInspector.RecordLine record) {
            return new Held(record.chosen(), record.accepted(), record.checksum());
        }

        /** The one that counts: the chosen value, else the one accepted last. */
        Held or(Held other) {
            if (chosen != other.chosen) {
                return chosen ? this : other;
            }
            return accepted >= other.accepted ? this : other;
        }
    }

    /** Reads the store of a replica that does not run. */
    void add(int replica, Path data) throws IOException {
        Map<String, NavigableMap<Long, Held>> keys = new HashMap<>();
        try (StoreInspector store = StoreInspector.open(FileSystem.real(), data)) {
            // What cannot be read is held by no one here: it is told as a difference.
            store.dump(
                    record -> {
                        if (record.payloadBytes() >= 0 && record.intact()) {
                            keys.computeIfAbsent(record.key().toString(), key -> new TreeMap<>())
                                    .merge(record.entry(), Held.of(record), Held::or);
                        }
                    },
                    unread -> {});
        }
        stores.put(replica, keys);
    }

    /** How many keys there are in all stores together. */
    int keys() {
        return names().size();
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        stores.values().forEach(keys -> names.addAll(keys.keySet()));
        return names;
    }

    /** A sentence for each key that is not the same in all stores. */
    List<String> differences() {
        List<String> different = new ArrayList<>();
        for (String name : names()) {
            long entry = settled(name);
            List<@Nullable Held> held = heldOf(name, entry);
            Held one = held.get(0);
            if (entry > 0 && (one == null || !held.stream().allMatch(each -> isSame(one, each)))) {
                different.add(sentence(name, entry));
            }
        }
        return different;
    }

    private static boolean isSame(Held one, @Nullable Held other) {
        return other != null && one.checksum() == other.checksum();
    }

    /** What each store holds of an entry. */
    private List<@Nullable Held> heldOf(String name, long entry) {
        List<@Nullable Held> held = new ArrayList<>();
        stores.values()
                .forEach(keys -> {
                    NavigableMap<Long, Held> entries = keys.get(name);
                    held.add(entries == null ? null : entries.get(entry));
                });
        return held;
    }

    /** The newest entry of a key of which a value was chosen; 0 if there is none. */
    private long settled(String name) {
        NavigableSet<Long> entries = new TreeSet<>();
        stores.values()
                .forEach(keys -> {
                    NavigableMap<Long, Held> its = keys.get(name);
                    if (its != null) {
                        entries.addAll(its.keySet());
                    }
                });
        for (long entry : entries.descendingSet()) {
            List<@Nullable Held> held = heldOf(name, entry);
            for (Held one : held) {
                if (one != null && (one.chosen() || isHeldByMost(one, held))) {
                    return entry;
                }
            }
        }
        return 0;
    }

    private static boolean isHeldByMost(Held one, List<@Nullable Held> held) {
        long same = held.stream().filter(other -> isSame(one, other)).count();
        return same > held.size() / 2;
    }

    private String sentence(String name, long entry) {
        StringBuilder sentence = new StringBuilder(name + ", entry " + entry + ":");
        stores.forEach((replica, keys) -> {
            NavigableMap<Long, Held> entries = keys.get(name);
            Held held = entries == null ? null : entries.get(entry);
            sentence.append(" store ").append(replica).append(" holds ");
            sentence.append(
                    held != null
                            ? "%08x;".formatted(held.checksum())
                            : entries == null ? "nothing;" : entries.lastKey() + " at most;");
        });
        return sentence.toString();
    }
}
