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
import java.util.Deque;
import java.util.HashMap;
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

    /** The connection. */
    interface Connection {
        /** The shard whose loop serves it. */
        int homeShard();

        /** The clock of its loop, milliseconds since 1970. */
        long wallMillis();

        /** When a command ends at the latest, on the monotonic clock. */
        long deadlineNanos();

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

        Lane(EntityKey key) {
            this.key = key;
        }
    }

    /** A call that is being executed. */
    private static final class UnderWay {
        final Lane lane;
        final Batch batch;
        final int attempt;
        long stamp;

        UnderWay(Lane lane, Batch batch, int attempt) {
            this.lane = lane;
            this.batch = batch;
            this.attempt = attempt;
        }
    }

    private final Connection connection;
    private final NodeCalls calls;
    private final WriteIds ids;
    private final Batches batches;
    private final Map<EntityKey, Lane> lanes = new HashMap<>();
    private final Deque<Lane> ready = new ArrayDeque<>();
    private final Map<Long, UnderWay> underWay = new HashMap<>();
    private long lastCorrelation;
    private boolean isStarting;

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
            ready.add(lane);
        }
        lane.waiting.add(step);
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
            Lane lane = ready.remove();
            if (lane.isBusy) {
                continue; // it comes again when that has ended
            }
            if (lane.waiting.isEmpty()) {
                lanes.remove(lane.key);
            } else {
                lane.isBusy = true;
                Batch batch = batches.next(lane.key, lane.waiting, connection::wallMillis);
                begin(new UnderWay(lane, batch, 1));
            }
        }
        isStarting = false;
        if (lanes.isEmpty()) {
            connection.idle();
        }
    }

    private void begin(UnderWay one) {
        lastCorrelation++;
        long correlation = lastCorrelation;
        underWay.put(correlation, one);
        calls.execute(this, correlation, call(one));
    }

    private Call call(UnderWay one) {
        EntityKey key = one.lane.key;
        Batch.Question question = one.batch.question();
        long deadline = connection.deadlineNanos();
        if (question.isRead()) {
            return new Call.Read(key, ReadMode.LINEARIZABLE, question.command(), deadline);
        }
        one.stamp = ids.begin();
        RequestId id = new RequestId(ids.clientId(), one.stamp);
        Command command = Objects.requireNonNull(question.command());
        return new Call.Write(key, id, ids.settledFloor(), command, deadline);
    }

    private UnderWay end(long correlation) {
        UnderWay one = Objects.requireNonNull(underWay.remove(correlation));
        if (one.stamp != 0) {
            ids.end(one.stamp);
        }
        return one;
    }

    private void goOn(Lane lane) {
        lane.isBusy = false;
        ready.add(lane);
        start();
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        connection.ended(correlation);
        UnderWay one = end(correlation);
        if (outcome instanceof Outcome.RequestExpired expired && one.attempt < STAMPS_MAX) {
            ids.raiseAbove(expired.forgottenStamp());
            begin(new UnderWay(one.lane, one.batch, one.attempt + 1));
            return;
        }
        switch (outcome) {
            case Outcome.Written written -> answered(one, written.result().bytes());
            case Outcome.Value value -> answered(one, value.state().bytes());
            default -> {
                one.batch.fail(connection.failure(outcome));
                goOn(one.lane);
            }
        }
    }

    private void answered(UnderWay one, byte[] result) {
        if (complete(one, result)) {
            begin(new UnderWay(one.lane, one.batch, 1));
        } else {
            goOn(one.lane);
        }
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
        UnderWay one = end(correlation);
        one.batch.fail(connection.failure(refusal));
        goOn(one.lane);
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        if (connection.begins(correlation, contentBytes)) {
            return true;
        }
        UnderWay one = end(correlation);
        one.batch.fail(RedisFailures.overloaded());
        goOn(one.lane);
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
