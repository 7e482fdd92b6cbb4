package io.paxosstore.bench.tables;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A table as main and delta table: the product. */
final class MainDeltaLayout implements Layout {
    private static final String TABLE = "contacts";
    private static final String ID = "id";
    private static final String SINCE = "since";
    private static final int ROWS_PER_ENTRY = 1000;

    private static final TableSchema SCHEMA =
            TableSchema.builder()
                    .column(ID, ColumnType.INT64)
                    .column("name", ColumnType.STRING)
                    .column("email", ColumnType.STRING)
                    .column("phone", ColumnType.STRING)
                    .column(SINCE, ColumnType.TIMESTAMP)
                    .column("calls", ColumnType.INT64)
                    .column(Column.nullable("note", ColumnType.STRING))
                    .key(ID)
                    .build();

    @Override
    public String label() {
        return "main-delta";
    }

    @Override
    public List<MultiOp> creation(int rows) {
        List<MultiOp> all = new ArrayList<>();
        all.add(MultiOp.of(new TableOperation.Create(TABLE, SCHEMA, false)));
        for (int from = 0; from < rows; from += ROWS_PER_ENTRY) {
            List<List<@Nullable Object>> values = new ArrayList<>();
            for (long row = from; row < Math.min(rows, from + ROWS_PER_ENTRY); row++) {
                List<@Nullable Object> one = new ArrayList<>();
                one.add(row);
                one.add(Contact.name(row));
                one.add(Contact.email(row));
                one.add(Contact.phone(row));
                one.add(Instant.ofEpochSecond(Contact.since(row)));
                one.add(0L);
                one.add(null);
                values.add(one);
            }
            all.add(
                    MultiOp.of(
                            new TableOperation.Insert(
                                    TABLE,
                                    SCHEMA.columnNames(),
                                    values,
                                    TableOperation.Present.FAIL,
                                    0)));
        }
        return all;
    }

    @Override
    public MultiOp read(long row) {
        return MultiOp.of(new TableOperation.Get(TABLE, List.of(List.of(row)), List.of()));
    }

    @Override
    public boolean shows(Object result, long row) {
        List<List<@Nullable Object>> rows = ((Result.Rows) result).rows();
        return rows.size() == 1 && Contact.email(row).equals(rows.getFirst().get(2));
    }

    @Override
    public MultiOp update(long row, Object read, long stamp) {
        return MultiOp.of(
                new TableOperation.Update(
                        TABLE,
                        List.of(new Assignment.Set("calls", stamp)),
                        new Condition.Compare(ID, Comparison.EQUAL, row),
                        0));
    }

    @Override
    public long sumOfSince(Answers answers, long firstRow, int rows) {
        TableQuery query =
                new TableQuery(
                        List.of(SINCE),
                        new Condition.Compare(ID, Comparison.AT_LEAST, firstRow),
                        List.of(),
                        rows,
                        Page.of(rows),
                        null);
        Object read = answers.to(MultiOp.of(new TableOperation.Scan(TABLE, query)));
        long sum = 0;
        for (List<@Nullable Object> row : ((Result.Rows) read).rows()) {
            sum += ((Instant) Objects.requireNonNull(row.getFirst())).getEpochSecond();
        }
        return sum;
    }

    @Override
    public long countSince(Answers answers, long sinceSeconds) {
        Condition where =
                new Condition.Compare(
                        SINCE, Comparison.AT_LEAST, Instant.ofEpochSecond(sinceSeconds));
        Object read =
                answers.to(
                        MultiOp.of(
                                new TableOperation.Compute(
                                        TABLE, List.of(Aggregate.countRows()), where)));
        return (Long) Objects.requireNonNull(((Result.Rows) read).rows().getFirst().getFirst());
    }

    @Override
    public boolean readsToUpdate() {
        return false;
    }
}
