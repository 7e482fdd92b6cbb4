package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What one MultiOp may ask of tables, however it asks. */
class TableBoundsTest {
    private final MemoryState state = new MemoryState();
    private final List<String> wideNames = new ArrayList<>();

    private MultiOpResult write(MultiOp multiOp) {
        EntryBuilder entry = new EntryBuilder(state, 1_000_000);
        MultiOpResult result = entry.execute(multiOp);
        if (entry.hasChanges()) {
            state.apply(entry.changes(), entry.nowMillis());
        }
        return result;
    }

    private void done(Operation... operations) {
        assertInstanceOf(MultiOpResult.Executed.class, write(MultiOp.of(operations)));
    }

    /** As many columns and indexes as there can be, with names as long as they can be. */
    private void createWideTable() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < TableSchema.COLUMNS_MAX; i++) {
            wideNames.add("c".repeat(123) + String.format("%03d", i));
            columns.add(Column.required(wideNames.getLast(), ColumnType.INT64));
        }
        List<TableIndex> indexes = new ArrayList<>();
        for (int i = 0; i < TableSchema.INDEXES_MAX; i++) {
            indexes.add(new TableIndex("index" + i, wideNames));
        }
        done(new TableOperation.Create("t", new TableSchema(columns, wideNames, indexes, 0), true));
    }

    private String refusedBy(int times, Operation operation) {
        MultiOp multiOp = new MultiOp(List.of(), Collections.nCopies(times, operation), List.of());
        MultiOpResult.Rejected refused =
                assertInstanceOf(MultiOpResult.Rejected.class, write(multiOp));
        return assertInstanceOf(Failure.LimitExceeded.class, refused.failure()).limit();
    }

    @Test
    void theNamesOfColumnsArePartOfTheAnswer() {
        createWideTable();
        TableQuery all =
                new TableQuery(List.of(), Condition.all(), List.of(), 0, Page.LARGEST, null);
        List<Aggregate> counts = Collections.nCopies(50, Aggregate.count(wideNames.getFirst()));
        for (Operation each :
                List.of(
                        new TableOperation.Describe("t"),
                        new TableOperation.Scan("t", all),
                        new TableOperation.Get("t", List.of(), List.of()),
                        new TableOperation.Compute("t", counts, Condition.all()))) {
            done(each);
            assertEquals("RESULT_BYTES_MAX", refusedBy(1000, each), each::toString);
        }
    }
}
