package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells listeners of calls that have ended; costs next to nothing without any. Thread-safe. */
final class CallReports {
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();

    void add(CallListener listener) {
        listeners.add(listener);
    }

    void remove(CallListener listener) {
        listeners.remove(listener);
    }

    /** The client did not take a call. */
    void refused(Operation operation, NotDoneException failure) {
        if (!listeners.isEmpty()) {
            tell(
                    new CallReport(
                            operation.model(),
                            operation.verb(),
                            CallReport.Outcome.NOT_DONE,
                            failure.reason(),
                            0,
                            0));
        }
    }

    /**
     * A call ends; on the network thread.
     *
     * @param failure null if it has a result
     */
    void ended(Call<?> call, @Nullable PaxosStoreException failure) {
        if (!listeners.isEmpty()) {
            tell(
                    new CallReport(
                            call.operation.model(),
                            call.operation.verb(),
                            outcome(failure),
                            failure instanceof NotDoneException notDone ? notDone.reason() : null,
                            call.attempts,
                            System.nanoTime() - call.startNanos));
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
            try {
                listener.onEnd(report);
            } catch (RuntimeException
                    | Error e) { // the user's fault must not end the network thread
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }
}
