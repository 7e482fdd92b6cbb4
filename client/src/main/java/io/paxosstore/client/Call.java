package io.paxosstore.client;

import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.WriteId;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * One operation under way, from its submission to its end. A blocking caller waits on the call
 * itself, an asynchronous one has a future.
 *
 * <p>The fields without modifiers belong to the network thread. Only {@code outcome} crosses
 * threads: written once by the network thread, read by the waiting one.
 */
final class Call<R> extends TimerWheel.Timer {
    /** How long after its deadline a blocking caller still trusts the network thread to answer. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The share of the time left that a server is not given. */
    private static final long HEAD_START_SHARE = 20;

    /** A node answers at most so much of a call's time, or so long, before the call's deadline. */
    private static final long EARLY_SHARE = 4;

    private static final long EARLY_MILLIS_MAX = 400;

    /**
     * So much less time than a call has left is given to the server at most, so that its answer,
     * with the reason why nothing was done, is here before the caller is told.
     */
    private static final long HEAD_START_MILLIS_MAX = 100;

    /** Attempts without an answer: more are not made of what may be the reason for that. */
    private static final int UNANSWERED_MAX = 15;

    /** Where a call is between its attempts. */
    enum Phase {
        /** Just submitted. */
        NEW,
        /** As many calls are under way as may be: it is sent when one of them has ended. */
        QUEUED,
        /** An attempt is waiting for its answer. */
        IN_FLIGHT,
        /** No node can take it now; the first that can will. */
        WAITING,
        /** It is sent again when its backoff is over. */
        BACKOFF,
        /** Every allowed attempt was made; some may still be answered. */
        EXHAUSTED,
        /** It has ended. */
        DONE
    }

    final Operation operation;
    final boolean isWrite;

    /** Whether a thread waits for it, alone or in a batch. */
    final boolean isWaitedFor;

    /** Null where nobody traces the call. */
    final CallTraces.@Nullable Trace trace;

    final int slot;
    final long startNanos;
    final long deadlineNanos;
    final long budgetMillis;

    private final CallReports reports;
    private final Function<Response, R> conversion;
    private final @Nullable CompletableFuture<R> future;
    private final @Nullable Waiter waiter;
    private volatile @Nullable Object outcome;

    /** Link of the submission stack. */
    @Nullable Call<?> nextSubmitted;

    Phase phase = Phase.NEW;
    int attempts;

    /** How many of them were answered by a node that cannot serve the call now. */
    private int refused;

    /** Attempts under the present request id. */
    int attemptsOfId;

    /** Attempts that may have been executed although no answer said so. */
    private int uncertain;

    /** Whether a node said that the write was executed before, its result forgotten (Rule E3). */
    boolean executed;

    final AskedNodes asked = new AskedNodes();

    @Nullable Attempt newest;

    /** What the newest attempt was answered, or an earlier one while it was the newest. */
    Response.@Nullable Failure lastFailure;

    /** That was asked last, or has answered. */
    @Nullable Node lastNode;

    WriteStamps.@Nullable Stamp stamp;

    private Call(
            CallReports reports,
            Operation operation,
            long startNanos,
            long budgetNanos,
            Function<Response, R> conversion,
            boolean blocking,
            boolean isWaitedFor) {
        this.reports = reports;
        this.trace = reports.begin(operation);
        this.operation = operation;
        this.isWaitedFor = isWaitedFor;
        this.isWrite = operation.isWrite();
        this.slot = operation.slot();
        this.startNanos = startNanos;
        this.deadlineNanos = startNanos + budgetNanos;
        this.budgetMillis = TimeUnit.NANOSECONDS.toMillis(budgetNanos);
        this.conversion = conversion;
        this.future = blocking ? null : new CompletableFuture<>();
        this.waiter = blocking ? new Waiter() : null;
    }

    /** A call whose result the present thread will {@link #await}. */
    static <R> Call<R> blocking(
            CallReports reports,
            Operation operation,
            long budgetNanos,
            Function<Response, R> conversion) {
        return new Call<>(
                reports, operation, System.nanoTime(), budgetNanos, conversion, true, true);
    }

    /**
     * A call with a {@link #future}.
     *
     * @param isWaitedFor whether a thread waits for the future
     */
    static <R> Call<R> async(
            CallReports reports,
            Operation operation,
            long budgetNanos,
            Function<Response, R> conversion,
            boolean isWaitedFor) {
        return new Call<>(
                reports, operation, System.nanoTime(), budgetNanos, conversion, false, isWaitedFor);
    }

    /** The future of an asynchronous call. */
    CompletableFuture<R> future() {
        if (future == null) {
            throw new IllegalStateException("a blocking call has no future");
        }
        return future;
    }

    /**
     * Whether nobody waits for the call any more: a blocking caller was interrupted, or somebody
     * has cancelled the future. Then it is not sent any more.
     */
    boolean isAbandoned() {
        return waiter == null ? future().isDone() : waiter.isGone();
    }

    /**
     * An attempt is about to be encoded.
     *
     * @return whether it may be: not if nobody waits for the call any more
     */
    boolean departs() {
        boolean may = waiter == null ? !isAbandoned() : waiter.mayLeave();
        uncertain += may && isWrite ? 1 : 0;
        return may;
    }

    /** An attempt of a write that has departed was certainly not executed. */
    void isBack() {
        uncertain--;
        if (uncertain == 0 && waiter != null) {
            waiter.allBack();
        }
    }

    /** Whether an attempt of it, a write, may have been executed. */
    boolean isUncertain() {
        return uncertain > 0;
    }

    boolean isDone() {
        return phase == Phase.DONE;
    }

    /** It is sent to a node, perhaps not for the first time. */
    void sends(Node node) {
        asked.ask(node.index);
        lastNode = node;
        attempts++;
        attemptsOfId++;
        if (trace != null && attempts > 1) {
            trace.sentAgain(attempts, node);
        }
    }

    /** The newest attempt, or an earlier one while it was the newest, has this answer. */
    void refused(Response.Failure failure) {
        lastFailure = failure;
        boolean mayBeForTheCall =
                switch (failure.code()) {
                    // a fault that it brings about, or more work than a node's own limit of time
                    case INTERNAL, DEADLINE, REQUEST_EXPIRED -> true;
                    default -> false;
                };
        refused += mayBeForTheCall ? 0 : 1;
    }

    /** How many attempts had no such answer: it is not there yet, or will never be. */
    int unanswered() {
        return attempts - refused;
    }

    /** Whether it is not to be sent again. */
    boolean isSpent(int attemptsMax) {
        return attempts >= attemptsMax || unanswered() >= UNANSWERED_MAX;
    }

    /** An upper bound of the size of an attempt's frame. */
    int frameBytesMax() {
        return operation.frameBytesMax() + (trace == null ? 0 : RequestCodec.TRACE_BYTES);
    }

    /** Appends the frame of an attempt. */
    void encode(Attempt attempt, int deadlineMillis, WriteId id, ByteBuffer out) {
        int start = out.position();
        operation.encode(out, attempt.correlation, deadlineMillis, id);
        TraceContext context = trace == null ? null : trace.context();
        if (context != null && attempt.connection.takesTraces) {
            RequestCodec.addTrace(out, start, context);
        }
    }

    /** Ends the call with a result, which this node has given. */
    void succeed(Response response, Node node) {
        lastNode = node;
        reports.ended(this, null);
        CompletableFuture<R> waited = future;
        if (waited == null) {
            outcome = response;
            wake();
        } else if (trace == null) {
            convert(response, waited);
        } else {
            trace.complete(() -> convert(response, waited));
        }
    }

    private void wake() {
        if (waiter != null) {
            waiter.wake();
        }
    }

    private void convert(Response response, CompletableFuture<R> to) {
        R result;
        try {
            result = conversion.apply(response);
        } catch (Throwable e) { // a failed increment, or a codec that fails
            to.completeExceptionally(e);
            return;
        }
        to.complete(result);
    }

    /** Ends the call without a result. */
    void fail(PaxosStoreException failure) {
        reports.ended(this, failure);
        CompletableFuture<R> waited = future;
        if (waited == null) {
            outcome = failure;
            wake();
        } else if (trace == null) {
            waited.completeExceptionally(failure);
        } else {
            trace.complete(() -> waited.completeExceptionally(failure));
        }
    }

    /** Waits for the end of a blocking call; never longer than its deadline and a little. */
    R await() {
        Object end = outcome;
        while (end == null) {
            long left = deadlineNanos + GRACE_NANOS - System.nanoTime();
            if (Thread.currentThread().isInterrupted()) {
                throw abandoned(NotDoneException.Reason.INTERRUPTED, "the thread was interrupted");
            } else if (left <= 0) {
                throw abandoned(
                        NotDoneException.Reason.DEADLINE, "the network thread is not running");
            }
            LockSupport.parkNanos(this, left);
            end = outcome;
        }
        if (end instanceof PaxosStoreException failure) {
            throw failure.here();
        }
        try {
            return conversion.apply((Response) end);
        } catch (PaxosStoreException e) {
            throw e.here();
        }
    }

    /** Whether an attempt on this connection may still be answered. */
    boolean hasAttemptOn(Connection connection) {
        for (Attempt attempt = newest; attempt != null; attempt = attempt.older) {
            if (!attempt.released && attempt.connection == connection) {
                return true;
            }
        }
        return false;
    }

    /** Whether an attempt may still be answered. */
    boolean hasLiveAttempt() {
        for (Attempt attempt = newest; attempt != null; attempt = attempt.older) {
            if (!attempt.released) {
                return true;
            }
        }
        return false;
    }

    /** Whether no attempt is under way, and none allowed: it has its last answer. */
    boolean hasNothingLeft() {
        return phase == Phase.EXHAUSTED && !hasLiveAttempt();
    }

    /** How many milliseconds a server is given for an attempt that is sent now; 1 at least. */
    int millisForServer(long nowNanos) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nowNanos);
        long headMillis = Math.min(leftMillis / HEAD_START_SHARE, HEAD_START_MILLIS_MAX);
        return (int) Math.max(1, Math.min(leftMillis - headMillis, budgetMillis));
    }

    /**
     * Whether it is worth while to go on when a node says that the time is over. It says so a
     * little before the deadline; long before it, it means a limit of its own.
     */
    boolean hasTimeLeft(long nowNanos) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nowNanos);
        return leftMillis > Math.max(budgetMillis / EARLY_SHARE, EARLY_MILLIS_MAX);
    }

    /** The waiting thread goes. What is uncertain now stays so, and nothing more is sent. */
    private PaxosStoreException abandoned(NotDoneException.Reason reason, String why) {
        boolean nothingOut = waiter == null || waiter.go();
        String label = operation.label();
        if (!isWrite) {
            return new NotDoneException(
                    reason,
                    "The %s was given up: %s before the answer came.".formatted(label, why),
                    true);
        } else if (nothingOut) {
            return new NotDoneException(
                    reason,
                    "The %s was not done: %s before a node took it.".formatted(label, why),
                    true);
        }
        return new OutcomeUnknownException(
                "The outcome of the %s is unknown: %s before the answer came."
                        .formatted(label, why),
                true);
    }
}
