package io.paxosstore.bench.ycsb;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * YCSB's records in one of our models. Thread-safe; failures are the client library's.
 *
 * @see <a href="https://github.com/brianfrankcooper/YCSB/wiki/Core-Workloads">what YCSB's core
 *     workloads ask for</a>
 */
interface Records {
    /**
     * Reads a record.
     *
     * @param fields null for all
     * @return empty if there is none
     */
    Optional<Map<String, byte[]>> read(String key, @Nullable Set<String> fields);

    /** Writes some fields of a record; false if there is none. */
    boolean update(String key, Map<String, byte[]> values);

    /** Writes a record, in place of any there is. */
    void insert(String key, Map<String, byte[]> values);

    /** Removes a record; false if there is none. */
    boolean delete(String key);

    /**
     * Records in the order of their keys.
     *
     * @return empty if the model has no order of keys
     */
    Optional<List<Map<String, byte[]>>> scan(String from, int count, @Nullable Set<String> fields);

    /** Only some of a record's fields. */
    static Map<String, byte[]> only(Map<String, byte[]> all, @Nullable Set<String> fields) {
        if (fields != null) {
            all.keySet().retainAll(fields);
        }
        return all;
    }
}
