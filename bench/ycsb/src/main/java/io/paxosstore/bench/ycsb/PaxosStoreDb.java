package io.paxosstore.bench.ycsb;

import io.paxosstore.client.PaxosStoreException;

import org.jspecify.annotations.Nullable;

import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Vector;

/**
 * The binding, {@code -db io.paxosstore.bench.ycsb.PaxosStoreDb}. One for each of YCSB's threads.
 *
 * <p>Properties: {@value #TARGET_PROPERTY} (client ports, default {@code localhost:7400}), {@value
 * #MODEL_PROPERTY} ({@code value}, {@code map}, {@code table}: see {@link ValueRecords}, {@link
 * MapRecords}, {@link TableRecords}), {@value #PARTITIONS_PROPERTY} (entities of the model {@code
 * table}, default {@value #PARTITIONS_DEFAULT}). Only {@code table} can scan (workload E).
 */
public final class PaxosStoreDb extends DB {
    static final String TARGET_PROPERTY = "paxosstore.target";
    static final String MODEL_PROPERTY = "paxosstore.model";
    static final String PARTITIONS_PROPERTY = "paxosstore.partitions";
    static final int PARTITIONS_DEFAULT = 64;

    private @Nullable Records records;

    @Override
    public void init() throws DBException {
        try {
            records = SharedStore.open(getProperties());
        } catch (PaxosStoreException | IllegalArgumentException e) {
            throw new DBException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void cleanup() {
        if (records != null) {
            records = null;
            SharedStore.close();
        }
    }

    private Records records() {
        if (records == null) {
            throw new IllegalStateException("init was not called");
        }
        return records;
    }

    private interface Work {
        Status run();
    }

    private static Status status(Work work) {
        try {
            return work.run();
        } catch (PaxosStoreException e) {
            return new Status(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
        }
    }

    private static Status found(boolean isFound) {
        return isFound ? Status.OK : Status.NOT_FOUND;
    }

    @Override
    public Status read(
            String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> out) {
        return status(() -> {
            Optional<Map<String, byte[]>> record = records().read(key, fields);
            record.ifPresent(found -> out.putAll(iterators(found)));
            return found(record.isPresent());
        });
    }

    @Override
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
    public Status scan(
            String table,
            String from,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> out) {
        return status(() -> {
            Optional<List<Map<String, byte[]>>> scanned = records().scan(from, count, fields);
            scanned.ifPresent(all -> all.forEach(record -> out.add(iterators(record))));
            return scanned.isPresent() ? Status.OK : Status.NOT_IMPLEMENTED;
        });
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return status(() -> found(records().update(key, bytes(values))));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return status(() -> {
            records().insert(key, bytes(values));
            return Status.OK;
        });
    }

    @Override
    public Status delete(String table, String key) {
        return status(() -> found(records().delete(key)));
    }

    @SuppressWarnings("NonApiType") // YCSB wants it
    private static HashMap<String, ByteIterator> iterators(Map<String, byte[]> record) {
        HashMap<String, ByteIterator> iterators = new HashMap<>();
        record.forEach((name, value) -> iterators.put(name, new ByteArrayByteIterator(value)));
        return iterators;
    }

    private static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        values.forEach((name, value) ->
                bytes.put(
                        name,
                        value instanceof StringByteIterator text
                                ? text.toString().getBytes(StandardCharsets.UTF_8)
                                : value.toArray()));
        return bytes;
    }
}
