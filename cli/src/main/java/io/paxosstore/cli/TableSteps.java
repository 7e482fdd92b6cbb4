package io.paxosstore.cli;

import io.paxosstore.client.Entity;
import io.paxosstore.client.RowQuery;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.client.TableInfo;
import io.paxosstore.client.sql.Sql;
import io.paxosstore.client.sql.SqlText;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the shell's words mean for a table, and how its answers are shown. */
final class TableSteps {
    private TableSteps() {}

    /** Creates a table of the columns that a CREATE TABLE would have in its parentheses. */
    static ShellStep<Boolean> create(Entity entity, VerbArguments a) {
        String statement = "CREATE TABLE " + quoted(a.name()) + " (" + a.word(0) + ")";
        TableOperation.Create create =
                (TableOperation.Create) Sql.parse(statement).bind(null).operation();
        return new ShellStep<>(
                entity.table(a.name()).op().create(create.schema()),
                done -> ShellAnswer.ok("Table '" + a.name() + "' is created."));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static TableSchema schema(Entity entity, VerbArguments a) {
        return entity.table(a.name())
                .describeTable()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no table '"
                                        + a.name()
                                        + "'; 'table NAME create COLUMNS' makes one."))
                .schema();
    }

    static ShellStep<Long> insert(Entity entity, VerbArguments a) {
        return EntitySteps.number(entity.table(a.name()).op().insert(row(entity, a)), "inserted");
    }

    static ShellStep<Boolean> upsert(Entity entity, VerbArguments a) {
        return EntitySteps.put(entity.table(a.name()).op().upsert(row(entity, a)));
    }

    /** A row of words such as name=Ada; columns that are not named become NULL. */
    private static Row row(Entity entity, VerbArguments a) {
        TableSchema schema = schema(entity, a);
        List<String> columns = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (String word : a.all()) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "'" + word + "' is no COLUMN=VALUE, such as name=Ada.");
            }
            Column column = SqlText.column(a.name(), schema, word.substring(0, equals));
            if (columns.contains(column.name())) {
                throw new IllegalArgumentException(
                        "The column '" + column.name() + "' is given twice.");
            }
            columns.add(column.name());
            values.add(SqlText.value(a.name(), column, word.substring(equals + 1)));
        }
        return Row.of(columns, values);
    }

    static ShellStep<Optional<Row>> get(Entity entity, VerbArguments a) {
        TableSchema schema = schema(entity, a);
        return new ShellStep<>(
                entity.table(a.name(), schema).op().get(key(schema, a)),
                found ->
                        found.map(row -> Grid.answer(row.columns(), List.of(row.values())))
                                .orElseGet(() ->
                                        ShellAnswer.failed(EntitySteps.NOT_FOUND)
                                                .with("found", false)));
    }

    static ShellStep<Boolean> remove(Entity entity, VerbArguments a) {
        TableSchema schema = schema(entity, a);
        return EntitySteps.flag(
                entity.table(a.name(), schema).op().remove(key(schema, a)),
                "removed",
                EntitySteps.NOT_FOUND);
    }

    /** A key of words in the order of the primary key's columns. */
    private static Object[] key(TableSchema schema, VerbArguments a) {
        List<String> columns = schema.key();
        if (columns.size() != a.count()) {
            throw new IllegalArgumentException(
                    "The primary key of the table '"
                            + a.name()
                            + "' is ("
                            + String.join(", ", columns)
                            + "); give each of them a value.");
        }
        Object[] key = new Object[columns.size()];
        for (int i = 0; i < key.length; i++) {
            Column column = SqlText.column(a.name(), schema, columns.get(i));
            key[i] = SqlText.value(a.name(), column, a.word(i));
        }
        return key;
    }

    /** Shows rows that a SELECT with these clauses finds, as many as the shell shows at once. */
    static ShellStep<Slice<Row>> query(Entity entity, VerbArguments a) {
        TableSchema schema = schema(entity, a);
        String clauses = a.optional(0) == null ? "" : " " + a.word(0);
        TableOperation.Scan scan =
                (TableOperation.Scan)
                        Sql.parse("SELECT * FROM " + quoted(a.name()) + clauses)
                                .bind(schema)
                                .operation();
        TableQuery asked = scan.query();
        RowQuery<Row> query = entity.table(a.name(), schema).query().where(asked.where());
        for (Order order : asked.order()) {
            query =
                    order.descending()
                            ? query.descending(order.column())
                            : query.orderBy(order.column());
        }
        if (asked.limit() > 0) {
            query = query.limit(asked.limit());
        }
        Step<Slice<Row>> step = query.op(EntitySteps.PAGE);
        return new ShellStep<>(
                step,
                slice -> {
                    List<List<@Nullable Object>> rows = new ArrayList<>();
                    slice.elements().forEach(row -> rows.add(row.values()));
                    boolean more = slice.next().isPresent();
                    ShellAnswer answer = Grid.answer(schema.columnNames(), rows, more);
                    return answer.with("more", more);
                });
    }

    static ShellStep<Optional<TableInfo>> describe(Step<Optional<TableInfo>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(TableSteps::description)
                                .orElseGet(() ->
                                        ShellAnswer.failed(EntitySteps.NOT_FOUND)
                                                .with("found", false)));
    }

    private static ShellAnswer description(TableInfo info) {
        TableSchema schema = info.schema();
        List<String> lines = new ArrayList<>();
        List<Object> columns = new ArrayList<>();
        int width = schema.columns().stream().mapToInt(c -> c.name().length()).max().orElse(1);
        for (Column column : schema.columns()) {
            String nulls = column.nullable() ? "" : " not null";
            lines.add(
                    String.format(
                            "%-" + width + "s  %s%s", column.name(), column.typeWord(), nulls));
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", column.name());
            fields.put("type", column.typeWord());
            fields.put("nullable", column.nullable());
            columns.add(fields);
        }
        lines.add("primary key (" + String.join(", ", schema.key()) + ")");
        Map<String, Object> indexes = new LinkedHashMap<>();
        for (TableIndex index : schema.indexes()) {
            String state = info.incompleteIndexes().contains(index.name()) ? ", being built" : "";
            lines.add(
                    "index "
                            + index.name()
                            + " ("
                            + String.join(", ", index.columns())
                            + ")"
                            + state);
            indexes.put(index.name(), index.columns());
        }
        if (schema.ttlMillis() > 0) {
            lines.add("rows live " + Duration.ofMillis(schema.ttlMillis()));
        }
        lines.add(Grid.count(info.rows()));
        return ShellAnswer.ok(EntitySteps.text(lines, ""))
                .with("columns", columns)
                .with("key", schema.key())
                .with("indexes", indexes)
                .with("incompleteIndexes", info.incompleteIndexes())
                .with("ttlMillis", schema.ttlMillis())
                .with("rows", info.rows());
    }
}
