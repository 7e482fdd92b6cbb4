package io.paxosstore.lsm.entity;

import io.paxosstore.log.EntityCommand;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;

import java.util.List;

/** Says of commands what can be told without the data. */
final class CommandSize {
    private static final int PARTS_SMALL = 32;
    private static final int PAGE_SMALL = 500;

    private CommandSize() {}

    /** Whether it may take long: if not, its own length is the measure of its work. */
    static boolean mayTakeLong(Command command) {
        return switch (command) {
            case EntityCommand entityCommand -> mayTakeLong(entityCommand.multiOp());
            case Procedure procedure -> procedure.mayTakeLong();
            default -> true;
        };
    }

    private static boolean mayTakeLong(MultiOp multiOp) {
        int parts =
                multiOp.guards().size()
                        + multiOp.thenOperations().size()
                        + multiOp.elseOperations().size();
        return parts > PARTS_SMALL
                || multiOp.guards().stream().anyMatch(CommandSize::isLong)
                || anyLong(multiOp.thenOperations())
                || anyLong(multiOp.elseOperations());
    }

    private static boolean anyLong(List<Operation> operations) {
        return operations.stream().anyMatch(CommandSize::isLong);
    }

    private static boolean isLong(Guard guard) {
        return guard instanceof Guard.Rows || guard instanceof Guard.Size;
    }

    private static boolean isLong(Operation operation) {
        return switch (operation) {
            case TableOperation.Insert _, TableOperation.Get _ -> false;
            case TableOperation _ -> true;
            case ListOperation.Range range -> range.page().elements() > PAGE_SMALL;
            case SetOperation.Scan scan -> scan.page().elements() > PAGE_SMALL;
            case MapOperation.Scan scan -> scan.page().elements() > PAGE_SMALL;
            case SortedSetOperation set -> isLong(set);
            case StreamOperation.Scan scan -> scan.page().elements() > PAGE_SMALL;
            case StreamOperation.RemoveFirst remove -> remove.rowsMax() > PAGE_SMALL;
            case QueueOperation.Read read -> read.page().elements() > PAGE_SMALL;
            case ObjectOperation.Rename _ -> true;
            default -> false;
        };
    }

    private static boolean isLong(SortedSetOperation operation) {
        return switch (operation) {
            case SortedSetOperation.Rank _,
                    SortedSetOperation.Count _,
                    SortedSetOperation.RemoveRange _ ->
                    true;
            case SortedSetOperation.Range range ->
                    range.page().elements() > PAGE_SMALL
                            || range.offset() > PAGE_SMALL
                            || (range.next() == null && isLong(range.range()));
            case SortedSetOperation.PopFirst pop -> pop.page().elements() > PAGE_SMALL;
            case SortedSetOperation.PopLast pop -> pop.page().elements() > PAGE_SMALL;
            case SortedSetOperation.Add _,
                    SortedSetOperation.Increment _,
                    SortedSetOperation.Remove _,
                    SortedSetOperation.Scores _,
                    SortedSetOperation.Size _,
                    SortedSetOperation.Random _ ->
                    false;
        };
    }

    /** Whether its beginning is far from both ends. */
    private static boolean isLong(SortedSetRange range) {
        return range instanceof SortedSetRange.ByRank ranks
                && (ranks.from() > PAGE_SMALL || ranks.from() < -PAGE_SMALL);
    }
}
