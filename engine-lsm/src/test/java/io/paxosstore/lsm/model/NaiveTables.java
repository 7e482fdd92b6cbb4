package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.table.NaiveTable;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The tables of the naive twin. */
final class NaiveTables {
    private final NaiveEntity entity;
    private final long nowMillis;

    NaiveTables(NaiveEntity entity, long nowMillis) {
        this.entity = entity;
        this.nowMillis = nowMillis;
    }

    private @Nullable NaiveTable find(String name) {
        NaiveObject object = entity.find(name, ObjectType.TABLE);
        return object == null ? null : object.table;
    }

    long count(String name, Condition where) {
        NaiveTable table = find(name);
        try {
            return table == null ? 0 : table.count(where);
        } catch (NaiveTable.Failed e) {
            throw new NaiveEntity.Failed(e.failure());
        }
    }

    Result execute(TableOperation operation, @Nullable Result actual) {
        String name = operation.object();
        NaiveTable table = find(name);
        if (operation instanceof TableOperation.Create create) {
            if (table != null && !create.ifAbsent()) {
                throw new NaiveEntity.Failed(new Failure.TableExists(name));
            }
            if (table == null) {
                entity.findOrCreate(name, ObjectType.TABLE).table =
                        new NaiveTable(name, create.schema(), entity.scans());
            }
            return new Result.Flag(table == null);
        }
        if (table == null) {
            return switch (operation) {
                case TableOperation.Describe _ -> new Result.Table(null, 0, List.of());
                case TableOperation.Tend _ -> new Result.Count(0);
                default -> throw new NaiveEntity.Failed(new Failure.NoTable(name));
            };
        }
        TableOperation meant =
                operation instanceof TableOperation.Update update
                                && entity.has(NaiveEntity.Plant.TABLE_UPDATES_ONE_ROW_ONLY)
                        ? new TableOperation.Update(name, update.assignments(), update.where(), 1)
                        : operation;
        try {
            return table.execute(meant, nowMillis, actual);
        } catch (NaiveTable.Failed e) {
            throw new NaiveEntity.Failed(e.failure());
        }
    }
}
