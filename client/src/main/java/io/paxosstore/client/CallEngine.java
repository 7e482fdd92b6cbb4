package io.paxosstore.client;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.WriteId;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Drives every call from its submission to its end: sends it, and sends it again under the same
 * request id when its node is lost, silent or unwilling, until it has a result, its deadline passes
 * or its attempts are used up (Rules W4, W5, E1-E3). Owned by the network thread.
 *
 * <p>A write counts its attempts that may have been executed: one more when an attempt's bytes are
 * encoded, one less when its answer says that it was not done. A write that ends without a result
 * is "not done" only if the count is 0, else its outcome is unknown. Any attempt's result is the
 * call's result; a failure counts only if it answers the newest attempt, or is the last answer to
 * come. A call that nobody waits for any more is not sent any more.
 */
final class CallEngine implements Connection.Events {
    private final ClientOptions options;
    private final CallQueue queue;
    private final Cluster cluster;
    private final SpaceCache spaces;
    private final AttemptTable table = new AttemptTable();
    private final WriteStamps stamps = new WriteStamps();
    private final TimerWheel wheel;
    private final Backoff backoff;
    private final Admission admission;
    private final WaitingCalls waiting;
    private final Queue<Connection> dirty = new ArrayDeque<>();
    private final WatchEngine watches;
    private final ClusterNews news;
    private final long attemptTimeoutNanos;
    private long nowNanos;

    CallEngine(
            ClientOptions options,
            CallQueue queue,
            Cluster cluster,
            SpaceCache spaces,
            SplittableRandom random,
            Runnable waker,
            long nowNanos) {
        this.options = options;
        this.queue = queue;
        this.cluster = cluster;
        this.spaces = spaces;
        this.wheel = new TimerWheel(nowNanos);
        this.backoff =
                new Backoff(options.backoffMin().toNanos(), options.backoffMax().toNanos(), random);
        this.watches =
                new WatchEngine(options.name(), cluster, backoff, this::markDirty, waker, nowNanos);
        boolean traces = options.callTracer() != null;
        this.news = new ClusterNews(cluster, spaces, traces, this::markDirty, nowNanos);
        this.admission = new Admission(options.inFlightMax());
        this.waiting = new WaitingCalls(2 * options.inFlightMax());
        this.attemptTimeoutNanos = options.attemptTimeout().toNanos();
        this.nowNanos = nowNanos;
    }

    /** Sets the time for everything until the next call of this. */
    void setNow(long newNowNanos) {
        nowNanos = newNowNanos;
    }

    /** Whether no timer is armed: nothing is under way. */
    boolean isIdle() {
        return wheel.isEmpty();
    }

    WatchEngine watches() {
        return watches;
    }

    /** Starts what was submitted, fires what is due. */
    void work() {
        queue.takeAll(this::admit);
        wheel.advance(nowNanos, this::onTimer);
        for (Call<?> call = admission.next(); call != null; call = admission.next()) {
            start(call);
        }
        watches.work(nowNanos);
        news.work(nowNanos);
    }

    /** Writes what the turn brought, one write per connection. */
    void flush() {
        for (Connection next = dirty.poll(); next != null; next = dirty.poll()) {
            next.dirty = false;
            next.flush();
        }
    }

    private void admit(Call<?> call) {
        if (admission.admit(call)) {
            start(call);
        } else {
            wheel.arm(call, call.deadlineNanos);
        }
    }

    private void start(Call<?> call) {
        if (call.isWrite) {
            call.stamp = stamps.issue(System.currentTimeMillis());
        }
        dispatch(call);
    }

    /** Sends the call to the next node, or lets it wait for one. */
    private void dispatch(Call<?> call) {
        if (isOver(call)) {
            return;
        } else if (call.isSpent(options.attemptsMax())) {
            exhaust(call);
            return;
        }
        Node node = cluster.pick(call, nowNanos);
        if (node == null || node.connection == null) {
            waiting.add(call);
            armIn(call, WaitingCalls.LOOK_NANOS);
            return;
        }
        Connection connection = node.connection;
        call.phase = Call.Phase.IN_FLIGHT;
        if (!call.hasAttemptOn(connection)) { // else it was delivered already: only wait
            send(call, node, connection);
        }
        armIn(call, attemptTimeoutNanos << Math.max(call.unanswered() - 1, 0));
    }

    /** Ends a call that is late, or that nobody waits for any more. */
    private boolean isOver(Call<?> call) {
        if (nowNanos - call.deadlineNanos >= 0) {
            conclude(call, Failures.late(call, cluster));
        } else if (call.isAbandoned()) {
            conclude(call, NotDoneException.Reason.INTERRUPTED, Failures.ABANDONED);
        }
        return call.isDone();
    }

    /** Looks at the call again after so long, or at its deadline. */
    private void armIn(Call<?> call, long nanos) {
        long end = nowNanos + nanos;
        wheel.arm(call, end - call.deadlineNanos < 0 ? end : call.deadlineNanos);
    }

    private void send(Call<?> call, Node node, Connection connection) {
        call.sends(node);
        if (node.isSuspect()) {
            node.onTrial(nowNanos);
        }
        Attempt attempt = new Attempt(call, node, connection, call.attemptsOfId, call.newest);
        table.register(attempt);
        call.newest = attempt;
        connection.silence().onSend(nowNanos);
        connection.enqueue(attempt);
        markDirty(connection);
    }

    private void markDirty(Connection connection) {
        if (!connection.dirty) {
            connection.dirty = true;
            dirty.add(connection);
        }
    }

    @Override
    public boolean encode(Attempt attempt, ByteBuffer out) {
        Call<?> call = attempt.call;
        if (!call.departs()) {
            conclude(call, NotDoneException.Reason.INTERRUPTED, Failures.ABANDONED);
            return false;
        }
        int deadlineMillis = call.millisForServer(nowNanos);
        WriteStamps.Stamp stamp = call.stamp;
        WriteId id =
                stamp == null
                        ? Operation.NO_WRITE
                        : attempt.id(stamp.value(), stamps.settledFloor());
        call.encode(attempt, deadlineMillis, id, out);
        attempt.sent = true;
        return true;
    }

    @Override
    public void onNoMemory(Attempt attempt, int bytes) {
        conclude(attempt.call, NotDoneException.Reason.OVERLOADED, Failures.noMemory(bytes));
    }

    @Override
    public SilenceWatch watch(Connection connection) {
        return new SilenceWatch(
                connection, wheel, options.silenceTimeout().toNanos(), attemptTimeoutNanos);
    }

    @Override
    public void onWelcome(Connection connection, Response.Welcome welcome) {
        if (cluster.onWelcome(connection, welcome, nowNanos)) {
            news.onReady(connection, nowNanos);
            waiting.takeAll(this::dispatch);
            watches.onReady();
        }
    }

    @Override
    public void onResponse(Connection connection, Response response) {
        Node node = connection.node;
        node.onHeard();
        connection.silence().onHeard(nowNanos);
        if (news.take(connection, response, nowNanos)) {
            return;
        } else if (WatchEngine.isWatch(response)) {
            watches.onResponse(response, nowNanos);
        } else if (response instanceof Response.Failure failure) {
            Attempt attempt = table.find(failure.correlation());
            if (attempt != null) {
                onFailure(attempt, failure);
            }
        } else if (response instanceof Response.Pong sign) {
            onWorkedOn(table.find(sign.correlation()));
        } else {
            if (node.onResult(nowNanos)) {
                cluster.changed(node);
            }
            Attempt attempt = table.find(response.correlation());
            if (attempt != null) {
                onResult(attempt, response);
            }
        }
    }

    /** The node still works on a request, which takes long: no other node is to do the same. */
    private void onWorkedOn(@Nullable Attempt attempt) {
        if (attempt != null
                && attempt == attempt.call.newest
                && attempt.call.phase == Call.Phase.IN_FLIGHT) {
            Call<?> call = attempt.call;
            attempt.workedOn = true;
            armIn(call, attemptTimeoutNanos);
        }
    }

    private void onResult(Attempt attempt, Response response) {
        Call<?> call = attempt.call;
        if (call.operation.accepts(response)) {
            List<Connection> outdone = attempt.outdone(nowNanos, attemptTimeoutNanos);
            end(call);
            call.succeed(response, attempt.node);
            outdone.forEach(this::suspected);
        } else {
            attempt.connection.close(
                    attempt.node.address.hostAndPort()
                            + " broke the protocol: it answered the "
                            + call.operation.label()
                            + " with "
                            + response.getClass().getSimpleName(),
                    false);
        }
    }

    private void onFailure(Attempt attempt, Response.Failure failure) {
        Call<?> call = attempt.call;
        if (failure.code().isNotDone() && call.isWrite && attempt.sent) {
            call.isBack();
        }
        release(attempt);
        if (failure.code() == FailureCode.EXECUTED || call.executed) {
            awaitResult(call);
            return;
        }
        if (attempt != call.newest && !call.hasNothingLeft()) {
            return; // a newer attempt is under way: its answer counts
        }
        call.refused(failure);
        spaces.failed(call.operation, failure.code());
        switch (failure.code()) {
            case OVERLOADED -> {
                if (call.attempts % 2 == 1) {
                    // Once more there: elsewhere the key would have a second proposer.
                    call.asked.forget(attempt.node.index);
                }
                retryLater(call);
            }
            case UNKNOWN_OUTCOME, INTERNAL, REBUILDING -> retryLater(call);
            case NOT_READY, DRAINING, DISK_FULL -> {
                if (attempt.node.onRefused(nowNanos)) {
                    cluster.changed(attempt.node);
                }
                retryLater(call);
            }
            case REQUEST_EXPIRED -> reissue(call, failure);
            case DEADLINE -> {
                if (call.hasTimeLeft(nowNanos)) {
                    retryLater(call); // it was a limit of the node's own
                } else {
                    conclude(call, Failures.late(call, cluster));
                }
            }
            case UNKNOWN_SPACE,
                    SPACE_EXISTS,
                    KEY_TOO_LARGE,
                    VALUE_TOO_LARGE,
                    BAD_REQUEST,
                    WRONG_KIND,
                    TOO_MANY_WATCHES,
                    REFUSED,
                    EXECUTED ->
                    conclude(call, Failures.reason(failure.code()), failure.sentence());
        }
    }

    /** Rule E3: the write is done. Only the attempt that did it can still bring the result. */
    private void awaitResult(Call<?> call) {
        call.executed = true;
        if (!call.hasLiveAttempt()) {
            conclude(call, NotDoneException.Reason.REFUSED, "");
        } else if (call.phase != Call.Phase.EXHAUSTED) {
            call.phase = Call.Phase.EXHAUSTED;
            armIn(call, attemptTimeoutNanos);
        }
    }

    private void retryLater(Call<?> call) {
        if (call.hasNothingLeft()) {
            conclude(call, Failures.exhausted(call, cluster));
            return;
        } else if (call.phase != Call.Phase.IN_FLIGHT) {
            return; // it waits already, or for what else is under way
        }
        call.phase = Call.Phase.BACKOFF;
        armIn(call, backoff.nanos(call.attempts, nowNanos - call.startNanos));
    }

    /**
     * Rule E2: the entity has forgotten this client. If no attempt can have been executed, the
     * write gets a new id that the entity accepts; else nobody can tell any more what became of it.
     */
    private void reissue(Call<?> call, Response.Failure failure) {
        WriteStamps.Stamp stamp = call.stamp;
        if (stamp == null || call.isUncertain() || call.phase != Call.Phase.IN_FLIGHT) {
            conclude(call, NotDoneException.Reason.REFUSED, Failures.EXPIRED);
            return;
        }
        stamps.settle(stamp);
        long clockMillis = System.currentTimeMillis();
        stamps.raiseAbove(failure.detail(), clockMillis);
        call.stamp = stamps.issue(clockMillis);
        call.attemptsOfId = 0;
        dispatch(call);
    }

    @Override
    public void onClosed(Connection connection, String why, boolean passing) {
        cluster.onClosed(connection, why, passing, nowNanos);
        List<Call<?>> stranded = connection.callsInFlight();
        List<Call<?>> spent = new ArrayList<>();
        Attempt lost;
        while ((lost = connection.newestAttempt()) != null) {
            release(lost);
            if (lost.call.hasNothingLeft()) {
                spent.add(lost.call);
            }
        }
        spent.forEach(call -> conclude(call, Failures.exhausted(call, cluster)));
        for (Call<?> call : stranded) {
            if (call.attempts > 1) {
                retryLater(call); // it may be what brings nodes down: not at full speed to the next
            } else if (call.phase == Call.Phase.IN_FLIGHT) {
                dispatch(call);
            }
        }
        watches.onClosed(connection, nowNanos);
    }

    private void onTimer(TimerWheel.Timer timer) {
        if (timer instanceof SilenceWatch silence) {
            if (silence.onTimer(nowNanos, this::onSilent)) {
                ask(silence.connection());
            }
        } else {
            onCallTimer((Call<?>) timer);
        }
    }

    private void onCallTimer(Call<?> call) {
        switch (call.phase) {
            case IN_FLIGHT -> onAttemptTimeout(call);
            case BACKOFF -> dispatch(call);
            case QUEUED ->
                    conclude(
                            call,
                            NotDoneException.Reason.OVERLOADED,
                            Failures.noRoom(call.budgetMillis, options.inFlightMax()));
            case WAITING -> {
                if (!isOver(call)) {
                    armIn(call, WaitingCalls.LOOK_NANOS);
                }
            }
            case EXHAUSTED -> conclude(call, Failures.late(call, cluster));
            case NEW, DONE -> {} // not armed
        }
    }

    /** If this makes the node suspect, whatever else waits for it goes on elsewhere, too. */
    private void onAttemptTimeout(Call<?> call) {
        Attempt attempt = call.newest;
        boolean suspect = attempt != null && attempt.node.onTimeout(nowNanos, attemptTimeoutNanos);
        dispatch(call);
        if (attempt != null && suspect) {
            suspected(attempt.connection);
        }
    }

    private void suspected(Connection connection) {
        cluster.changed(connection.node);
        ask(connection);
        goOnElsewhere(connection);
    }

    private void onSilent(Connection connection) {
        if (connection.node.onSilence(nowNanos)) {
            cluster.changed(connection.node);
        }
        goOnElsewhere(connection);
    }

    /** The node is suspect: what waits for it goes on elsewhere. */
    private void goOnElsewhere(Connection connection) {
        connection.callsToMove().forEach(this::dispatch);
    }

    /** Asks the node for a sign of life. */
    private void ask(Connection connection) {
        connection.ping();
        markDirty(connection);
    }

    /** No further attempt is allowed; those under way may still be answered. */
    private void exhaust(Call<?> call) {
        if (call.hasLiveAttempt()) {
            call.phase = Call.Phase.EXHAUSTED;
            wheel.arm(call, call.deadlineNanos);
        } else {
            conclude(call, Failures.exhausted(call, cluster));
        }
    }

    /** Ends a call without a result: not done, or unknown if an attempt may have been executed. */
    private void conclude(Call<?> call, NotDoneException.Reason reason, String why) {
        conclude(call, Failures.of(call, reason, why));
    }

    private void conclude(Call<?> call, PaxosStoreException failure) {
        end(call);
        call.fail(failure);
    }

    private void end(Call<?> call) {
        admission.ended(call);
        call.phase = Call.Phase.DONE;
        wheel.cancel(call);
        for (Attempt attempt = call.newest; attempt != null; attempt = attempt.older) {
            release(attempt);
        }
        if (call.stamp != null) {
            stamps.settle(call.stamp);
            call.stamp = null;
        }
        queue.finished(call);
    }

    private void release(Attempt attempt) {
        if (!attempt.released) {
            attempt.released = true;
            table.release(attempt);
            attempt.connection.forget(attempt);
            if (attempt.connection.isHeldBack()) {
                markDirty(attempt.connection);
            }
        }
    }

    /** Ends everything under way, and what has been submitted. */
    void abort(String why) {
        queue.takeAll(call -> wheel.arm(call, call.deadlineNanos));
        wheel.fireAll(timer -> {
            if (timer instanceof Call<?> call && !call.isDone()) {
                conclude(call, NotDoneException.Reason.CLOSED, why);
            }
        });
    }
}
