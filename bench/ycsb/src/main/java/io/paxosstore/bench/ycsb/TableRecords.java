package io.paxosstore.bench.ycsb;

import io.paxosstore.client.Codec;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RowUpdate;
import io.paxosstore.client.table.Col;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A record is a row. An entity is one serial history, so the rows are spread by the hash of their
 * keys over the tables of many entities; a scan asks all of them at once and merges their answers.
 */
final class TableRecords implements Records {
    private static final String TABLE = "records";
    private static final String KEY = "ycsb_key";

    private final List<EntityTable<Row>> tables = new ArrayList<>();
    private final List<String> fieldNames;

    TableRecords(PaxosStore store, String space, List<String> fieldNames, int partitions) {
        this.fieldNames = List.copyOf(fieldNames);
        store.createSpaceIfAbsent(space, SpaceKind.ENTITY);
        TableSchema.Builder schema = TableSchema.builder().column(KEY, ColumnType.STRING);
        fieldNames.forEach(name -> schema.nullable(name, ColumnType.BYTES));
        TableSchema built = schema.key(KEY).build();
        EntitySpace<String> entities = store.entitySpace(space, Codec.utf8());
        for (int partition = 0; partition < partitions; partition++) {
            EntityTable<Row> table = entities.entity("part-" + partition).table(TABLE, built);
            table.createIfAbsent();
            tables.add(table);
        }
    }

    private EntityTable<Row> table(String key) {
        return tables.get(Math.floorMod(key.hashCode(), tables.size()));
    }

    @Override
    public Optional<Map<String, byte[]>> read(String key, @Nullable Set<String> fields) {
        return table(key).get(key).map(row -> record(row, fields));
    }

    private Map<String, byte[]> record(Row row, @Nullable Set<String> fields) {
        Map<String, byte[]> record = new LinkedHashMap<>();
        for (String name : fieldNames) {
            if ((fields == null || fields.contains(name))
                    && row.get(name) instanceof byte[] value) {
                record.put(name, value);
            }
        }
        return record;
    }

    @Override
    public boolean update(String key, Map<String, byte[]> values) {
        RowUpdate update = table(key).update().key(key);
        for (Map.Entry<String, byte[]> field : values.entrySet()) {
            update = update.set(field.getKey(), field.getValue());
        }
        return update.execute() == 1;
    }

    @Override
    public void insert(String key, Map<String, byte[]> values) {
        Map<String, Object> row = new LinkedHashMap<>(values);
        row.put(KEY, key);
        table(key).upsert(Row.of(List.copyOf(row.keySet()), List.copyOf(row.values())));
    }

    @Override
    public boolean delete(String key) {
        return table(key).remove(key);
    }

    @Override
    public Optional<List<Map<String, byte[]>>> scan(
            String from, int count, @Nullable Set<String> fields) {
        List<CompletableFuture<List<Row>>> asked = new ArrayList<>();
        for (EntityTable<Row> table : tables) {
            asked.add(
                    table.query()
                            .where(Col.column(KEY).atLeast(from))
                            .orderBy(KEY)
                            .limit(count)
                            .listAsync());
        }
        List<Row> rows = new ArrayList<>();
        asked.forEach(answer -> rows.addAll(answer.join()));
        rows.sort(Comparator.comparing(row -> row.getString(KEY)));
        return Optional.of(rows.stream().limit(count).map(row -> record(row, fields)).toList());
    }
}
