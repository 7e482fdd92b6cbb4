package io.paxosstore.table;

import io.paxosstore.client.model.Failure;
import io.paxosstore.client.model.Operation;
import io.paxosstore.client.model.Result;
import io.paxosstore.client.model.TableOperation;

import java.util.List;

/** What of the answers of an engine and its naive twin is to be equal. */
public final class TableAnswers {
    private TableAnswers() {}

    /** Without what the engine does when it likes: how far indexes are, what is done in a step. */
    public static Result comparable(Operation operation, Result result) {
        return switch (result) {
            case Result.Table table -> new Result.Table(table.schema(), table.rows(), List.of());
            case Result.Count _ when operation instanceof TableOperation.Tend -> new Result.Done();
            default -> result;
        };
    }

    /** Without what people read, and without what it is that an old cursor fails by. */
    public static Failure comparable(Operation operation, Failure failure) {
        if (operation instanceof TableOperation.Scan scan && scan.query().cursor() != null) {
            return new Failure.InvalidTable(scan.object(), "");
        }
        return comparable(failure);
    }

    /** Without what people read. */
    public static Failure comparable(Failure failure) {
        return switch (failure) {
            case Failure.WrongColumn wrong ->
                    new Failure.WrongColumn(wrong.object(), wrong.column(), "", "");
            case Failure.InvalidTable invalid -> new Failure.InvalidTable(invalid.object(), "");
            case Failure.RowExists row -> new Failure.RowExists(row.object(), "");
            default -> failure;
        };
    }
}
