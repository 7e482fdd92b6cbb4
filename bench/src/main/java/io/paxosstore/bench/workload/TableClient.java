package io.paxosstore.bench.workload;

import io.paxosstore.client.MultiOpBuilder;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.client.table.Col;
import io.paxosstore.client.table.Row;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a client of an {@link EntityWorkload} does with tables. A row has one writer, but for the
 * shared one. Not thread-safe.
 */
final class TableClient {
    private static final int ROWS_KEPT = 40;

    /** Comes and goes, so that it is built again and again beside everything else. */
    private static final String PASSING_INDEX = "by_touched";

    private final String name;
    private final RandomSource random;
    private final Caller caller;
    private final Map<String, List<String>> own = new HashMap<>();
    private long made;

    TableClient(String name, RandomSource random, Caller caller) {
        this.name = name;
        this.random = random;
        this.caller = caller;
    }

    /** Makes one call and notes what came of it. */
    void call(EntityObjects objects, EntityLedger ledger) {
        List<String> rows = own.computeIfAbsent(ledger.entity(), _ -> new ArrayList<>());
        int percent = random.nextInt(100);
        if (percent < 4) {
            snapshot(objects, ledger);
        } else if (percent < 10) {
            lookUp(objects, ledger);
        } else if (percent < 11) {
            index(objects);
        } else if (percent < 20) {
            touchShared(objects, ledger);
        } else if (rows.isEmpty() || percent < 40) {
            if (rows.size() > random.nextInt(ROWS_KEPT)) {
                remove(objects, ledger, rows.remove(random.nextInt(rows.size())));
            } else {
                insert(objects, ledger, rows);
            }
        } else {
            ofOne(objects, ledger, rows.get(random.nextInt(rows.size())), percent);
        }
    }

    private void ofOne(EntityObjects objects, EntityLedger ledger, String id, int percent) {
        if (percent < 44) {
            insertAgain(objects, ledger, id);
        } else if (percent < 56) {
            touch(objects, ledger, id);
        } else if (percent < 66) {
            move(objects, ledger, id);
        } else if (percent < 90) {
            get(objects, ledger, id);
        } else {
            project(objects, ledger, id);
        }
    }

    private String shelf() {
        return WorkloadRow.shelf(random.nextInt(WorkloadRow.SHELVES));
    }

    /** The rows are counted in the same entry. */
    private void insert(EntityObjects objects, EntityLedger ledger, List<String> rows) {
        WorkloadRow row = WorkloadRow.fresh(name + "-" + ++made, shelf());
        Step<Long> size = objects.rows().op().size();
        Step<Long> count = objects.rowCount().op().increment(1);
        MultiOpBuilder step =
                objects.entity().multiOp().then(objects.rows().op().insert(row), count, size);
        ledger.rows().asked(row);
        caller.run(
                "insert of a row",
                step::execute,
                (MultiOpOutcome outcome, long invoked, long returned) -> {
                    ledger.rows().rows().acknowledged(row.id(), 0, invoked, returned);
                    rows.add(row.id());
                    inStep(ledger, outcome.get(size), outcome.get(count));
                },
                () -> ledger.rows().rows().unknown(row.id()));
    }

    private void remove(EntityObjects objects, EntityLedger ledger, String id) {
        Step<Long> size = objects.rows().op().size();
        Step<Long> count = objects.rowCount().op().increment(-1);
        MultiOpBuilder step =
                objects.entity()
                        .multiOp()
                        .when(objects.rows().ifRow(id))
                        .then(objects.rows().op().remove(id), count, size);
        caller.run(
                "removal of a row",
                step::execute,
                (MultiOpOutcome outcome, long invoked, long returned) -> {
                    ledger.rows().rows().taken(id);
                    if (outcome.guardsHeld()) {
                        inStep(ledger, outcome.get(size), outcome.get(count));
                    } else {
                        ledger.problem("row " + id + " was not there to be removed");
                    }
                },
                () -> ledger.rows().rows().perhapsTaken(id));
    }

    private static void inStep(EntityLedger ledger, long size, long count) {
        if (size != count) {
            ledger.problem("the table has " + size + " rows, " + count + " were counted");
        }
    }

    /** There is a row of that id: nothing may be done, nothing be counted. */
    private void insertAgain(EntityObjects objects, EntityLedger ledger, String id) {
        MultiOpBuilder step =
                objects.entity()
                        .multiOp()
                        .then(
                                objects.rowCount().op().increment(1),
                                objects.rows().op().insert(WorkloadRow.fresh(id, shelf())));
        caller.run(
                "second insert of a row",
                () -> isRejected(step, NotDoneException.Reason.ROW_EXISTS),
                (Boolean isRejected, long invoked, long returned) -> {
                    if (!isRejected) {
                        ledger.problem("row " + id + " was inserted twice");
                    }
                },
                () -> {});
    }

    private static boolean isRejected(MultiOpBuilder step, NotDoneException.Reason reason) {
        try {
            step.execute();
            return false;
        } catch (RejectedException e) {
            if (e.reason() != reason) {
                throw e;
            }
            return true;
        }
    }

    private void touch(EntityObjects objects, EntityLedger ledger, String id) {
        caller.run(
                "update of a row",
                () -> objects.rows().update().add("touched", 1).key(id).execute(),
                (Long updated, long invoked, long returned) -> {
                    ledger.rows().touched(id);
                    isOne(ledger, id, updated);
                },
                () -> ledger.rows().perhapsTouched(id));
    }

    private void move(EntityObjects objects, EntityLedger ledger, String id) {
        String shelf = shelf();
        caller.run(
                "move of a row",
                () -> objects.rows().update().set("shelf", shelf).key(id).execute(),
                (Long updated, long invoked, long returned) -> {
                    ledger.rows().moved(id, shelf);
                    isOne(ledger, id, updated);
                },
                () -> ledger.rows().perhapsMoved(id, shelf));
    }

    private static void isOne(EntityLedger ledger, String id, long updated) {
        if (updated != 1) {
            ledger.problem("an update of row " + id + " meant " + updated + " rows");
        }
    }

    private void touchShared(EntityObjects objects, EntityLedger ledger) {
        Step<Optional<WorkloadRow>> after = objects.rows().op().get(EntityObjects.SHARED_ROW);
        MultiOpBuilder step =
                objects.entity()
                        .multiOp()
                        .then(
                                objects.rows()
                                        .update()
                                        .add("touched", 1)
                                        .key(EntityObjects.SHARED_ROW)
                                        .op(),
                                after);
        caller.run(
                "update of the shared row",
                step::execute,
                (MultiOpOutcome outcome, long invoked, long returned) ->
                        outcome.get(after)
                                .ifPresentOrElse(
                                        row -> ledger.rows().shared().acknowledged(row.touched()),
                                        () -> ledger.problem("the shared row is not there")),
                ledger.rows().shared()::unknown);
    }

    private void get(EntityObjects objects, EntityLedger ledger, String id) {
        caller.run(
                "read of a row",
                () -> objects.rows().get(id),
                (Optional<WorkloadRow> found, long invoked, long returned) -> {
                    if (found.isEmpty()) {
                        ledger.problem("row " + id + " was not there to be read");
                    }
                    found.map(ledger.rows()::problems)
                            .ifPresent(problems -> problems.forEach(ledger::problem));
                },
                () -> {});
    }

    private void project(EntityObjects objects, EntityLedger ledger, String id) {
        caller.run(
                "read of a row's note",
                () -> objects.rows().query().where(Col.column("id").eq(id)).select("note").list(),
                (List<Row> found, long invoked, long returned) -> {
                    if (!found.equals(List.of(Row.of("note", WorkloadRow.note(id))))) {
                        ledger.problem("the note of row " + id + " was read as " + found);
                    }
                },
                () -> {});
    }

    /** Rows, their number and the counter at one version of the entity. */
    private void snapshot(EntityObjects objects, EntityLedger ledger) {
        Step<Slice<WorkloadRow>> rows = objects.rows().query().op(Page.LARGEST);
        Step<Long> size = objects.rows().op().size();
        Step<Row> counted = objects.rows().query().op(Aggregate.countRows());
        Step<Optional<Long>> count = objects.rowCount().op().get();
        caller.run(
                "read of all rows",
                () -> objects.entity().multiOp().then(rows, size, counted, count).execute(),
                (MultiOpOutcome outcome, long invoked, long returned) -> {
                    inStep(ledger, outcome.get(size), outcome.get(count).orElse(0L));
                    long aggregate = outcome.get(counted).getLong(Aggregate.countRows().label());
                    inStep(ledger, outcome.get(size), aggregate);
                    Slice<WorkloadRow> slice = outcome.get(rows);
                    if (slice.next().isEmpty()) {
                        inStep(ledger, outcome.get(size), slice.elements().size());
                    }
                    List<String> ids = slice.elements().stream().map(WorkloadRow::id).toList();
                    if (!ids.equals(ids.stream().sorted().distinct().toList())) {
                        ledger.problem("rows were read in the order " + ids);
                    }
                },
                () -> {});
    }

    /** Finds rows by an index and without, at one version of the entity. */
    private void lookUp(EntityObjects objects, EntityLedger ledger) {
        boolean isOfShelf = random.chance(0.5);
        Object value = isOfShelf ? shelf() : (Object) (long) random.nextInt(3);
        Col column = Col.column(isOfShelf ? "shelf" : "touched");
        Condition equal = column.eq(value);
        Step<Slice<WorkloadRow>> indexed = objects.rows().query().where(equal).op(Page.LARGEST);
        Step<Slice<WorkloadRow>> all =
                objects.rows().query().where(column.ne(value).not()).op(Page.LARGEST);
        caller.run(
                "look-up of rows",
                () -> objects.entity().multiOp().then(indexed, all).execute(),
                (MultiOpOutcome outcome, long invoked, long returned) -> {
                    Slice<WorkloadRow> found = outcome.get(indexed);
                    Slice<WorkloadRow> there = outcome.get(all);
                    boolean isWhole = found.next().isEmpty() && there.next().isEmpty();
                    if (isWhole && !found.elements().equals(there.elements())) {
                        ledger.problem(
                                "for %s there are %s, without an index %s"
                                        .formatted(value, found.elements(), there.elements()));
                    }
                },
                () -> {});
    }

    /** Others may do the same at the same time. */
    private void index(EntityObjects objects) {
        caller.run(
                "change of an index",
                () -> {
                    try {
                        objects.rows().addIndex(PASSING_INDEX, "touched");
                    } catch (RejectedException e) {
                        return isDropped(objects);
                    }
                    return true;
                },
                (Boolean isDone, long invoked, long returned) -> {},
                () -> {});
    }

    private static boolean isDropped(EntityObjects objects) {
        try {
            objects.rows().dropIndex(PASSING_INDEX);
            return true;
        } catch (RejectedException e) {
            return false;
        }
    }
}
