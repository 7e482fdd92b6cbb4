package io.paxosstore.bench.workload;

import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.ResultLostException;

import java.util.function.Supplier;

/** Makes the calls of a client and tells what came of them. Thread-safe. */
final class Caller {
    private final WorkloadStats stats;

    Caller(WorkloadStats stats) {
        this.stats = stats;
    }

    /** What to do with the answer of a call. */
    interface Answer<R> {
        void acknowledged(R result, long invoked, long returned);
    }

    /**
     * Calls and tells what came of it.
     *
     * @param unknown run if the call may have been done
     */
    <R> void run(String what, Supplier<R> call, Answer<R> answer, Runnable unknown) {
        long invoked = System.nanoTime();
        try {
            R result = call.get();
            long returned = System.nanoTime();
            stats.success(invoked, returned);
            answer.acknowledged(result, invoked, returned);
        } catch (OutcomeUnknownException | ResultLostException e) {
            stats.failure(what + ": unknown outcome: " + e.getMessage());
            unknown.run();
        } catch (NotDoneException e) {
            stats.failure(what + ": not done: " + e.getMessage());
        }
    }
}
