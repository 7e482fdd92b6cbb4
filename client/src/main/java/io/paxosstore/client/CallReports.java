package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** Tells the tracer and the listeners of calls; costs next to nothing without any. Thread-safe. */
final class CallReports {
    private final @Nullable CallTraces traces;
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();

    /**
     * @param tracer null for none
     */
    CallReports(@Nullable CallTracer tracer) {
        this.traces = tracer == null ? null : new CallTraces(tracer);
    }

    /** A call begins, on its caller's thread; null where nobody traces it. */
    CallTraces.@Nullable Trace begin(Operation operation) {
        return traces == null ? null : traces.begin(operation);
    }

    /** What runs work as a part of what is current now. */
    Executor current() {
        return traces == null ? Runnable::run : traces.current();
    }

    void add(CallListener listener) {
        listeners.add(listener);
    }

    void remove(CallListener listener) {
        listeners.remove(listener);
    }

    /**
     * The client did not take a call.
     *
     * @param call null if there was not even one to take
     */
    void refused(Operation operation, @Nullable Call<?> call, NotDoneException failure) {
        CallTraces.Trace trace = call == null ? begin(operation) : call.trace;
        if (trace != null || !listeners.isEmpty()) {
            CallReport report =
                    new CallReport(
                            operation.model(),
                            operation.verb(),
                            CallReport.Outcome.NOT_DONE,
                            failure.reason(),
                            0,
                            0);
            if (trace != null) {
                trace.end(report, null);
            }
            tell(report);
        }
    }

    /**
     * A call ends; on the network thread.
     *
     * @param failure null if it has a result
     */
    void ended(Call<?> call, @Nullable PaxosStoreException failure) {
        CallTraces.Trace trace = call.trace;
        if (trace != null || !listeners.isEmpty()) {
            CallReport report =
                    new CallReport(
                            call.operation.model(),
                            call.operation.verb(),
                            outcome(failure),
                            failure instanceof NotDoneException notDone ? notDone.reason() : null,
                            call.attempts,
                            System.nanoTime() - call.startNanos);
            if (trace != null) {
                trace.end(report, call.lastNode);
            }
            tell(report);
        }
    }

    private static CallReport.Outcome outcome(@Nullable PaxosStoreException failure) {
        if (failure == null) {
            return CallReport.Outcome.ANSWERED;
        } else if (failure instanceof NotDoneException) {
            return CallReport.Outcome.NOT_DONE;
        } else if (failure instanceof ResultLostException) {
            return CallReport.Outcome.RESULT_LOST;
        }
        return CallReport.Outcome.UNKNOWN;
    }

    private void tell(CallReport report) {
        for (CallListener listener : listeners) {
            Faults.guarded(() -> listener.onEnd(report));
        }
    }
}
