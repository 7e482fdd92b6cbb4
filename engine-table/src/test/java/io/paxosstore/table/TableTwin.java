package io.paxosstore.table;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Runs a table on two replicas, which merge when they like, and its naive twin side by side. Not
 * thread-safe.
 */
final class TableTwin {
    private static final String NAME = "t";
    private static final int TABLE_OPERATIONS = 2500;
    private static final int AUDIT_EVERY = 50;

    private final long seed;
    private final MemoryTable.Plant plant;
    private final Random random;
    private final RandomTableOperations operations;
    private final List<TableReplica> replicas = new ArrayList<>();
    private NaiveTable twin;
    private TableCounts counts = TableCounts.NONE;
    private long nowMillis = 1_000_000;
    private int executed;

    TableTwin(long seed, MemoryTable.Plant plant) {
        this.seed = seed;
        this.plant = plant;
        this.random = new Random(seed);
        this.operations = new RandomTableOperations(random);
        this.twin = create();
    }

    private NaiveTable create() {
        TableSchema schema = operations.schema();
        counts = TableCounts.NONE;
        replicas.clear();
        for (int i = 0; i < 2; i++) {
            MemoryTable table = new MemoryTable(plant);
            Table.create(table, schema);
            replicas.add(new TableReplica(table, random));
        }
        return new NaiveTable(NAME, schema, new NaiveScans());
    }

    void run(int count) {
        while (executed < count) {
            nowMillis += random.nextInt(40);
            twin.expire(nowMillis);
            TableOperation operation = operations.operation(NAME, twin.schema());
            Result result = execute(operation);
            if (operation instanceof TableOperation.Scan scan
                    && result instanceof Result.Rows page) {
                if (random.nextInt(4) > 0) {
                    operations.saw(scan, page);
                } else {
                    toTheEnd(scan, page);
                }
            }
            replicas.forEach(TableReplica::mergeSometimes);
            if (executed % AUDIT_EVERY == 0) {
                audit();
            }
            if (executed % TABLE_OPERATIONS == 0) {
                tendToTheEnd();
                audit();
                twin = create();
            }
        }
        replicas.forEach(TableReplica::mergeAll);
        audit();
    }

    private void toTheEnd(TableOperation.Scan scan, Result.Rows first) {
        Result.Rows page = first;
        while (page.next() != null) {
            replicas.forEach(TableReplica::mergeSometimes);
            page = (Result.Rows) execute(RandomTableOperations.next(scan, page));
        }
    }

    private void tendToTheEnd() {
        Result.Count count;
        do {
            count = (Result.Count) execute(new TableOperation.Tend(NAME, 200));
        } while (count.count() > 0);
        Result.Table described =
                (Result.Table) onReplica(replicas.getFirst(), new TableOperation.Describe(NAME));
        check(described.incompleteIndexes().isEmpty(), "all indexes are built");
    }

    private Object onReplica(TableReplica replica, TableOperation operation) {
        MemoryTable store = replica.table();
        store.begin(operation);
        try {
            Table table =
                    Table.open(NAME, store, counts, ExpiryClock.ofEntry(nowMillis), PagesOnly.ROOM);
            Result result = table.execute(operation);
            if (!table.isChanged()) {
                check(store.changes().isEmpty(), "what changes something says so");
            }
            if (operation.isUpdate()) {
                counts = table.counts();
            } else {
                check(store.changes().isEmpty(), "a read changes nothing");
            }
            return result;
        } catch (TableFailureException e) {
            store.rollBack();
            return e.failure();
        } catch (MalformedBytesException e) {
            throw new AssertionError(broken("nothing is damaged: " + e.getMessage()), e);
        }
    }

    private Result execute(TableOperation operation) {
        executed++;
        Object result = onReplica(replicas.getFirst(), operation);
        List<MemoryTable.Change> changes = replicas.getFirst().table().changes();
        Object expected;
        try {
            Result known = result instanceof Result given ? given : null;
            expected = twin.execute(operation, nowMillis, known);
        } catch (NaiveTable.Failed e) {
            expected = e.failure();
        }
        if (!Arrays.equals(bytes(operation, result), bytes(operation, expected))) {
            check(
                    false,
                    "equal results: %s of %s gave %s, expected %s"
                            .formatted(operation, twin.schema(), shown(result), shown(expected)));
        }
        if (operation.isUpdate()) {
            replicas.getLast().table().apply(changes);
        } else {
            Object other = onReplica(replicas.getLast(), operation);
            if (!Arrays.equals(bytes(operation, result), bytes(operation, other))) {
                check(false, "replicas answer alike: " + operation);
            }
        }
        return result instanceof Result given ? given : new Result.Done();
    }

    private static String shown(Object result) {
        return result instanceof Result.Rows rows
                ? rows.rows().stream().map(row -> NaiveTable.show(row, 0)).toList()
                        + (rows.next() == null ? ", no more" : ", more")
                : String.valueOf(result);
    }

    private static byte[] bytes(TableOperation operation, Object result) {
        return ModelCodec.encode(
                switch (result) {
                    case Failure failure ->
                            new MultiOpResult.Rejected(
                                    MultiOpResult.Part.THEN, 0, TableAnswers.comparable(failure));
                    case Result done -> executed(TableAnswers.comparable(operation, done));
                    default -> throw new AssertionError("no result: " + result);
                });
    }

    private static MultiOpResult executed(Result result) {
        return new MultiOpResult.Executed(0, true, List.of(), List.of(result));
    }

    private void audit() {
        List<List<@Nullable Object>> expected = twin.rows();
        for (TableReplica replica : replicas) {
            List<String> problems = TableAudit.of(replica.table(), counts);
            check(problems.isEmpty(), "the audit finds nothing: " + problems);
            List<List<@Nullable Object>> rows = new ArrayList<>();
            TableContent.rows(
                    replica.table(),
                    row -> {
                        long deadline = row.deadlineMillis();
                        if (deadline == 0 || deadline > nowMillis) {
                            List<@Nullable Object> values = new ArrayList<>(row.values());
                            values.add(deadline);
                            rows.add(values);
                        }
                        return true;
                    });
            check(
                    same(rows, expected),
                    "equal rows: %d, expected %d".formatted(rows.size(), expected.size()));
        }
        for (Region region : List.of(Region.INDEX, Region.DEADLINES, Region.SCHEMA)) {
            check(
                    same(replicas.getFirst().table(), replicas.getLast().table(), region),
                    "replicas are the same in " + region);
        }
    }

    private static boolean same(List<List<@Nullable Object>> a, List<List<@Nullable Object>> b) {
        return Arrays.deepEquals(
                a.stream().map(List::toArray).toArray(), b.stream().map(List::toArray).toArray());
    }

    private static boolean same(MemoryTable a, MemoryTable b, Region region) {
        List<byte[]> left = new ArrayList<>(a.records(region).keySet());
        left.addAll(a.records(region).values());
        List<byte[]> right = new ArrayList<>(b.records(region).keySet());
        right.addAll(b.records(region).values());
        return Arrays.deepEquals(left.toArray(), right.toArray());
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(broken(what));
        }
    }

    private String broken(String what) {
        return "Seed " + seed + ", operation " + executed + ": it does not hold: " + what;
    }
}
