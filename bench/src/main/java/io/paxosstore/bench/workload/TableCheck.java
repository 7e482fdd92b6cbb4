package io.paxosstore.bench.workload;

import static io.paxosstore.client.table.Col.column;

import io.paxosstore.client.EntityTable;
import io.paxosstore.client.RowQuery;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Compares a table with what its clients were told, and in itself; they must rest. */
final class TableCheck {
    private static final Page PAGE = Page.of(30);
    private static final int ATTEMPTS = 10;

    private final EntityObjects objects;
    private final RowLedger ledger;
    private List<String> problems = new ArrayList<>();

    TableCheck(EntityObjects objects, RowLedger ledger) {
        this.objects = objects;
        this.ledger = ledger;
    }

    /** What is wrong, a sentence each; empty when all is well. */
    List<String> problems() {
        // A call that nobody waits for any more may still take effect, and indexes be built.
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long before = objects.entity().version();
            problems = new ArrayList<>();
            check();
            if (objects.entity().version() == before) {
                return problems;
            }
        }
        return List.of("the entity goes on changing although its clients rest");
    }

    private void check() {
        EntityTable<WorkloadRow> table = objects.rows();
        List<WorkloadRow> rows = all(table.query());
        WorkloadRow shared = null;
        List<String> ids = new ArrayList<>();
        for (WorkloadRow row : rows) {
            if (row.id().equals(EntityObjects.SHARED_ROW)) {
                shared = row;
            } else {
                ids.add(row.id());
                problems.addAll(ledger.problems(row));
            }
        }
        problems.addAll(ledger.rows().problems(ids));
        if (shared == null) {
            problems.add("the shared row is not there");
        } else {
            problems.addAll(ledger.shared().problems(shared.touched()));
        }
        equal("rows in the table", rows.size(), table.size());
        equal("rows counted", rows.size(), objects.rowCount().get().orElse(0L));
        long touched = rows.stream().mapToLong(WorkloadRow::touched).sum();
        long sum = table.query().sum("touched").map(Number::longValue).orElse(0L);
        equal("the sum of a column", touched, sum);
        List<String> keys = rows.stream().map(WorkloadRow::id).toList();
        if (!table.getAll(keys).equals(rows)) {
            problems.add("rows read by their keys are not those of the scan");
        }
        indexes(rows);
    }

    private void indexes(List<WorkloadRow> rows) {
        for (int number = 0; number < WorkloadRow.SHELVES; number++) {
            String shelf = WorkloadRow.shelf(number);
            found(rows, column("shelf").eq(shelf), row -> row.shelf().equals(shelf));
        }
        // There may be an index of this column.
        found(rows, column("touched").eq(0), row -> row.touched() == 0);
        found(rows, column("touched").atLeast(2), row -> row.touched() >= 2);
    }

    private void found(
            List<WorkloadRow> rows, Condition condition, Predicate<WorkloadRow> isMeant) {
        List<WorkloadRow> expected = rows.stream().filter(isMeant).toList();
        List<WorkloadRow> found = all(objects.rows().query().where(condition));
        if (!found.equals(expected)) {
            problems.add(
                    "%s finds %d rows, there are %d"
                            .formatted(condition, found.size(), expected.size()));
        }
    }

    private void equal(String what, long expected, long actual) {
        if (expected != actual) {
            problems.add(what + ": " + actual + ", by the scan " + expected);
        }
    }

    private static List<WorkloadRow> all(RowQuery<WorkloadRow> query) {
        return query.scan().inPagesOf(PAGE).stream().toList();
    }
}
