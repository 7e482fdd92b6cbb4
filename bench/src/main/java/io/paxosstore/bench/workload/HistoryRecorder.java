package io.paxosstore.bench.workload;

import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

/** What one client asked and was told. Not thread-safe; histories are merged when clients rest. */
final class HistoryRecorder {
    private final long client;
    private final History<String, KvCall, KvAnswer> history = new History<>();

    HistoryRecorder(long client) {
        this.client = client;
    }

    /** Records a call; one that was not done leaves no trace. */
    void record(
            String key,
            KvCall call,
            KvStore.CallOutcome outcome,
            long invokedNanos,
            long returnedNanos) {
        switch (outcome) {
            case KvStore.CallOutcome.Answered answered ->
                    history.add(
                            key,
                            new Operation<>(
                                    client, call, answered.answer(), invokedNanos, returnedNanos));
            case KvStore.CallOutcome.Unknown unknown ->
                    history.add(key, Operation.unknown(client, call, invokedNanos));
            case KvStore.CallOutcome.NotDone notDone -> {}
        }
    }

    History<String, KvCall, KvAnswer> history() {
        return history;
    }
}
