package io.paxosstore.log;

import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.ValueOperation;

/**
 * What a client asks of an entity: to be proposed if it may change something, else to be read.
 *
 * @param contentBytes how long it is as it came, or 0 if it is short
 */
public record EntityCommand(MultiOp multiOp, int contentBytes) implements Command {
    /** A short one. */
    public EntityCommand(MultiOp multiOp) {
        this(multiOp, 0);
    }

    @Override
    public boolean onlyRemoves() {
        return multiOp.thenOperations().stream().allMatch(EntityCommand::onlyRemoves)
                && multiOp.elseOperations().stream().allMatch(EntityCommand::onlyRemoves);
    }

    private static boolean onlyRemoves(Operation operation) {
        if (!operation.isUpdate()) {
            return true;
        }
        return switch (operation) {
            case ListOperation list ->
                    list instanceof ListOperation.Trim
                            || list instanceof ListOperation.PopFirst
                            || list instanceof ListOperation.PopLast;
            case QueueOperation queue ->
                    queue instanceof QueueOperation.Acknowledge
                            || queue instanceof QueueOperation.Retain;
            case SetOperation set -> set instanceof SetOperation.Remove;
            case SortedSetOperation set ->
                    !(set instanceof SortedSetOperation.Add
                            || set instanceof SortedSetOperation.Increment);
            case MapOperation map ->
                    map instanceof MapOperation.Remove || map instanceof MapOperation.RemoveExpired;
            case StreamOperation stream -> !(stream instanceof StreamOperation.Put);
            case ValueOperation _ -> false;
            case TableOperation table ->
                    table instanceof TableOperation.Delete || table instanceof TableOperation.Tend;
            case ObjectOperation object ->
                    object instanceof ObjectOperation.Delete
                            || object instanceof ObjectOperation.Expire;
        };
    }
}
