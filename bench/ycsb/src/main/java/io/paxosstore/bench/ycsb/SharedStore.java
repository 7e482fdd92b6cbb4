package io.paxosstore.bench.ycsb;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;

import org.jspecify.annotations.Nullable;

import java.util.Properties;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The one connected client library of all of YCSB's threads, each of which makes a binding of its
 * own. Opened by the first, closed by the last. Thread-safe.
 */
final class SharedStore {
    private static final SharedStore INSTANCE = new SharedStore();

    private int users;
    private @Nullable PaxosStore store;
    private @Nullable Records records;

    private SharedStore() {}

    /** The records as the properties say; the first caller's are those of all. */
    static Records open(Properties properties) {
        return INSTANCE.enter(properties);
    }

    /** One of those who opened it needs it no more. */
    static void close() {
        INSTANCE.leave();
    }

    private synchronized Records enter(Properties properties) {
        Records open = records;
        if (open == null) {
            PaxosStore connected =
                    PaxosStore.connect(
                            properties.getProperty(PaxosStoreDb.TARGET_PROPERTY, "localhost:7400"),
                            ClientOptions.builder().name("ycsb").build());
            try {
                open = records(connected, properties);
            } catch (RuntimeException e) {
                connected.close();
                throw e;
            }
            store = connected;
            records = open;
        }
        users++;
        return open;
    }

    private static Records records(PaxosStore store, Properties properties) {
        String model = properties.getProperty(PaxosStoreDb.MODEL_PROPERTY, "value");
        String space = properties.getProperty("table", "usertable") + "-" + model;
        Function<String, Integer> number = name -> Integer.parseInt(properties.getProperty(name));
        int fieldCount = properties.containsKey("fieldcount") ? number.apply("fieldcount") : 10;
        String prefix = properties.getProperty("fieldnameprefix", "field");
        return switch (model) {
            case "value" -> new ValueRecords(store, space, fieldCount);
            case "map" -> new MapRecords(store, space);
            case "table" ->
                    new TableRecords(
                            store,
                            space,
                            IntStream.range(0, fieldCount).mapToObj(i -> prefix + i).toList(),
                            properties.containsKey(PaxosStoreDb.PARTITIONS_PROPERTY)
                                    ? number.apply(PaxosStoreDb.PARTITIONS_PROPERTY)
                                    : PaxosStoreDb.PARTITIONS_DEFAULT);
            default ->
                    throw new IllegalArgumentException(
                            PaxosStoreDb.MODEL_PROPERTY
                                    + " is \""
                                    + model
                                    + "\"; there are value, map and table.");
        };
    }

    private synchronized void leave() {
        users--;
        PaxosStore open = store;
        if (users == 0 && open != null) {
            store = null;
            records = null;
            open.close();
        }
    }
}
