package io.paxosstore.bench.faults;

import io.paxosstore.bitcask.StoreInspector;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the files of stopped replicas: every key that any of them holds, the list of spaces
 * included, by its newest entry and that entry's checksum. When nothing is under way any more the
 * newest entry is the chosen one. Used by one thread.
 */
final class StoreComparison {
    private final SortedMap<Integer, Map<String, Newest>> stores = new TreeMap<>();

    /**
     * The newest value of a key in one store.
     *
     * @param chosen whether its record says so; the mark is not always written
     * @param accepted the number under which it was accepted
     */
    private record Newest(long entry, boolean chosen, long accepted, int checksum) {
        static Newest of(StoreInspector.RecordLine record) {
            return new Newest(
                    record.entry(), record.chosen(), record.accepted(), record.checksum());
        }

        /** The one that counts: of one entry the chosen value, else the one accepted last. */
        Newest or(Newest other) {
            if (entry != other.entry) {
                return entry > other.entry ? this : other;
            }
            if (chosen != other.chosen) {
                return chosen ? this : other;
            }
            return accepted >= other.accepted ? this : other;
        }

        boolean isSame(@Nullable Newest other) {
            return other != null && entry == other.entry && checksum == other.checksum;
        }
    }

    /** Reads the store of a replica that does not run. */
    void add(int replica, Path data) throws IOException {
        Map<String, Newest> keys = new HashMap<>();
        try (StoreInspector store = StoreInspector.open(FileSystem.real(), data)) {
            store.dump(record -> {
                if (record.payloadBytes() >= 0 && record.intact()) {
                    keys.merge(record.key().toString(), Newest.of(record), Newest::or);
                }
            });
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
            Set<@Nullable Newest> held = new HashSet<>();
            stores.values().forEach(keys -> held.add(keys.get(name)));
            Newest one = held.iterator().next();
            if (one == null || !held.stream().allMatch(one::isSame)) {
                different.add(sentence(name));
            }
        }
        return different;
    }

    private String sentence(String name) {
        StringBuilder sentence = new StringBuilder(name + ":");
        stores.forEach((replica, keys) -> {
            Newest held = keys.get(name);
            sentence.append(" store ").append(replica).append(" holds ");
            sentence.append(
                    held == null
                            ? "nothing;"
                            : "entry %d with checksum %08x;"
                                    .formatted(held.entry(), held.checksum()));
        });
        return sentence.toString();
    }
}
