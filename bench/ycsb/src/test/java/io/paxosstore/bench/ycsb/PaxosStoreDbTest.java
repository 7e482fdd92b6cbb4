package io.paxosstore.bench.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.CompletableFuture;

class PaxosStoreDbTest {
    private static final String TABLE = "usertable";

    private static @Nullable EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.start(3);
    }

    @AfterAll
    static void stop() {
        Objects.requireNonNull(cluster).close();
    }

    private static PaxosStoreDb db(String model) throws DBException {
        PaxosStoreDb db = new PaxosStoreDb();
        Properties properties = new Properties();
        properties.setProperty(
                PaxosStoreDb.TARGET_PROPERTY, Objects.requireNonNull(cluster).connectString());
        properties.setProperty(PaxosStoreDb.MODEL_PROPERTY, model);
        properties.setProperty(PaxosStoreDb.PARTITIONS_PROPERTY, "3");
        properties.setProperty("fieldcount", "3");
        db.setProperties(properties);
        db.init();
        return db;
    }

    private static Map<String, ByteIterator> values(String... namesAndValues) {
        Map<String, ByteIterator> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(
                    namesAndValues[i],
                    new ByteArrayByteIterator(
                            namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8)));
        }
        return values;
    }

    private static Map<String, String> shown(Map<String, ByteIterator> values) {
        Map<String, String> shown = new TreeMap<>();
        values.forEach((name, value) ->
                shown.put(name, new String(value.toArray(), StandardCharsets.UTF_8)));
        return shown;
    }

    private static Map<String, String> read(
            PaxosStoreDb db, String key, @Nullable Set<String> fields) {
        Map<String, ByteIterator> found = new HashMap<>();
        Status status = db.read(TABLE, key, fields, found);
        assertEquals(found.isEmpty() ? Status.NOT_FOUND : Status.OK, status);
        return shown(found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "map", "table"})
    void aRecordIsWrittenReadChangedAndRemoved(String model) throws DBException {
        PaxosStoreDb db = db(model);
        assertEquals(Map.of(), read(db, "user1", null));
        assertEquals(
                Status.OK,
                db.insert(TABLE, "user1", values("field0", "a", "field1", "b", "field2", "c")));
        assertEquals(Map.of("field0", "a", "field1", "b", "field2", "c"), read(db, "user1", null));
        assertEquals(Map.of("field1", "b"), read(db, "user1", Set.of("field1")));

        assertEquals(Status.OK, db.update(TABLE, "user1", values("field1", "B")));
        assertEquals(Map.of("field0", "a", "field1", "B", "field2", "c"), read(db, "user1", null));
        assertEquals(
                Status.OK,
                db.update(TABLE, "user1", values("field0", "x", "field1", "y", "field2", "z")));
        assertEquals(Map.of("field0", "x", "field1", "y", "field2", "z"), read(db, "user1", null));

        assertEquals(Status.OK, db.delete(TABLE, "user1"));
        assertEquals(Status.NOT_FOUND, db.delete(TABLE, "user1"));
        assertEquals(Map.of(), read(db, "user1", null));
        db.cleanup();
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "map", "table"})
    void updatesOfDifferentFieldsLoseNothing(String model) throws Exception {
        PaxosStoreDb db = db(model);
        PaxosStoreDb other = db(model);
        db.insert(TABLE, "shared", values("field0", "0", "field1", "0", "field2", "0"));
        CompletableFuture<Void> left =
                CompletableFuture.runAsync(() -> updates(other, "field1", 50));
        updates(db, "field0", 50);
        left.join();
        assertEquals(
                Map.of("field0", "50", "field1", "50", "field2", "0"), read(db, "shared", null));
        other.cleanup();
        db.cleanup();
    }

    private static void updates(PaxosStoreDb db, String field, int count) {
        for (int i = 1; i <= count; i++) {
            assertEquals(Status.OK, db.update(TABLE, "shared", values(field, Integer.toString(i))));
        }
    }

    @Test
    @SuppressWarnings("JdkObsolete") // YCSB's signature
    void onlyTablesScanInOrder() throws DBException {
        PaxosStoreDb db = db("table");
        for (int i = 0; i < 20; i++) {
            db.insert(TABLE, "scan%02d".formatted(i), values("field0", Integer.toString(i)));
        }
        Vector<HashMap<String, ByteIterator>> found = new Vector<>();
        assertEquals(Status.OK, db.scan(TABLE, "scan05", 7, Set.of("field0"), found));
        assertEquals(
                List.of("5", "6", "7", "8", "9", "10", "11"),
                found.stream().map(record -> shown(record).get("field0")).toList());
        db.cleanup();

        PaxosStoreDb values = db("value");
        assertEquals(Status.NOT_IMPLEMENTED, values.scan(TABLE, "scan05", 7, null, new Vector<>()));
        values.cleanup();
    }

    @Test
    void whatCannotBeMeantIsRefusedByName() {
        DBException refused = assertThrows(DBException.class, () -> db("rows"));
        assertTrue(String.valueOf(refused.getMessage()).contains("\"rows\""));
    }
}
