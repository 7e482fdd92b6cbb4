package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.table.Region;
import io.paxosstore.table.ResultRoom;
import io.paxosstore.table.Table;
import io.paxosstore.table.TableCounts;
import io.paxosstore.table.TableFailureException;
import io.paxosstore.table.TableStore;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The operations on tables: finds the table, and keeps its counts in the object's header. */
final class TableModel {
    private TableModel() {}

    private static ObjectHeader.@Nullable Table find(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> null;
            case ObjectHeader.Table table -> table;
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.TABLE, other);
        };
    }

    private static Table open(Evaluation evaluation, String name, ObjectHeader.Table header) {
        return Table.open(
                name,
                new Records(evaluation, header.generation()),
                new TableCounts(header.rows(), header.expiring()),
                evaluation.clock(),
                new Room(evaluation));
    }

    /** How many rows a table has; 0 if it is absent. */
    static long size(Evaluation evaluation, String name) {
        return count(evaluation, name, Condition.all());
    }

    /** For how many rows of a table a condition is true; 0 if it is absent. */
    static long count(Evaluation evaluation, String name, Condition where) {
        ObjectHeader.Table header = find(evaluation, name);
        try {
            return header == null ? 0 : open(evaluation, name, header).count(where);
        } catch (TableFailureException e) {
            throw new OperationFailedException(e.failure());
        }
    }

    static Result execute(Evaluation evaluation, TableOperation operation) {
        String name = operation.object();
        ObjectHeader.Table header = find(evaluation, name);
        if (operation instanceof TableOperation.Create create) {
            return create(evaluation, create, header);
        }
        if (header == null) {
            return absent(operation);
        }
        try {
            Table table = open(evaluation, name, header);
            Result result = table.execute(operation);
            if (table.isChanged()) {
                TableCounts counts = table.counts();
                evaluation.put(
                        name,
                        header,
                        new ObjectHeader.Table(
                                header.generation(),
                                header.deadlineMillis(),
                                counts.rows(),
                                counts.expiring()));
            }
            return result;
        } catch (TableFailureException e) {
            throw new OperationFailedException(e.failure());
        }
    }

    private static Result absent(TableOperation operation) {
        return switch (operation) {
            case TableOperation.Describe _ -> new Result.Table(null, 0, List.of());
            case TableOperation.Tend _ -> new Result.Count(0);
            case TableOperation other ->
                    throw new OperationFailedException(new Failure.NoTable(other.object()));
        };
    }

    private static Result create(
            Evaluation evaluation,
            TableOperation.Create create,
            ObjectHeader.@Nullable Table header) {
        String name = create.object();
        if (header == null) {
            long generation = evaluation.create(name);
            Table.create(new Records(evaluation, generation), create.schema());
            evaluation.put(name, null, new ObjectHeader.Table(generation, Deadlines.NEVER, 0, 0));
        } else if (!create.ifAbsent()) {
            throw new OperationFailedException(new Failure.TableExists(name));
        }
        return new Result.Flag(header == null);
    }

    /** The table's records under the changes of a MultiOp. */
    private static final class Records extends TableRecords implements TableStore {
        private final Overlay state;

        Records(Evaluation evaluation, long generation) {
            super(evaluation.state(), generation);
            this.state = evaluation.state();
        }

        @Override
        public void put(Region region, byte[] key, byte[] value) {
            state.put(key(region, key), value);
        }

        @Override
        public void delete(Region region, byte[] key) {
            state.delete(key(region, key));
        }

        @Override
        public void deleteRange(Region region, byte[] from, byte @Nullable [] to) {
            state.deleteRange(key(region, from), end(region, to));
        }

        @Override
        public long changedBytes() {
            return state.bytes();
        }
    }

    private record Room(Evaluation evaluation) implements ResultRoom {
        @Override
        public void returns(long bytes, int cells) {
            evaluation.returns(bytes, cells);
        }

        @Override
        public PageRoom page(Page page) {
            return evaluation.budget(page)::takes;
        }
    }
}
