package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.ValueOperation;

/** Brings operations to the models that execute them. */
final class Operations {
    private Operations() {}

    static Result execute(Operation operation, Evaluation evaluation) {
        return switch (operation) {
            case ValueOperation value -> ValueModel.open(evaluation, value.object()).execute(value);
            case ListOperation list -> ListModel.open(evaluation, list.object()).execute(list);
            case QueueOperation queue -> QueueModel.open(evaluation, queue.object()).execute(queue);
            case SetOperation set -> SetModel.open(evaluation, set.object()).execute(set);
            case SortedSetOperation set ->
                    SortedSetModel.open(evaluation, set.object()).execute(set);
            case MapOperation map -> MapModel.open(evaluation, map.object()).execute(map);
            case StreamOperation stream ->
                    StreamModel.open(evaluation, stream.object()).execute(stream);
            case TableOperation table -> TableModel.execute(evaluation, table);
            case ObjectOperation object -> new ObjectModel(evaluation).execute(object);
        };
    }
}
