package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one connection has under way. Steps on one entity are executed in their order, those that
 * wait together; steps on several entities side by side, so that a pipeline is as fast as many
 * connections. On the connection's loop only.
 */
final class Lanes implements Caller {
    /** How often a write is sent again that an entity refuses for its stamp. */
    private static final int STAMPS_MAX = 3;

    /** Most calls at once: a command may have a million keys. */
    private static final int CALLS_MAX = 1024;

    /**
     * How often a read is refused that may have been done, but for the memory for its answer: to
     * have it done again and again would make that worse.
     */
    private static final int LATE_REFUSALS_MAX = 8;

    /** The connection. */
    interface Connection {
        /** The shard whose loop serves it. */
        int homeShard();

        /** The clock of its loop, milliseconds since 1970. */
        long wallMillis();

        /** The monotonic clock of its loop. */
        long nowNanos();

        /** When a command ends at the latest that begins now, on the monotonic clock. */
        long deadlineNanos();

        /** Runs a task on its loop after a while. */
        void later(Runnable task, long delayNanos);

        /** A call begins that brings so many bytes; false if there is no memory for it. */
        boolean begins(long correlation, int bytes);

        /** A call has ended. */
        void ended(long correlation);

        /** Why an outcome is no result. */
        Reply.Error failure(Outcome outcome);

        /** Why a call was not tried. */
        Reply.Error failure(Refusal refusal);

        /** A batch has failed by a fault of the server: its replies will not come. */
        void fault(Throwable cause);

        /** Everything is done that was wanted. */
        void idle();

        /** The turn is over. */
        void endOfTurn();
    }

    private static final class Lane {
        final EntityKey key;
        final Deque<Step> waiting = new ArrayDeque<>();
        boolean isBusy;
        boolean isReady;

        Lane(EntityKey key) {
            this.key = key;
        }
    }

    /** A call that is being executed. */
    private static final class UnderWay {
        final Lane lane;
        final Batch batch;
        final long deadlineNanos;
        int attempts = 1;
        boolean wasRefused;
        int lateRefusals;
        long stamp;

        UnderWay(Lane lane, Batch batch, long deadlineNanos) {
            this.lane = lane;
            this.batch = batch;
            this.deadlineNanos = deadlineNanos;
        }
    }

    private final Connection connection;
    private final NodeCalls calls;
    private final WriteIds ids;
    private final Batches batches;
    private final Map<EntityKey, Lane> lanes = new HashMap<>();
    private final Deque<Lane> ready = new ArrayDeque<>();
    private final Map<Long, UnderWay> underWay = new HashMap<>();
    private final RetryPace pace = new RetryPace();

    /** What the node has refused because it had too much to do: it is asked again. */
    private final Deque<UnderWay> refused = new ArrayDeque<>();

    private long lastCorrelation;
    private boolean isStarting;
    private boolean isAsking;
    private boolean isPause;

    Lanes(Connection connection, NodeCalls calls, WriteIds ids, Batches batches) {
        this.connection = connection;
        this.calls = calls;
        this.ids = ids;
        this.batches = batches;
    }

    /** Adds a step behind those on the same entity; it begins with {@link #start}. */
    void add(EntityKey key, Step step) {
        Lane lane = lanes.computeIfAbsent(key, Lane::new);
        if (lane.waiting.isEmpty() && !lane.isBusy) {
            makeReady(lane);
        }
        lane.waiting.add(step);
    }

    /** Once only: the second time would be for a lane that is gone by then. */
    private void makeReady(Lane lane) {
        if (!lane.isReady) {
            lane.isReady = true;
            ready.add(lane);
        }
    }

    /** Whether nothing waits and nothing is under way. */
    boolean isIdle() {
        return lanes.isEmpty();
    }

    /** Begins what can begin. */
    void start() {
        if (isStarting) {
            return; // what is answered at once goes on in the loop below
        }
        isStarting = true;
        while (!ready.isEmpty() && underWay.size() < CALLS_MAX) {
            begin(ready.remove());
        }
        isStarting = false;
        if (lanes.isEmpty()) {
            connection.idle();
        }
    }

    private void begin(Lane lane) {
        lane.isReady = false;
        if (lane.waiting.isEmpty()) {
            lanes.remove(lane.key);
        } else {
            lane.isBusy = true;
            begin(lane, batches.next(lane.key, lane.waiting, connection::wallMillis));
        }
    }

    private void begin(Lane lane, Batch batch) {
        begin(new UnderWay(lane, batch, connection.deadlineNanos()));
    }

    private void begin(UnderWay one) {
        lastCorrelation++;
        long correlation = lastCorrelation;
        underWay.put(correlation, one);
        isAsking = true;
        calls.execute(this, correlation, call(one));
        isAsking = false;
    }

    private Call call(UnderWay one) {
        EntityKey key = one.lane.key;
        Batch.Question question = one.batch.question();
        if (question.isRead()) {
            return new Call.Read(key, ReadMode.LINEARIZABLE, question.command(), one.deadlineNanos);
        }
        one.stamp = ids.begin();
        RequestId id = new RequestId(ids.clientId(), one.stamp);
        Command command = Objects.requireNonNull(question.command());
        return new Call.Write(key, id, ids.settledFloor(), command, one.deadlineNanos);
    }

    private UnderWay end(long correlation) {
        UnderWay one = Objects.requireNonNull(underWay.remove(correlation));
        if (one.stamp != 0) {
            ids.end(one.stamp);
            one.stamp = 0;
        }
        return one;
    }

    private void goOn(Lane lane) {
        lane.isBusy = false;
        makeReady(lane);
        start();
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        connection.ended(correlation);
        UnderWay one = end(correlation);
        if (outcome instanceof Outcome.RequestExpired expired && one.attempts < STAMPS_MAX) {
            ids.raiseAbove(expired.forgottenStamp());
            one.attempts++;
            begin(one);
            return;
        }
        switch (outcome) {
            case Outcome.Written written -> answered(one, written.result().bytes());
            case Outcome.Value value -> answered(one, value.state().bytes());
            case Outcome.NotDone(var reason)
                    when reason == Outcome.Reason.OVERLOADED && mayWait(one) ->
                    waits(one);
            case Outcome.NotDone(var reason)
                    when reason == Outcome.Reason.DISK_FULL
                            && one.batch.takeApart(one.lane.waiting) ->
                    goOn(one.lane);
            default -> fail(one, connection.failure(outcome));
        }
    }

    private void answered(UnderWay one, byte[] result) {
        if (one.wasRefused) {
            pace.answered();
        }
        if (complete(one, result)) {
            begin(one.lane, one.batch);
        } else {
            goOn(one.lane);
        }
    }

    /**
     * Clients of Redis expect that a pipeline of any length is executed: what is too much at once
     * waits, as long as its time allows, instead of an error.
     */
    private boolean mayWait(UnderWay one) {
        pace.refused();
        one.wasRefused = true;
        if (!isAsking && one.batch.question().isRead()) {
            one.lateRefusals++;
        }
        return one.lateRefusals < LATE_REFUSALS_MAX
                && isInTime(one, pace.pauseNanos())
                && calls.closed() == null;
    }

    private boolean isInTime(UnderWay one, long laterNanos) {
        return connection.nowNanos() + laterNanos - one.deadlineNanos < 0;
    }

    private void waits(UnderWay one) {
        refused.add(one);
        pause();
    }

    private void pause() {
        if (!isPause && !refused.isEmpty()) {
            isPause = true;
            connection.later(this::askAgain, pace.pauseNanos());
        }
    }

    /**
     * Asks again for some of what was refused, and ends what has no time left: it must not be begun
     * any more, since nobody could tell in time what became of it.
     */
    private void askAgain() {
        isPause = false;
        pace.paused();
        List<UnderWay> late = new ArrayList<>();
        List<UnderWay> asked = new ArrayList<>();
        for (int left = refused.size(); left > 0; left--) {
            UnderWay one = refused.remove();
            if (!isInTime(one, RetryPace.PAUSE_NANOS_MIN)) {
                late.add(one);
            } else if (asked.size() < pace.atOnce() && underWay.size() + asked.size() < CALLS_MAX) {
                asked.add(one);
            } else {
                refused.add(one); // before those that are refused once more
            }
        }
        late.forEach(one -> fail(one, RedisFailures.overloaded()));
        asked.forEach(this::begin);
        pause();
        start();
    }

    private boolean complete(UnderWay one, byte[] result) {
        try {
            return one.batch.complete(result, one.lane.waiting);
        } catch (RuntimeException e) {
            connection.fault(e);
            return false;
        }
    }

    @Override
    public void refused(long correlation, Refusal refusal) {
        fail(end(correlation), connection.failure(refusal));
    }

    /** Nothing that those do whose replies these are keeps the lane from going on. */
    private void fail(UnderWay one, Reply.Error error) {
        try {
            one.batch.fail(error);
        } catch (RuntimeException e) {
            connection.fault(e);
        }
        goOn(one.lane);
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        if (connection.begins(correlation, contentBytes)) {
            return true;
        }
        fail(end(correlation), RedisFailures.overloaded());
        return false;
    }

    @Override
    public void ended(long correlation) {
        connection.ended(correlation);
    }

    @Override
    public int homeShard() {
        return connection.homeShard();
    }

    @Override
    public boolean isClient() {
        return true;
    }

    @Override
    public void endOfTurn() {
        connection.endOfTurn();
    }
}
