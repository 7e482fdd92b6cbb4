package io.paxosstore.table;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableSchema;

import java.util.ArrayList;
import java.util.List;

/** Changes of a schema, none of which touches a row. Immutable. */
final class SchemaChanges {
    private final String name;
    private final TableDefinition table;
    private final TableSchema schema;

    SchemaChanges(String name, TableDefinition table) {
        this.name = name;
        this.table = table;
        this.schema = table.schema();
    }

    /** The table after a change. */
    TableDefinition after(TableChange change) {
        try {
            return switch (change) {
                case TableChange.AddColumn add -> addColumn(add.column());
                case TableChange.RenameColumn rename -> renameColumn(rename.from(), rename.to());
                case TableChange.AddIndex add -> addIndex(add.index());
                case TableChange.DropIndex drop -> dropIndex(drop.name());
                case TableChange.SetTtl set ->
                        with(schema.columns(), schema.key(), schema.indexes(), set.ttlMillis());
            };
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    private TableFailureException invalid(String reason) {
        return TableFailureException.invalid(name, reason);
    }

    private TableDefinition with(
            List<Column> columns, List<String> key, List<TableIndex> indexes, long ttlMillis) {
        return TableDefinition.of(
                new TableSchema(columns, key, indexes, ttlMillis),
                table.indexes(),
                table.nextIndex());
    }

    private TableDefinition addColumn(Column column) {
        if (!column.nullable()) {
            throw invalid(
                    "the new column \""
                            + column.name()
                            + "\" must be nullable, because the rows that are there have no value"
                            + " of it.");
        }
        List<Column> columns = new ArrayList<>(schema.columns());
        columns.add(column);
        return with(columns, schema.key(), schema.indexes(), schema.ttlMillis());
    }

    private TableDefinition renameColumn(String from, String to) {
        int place = schema.indexOf(from);
        if (place < 0) {
            throw new TableFailureException(new Failure.NoColumn(name, from));
        }
        List<Column> columns = new ArrayList<>(schema.columns());
        columns.set(place, columns.get(place).named(to));
        List<TableIndex> indexes =
                schema.indexes().stream()
                        .map(index ->
                                new TableIndex(index.name(), renamed(index.columns(), from, to)))
                        .toList();
        return with(columns, renamed(schema.key(), from, to), indexes, schema.ttlMillis());
    }

    private static List<String> renamed(List<String> names, String from, String to) {
        return names.stream().map(column -> column.equals(from) ? to : column).toList();
    }

    private TableDefinition addIndex(TableIndex index) {
        List<TableIndex> named = new ArrayList<>(schema.indexes());
        named.add(index);
        TableSchema after =
                new TableSchema(schema.columns(), schema.key(), named, schema.ttlMillis());
        if (table.nextIndex() > TableDefinition.INDEX_NUMBER_MAX) {
            throw invalid("it has had too many indexes; copy it to a new one.");
        }
        List<TableDefinition.Index> indexes = new ArrayList<>(table.indexes());
        indexes.add(
                new TableDefinition.Index(
                        table.nextIndex(),
                        index.name(),
                        TableDefinition.places(after, index.columns()),
                        new byte[0]));
        return TableDefinition.of(after, indexes, table.nextIndex() + 1);
    }

    /** The index of a name. */
    TableDefinition.Index index(String indexName) {
        for (TableDefinition.Index index : table.indexes()) {
            if (index.name().equals(indexName)) {
                return index;
            }
        }
        throw invalid("it has no index \"" + indexName + "\".");
    }

    private TableDefinition dropIndex(String indexName) {
        TableDefinition.Index dropped = index(indexName);
        List<TableDefinition.Index> indexes = new ArrayList<>(table.indexes());
        indexes.remove(dropped);
        List<TableIndex> named =
                schema.indexes().stream().filter(index -> !index.name().equals(indexName)).toList();
        return TableDefinition.of(
                new TableSchema(schema.columns(), schema.key(), named, schema.ttlMillis()),
                indexes,
                table.nextIndex());
    }
}
