package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.OwnStamps;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.procedure.EndExpired;
import io.paxosstore.redis.procedure.ProcedureResult;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Ends keys whose time is over, or finds out that they have ended, and tells of it. Nothing is
 * tried twice here. For one shard, on its loop only.
 */
final class KeyEnding implements Caller {
    private static final int UNDER_WAY_MAX = 64;

    /** Of those that wait; more are not told of, or are found again. */
    private static final int WAITING_MAX = 16_384;

    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ShardLoop home;
    private final NodeCalls calls;
    private final KeyEvents events;
    private final long clientId;
    private final Deque<Task> waiting = new ArrayDeque<>();
    private final Map<Long, Task> underWay = new HashMap<>();
    private final OwnStamps stamps = new OwnStamps();
    private boolean isBeginning;
    private volatile boolean isBehind;

    /** What is to be ended. */
    private sealed interface Task {
        EntityKey entity();
    }

    /** Keys of an entity. */
    private record Keys(EntityKey entity, List<byte[]> keys) implements Task {}

    /**
     * A key of a database of keys, which no entry need end: it has, if it is gone and nothing was
     * written since.
     *
     * @param version that gave it its deadline
     * @param later is told when it ends, if it is still there
     */
    private record Key(EntityKey entity, long version, LongConsumer later) implements Task {}

    /**
     * @param clientId of the requests; unique among all clients
     */
    KeyEnding(ShardLoop home, NodeCalls calls, KeyEvents events, long clientId) {
        this.home = home;
        this.calls = calls;
        this.events = events;
        this.clientId = clientId;
    }

    ShardLoop home() {
        return home;
    }

    /** Ends keys of an entity if their time is over by the clock of an entry. */
    void end(EntityKey entity, List<byte[]> keys) {
        add(new Keys(entity, keys));
    }

    /**
     * Finds out whether a key of a database of keys has ended.
     *
     * @param later is told when it ends, milliseconds since 1970, if it is still there
     */
    void check(EntityKey key, long version, LongConsumer later) {
        add(new Key(key, version, later));
    }

    private void add(Task task) {
        if (waiting.size() < WAITING_MAX) {
            waiting.add(task);
        }
        beginNext();
    }

    /** Whether what it was given last has not begun; from any thread. */
    boolean isBehind() {
        return isBehind;
    }

    private void beginNext() {
        if (isBeginning) {
            return; // one of them was answered at once
        }
        isBeginning = true;
        while (underWay.size() < UNDER_WAY_MAX && !waiting.isEmpty()) {
            begin(waiting.remove());
        }
        isBeginning = false;
        isBehind = !waiting.isEmpty();
    }

    private void begin(Task task) {
        long stamp = stamps.next(home.wallMillis());
        underWay.put(stamp, task);
        long deadlineNanos = home.nowNanos() + DEADLINE_NANOS;
        calls.execute(
                this,
                stamp,
                switch (task) {
                    case Keys keys ->
                            new Call.Write(
                                    keys.entity(),
                                    new RequestId(clientId, stamp),
                                    stamp - 1, // nothing is ever sent twice (Rule E2)
                                    EndExpired.of(Commands.TABLE, keys.entity().key(), keys.keys()),
                                    deadlineNanos);
                    case Key key ->
                            new Call.Read(key.entity(), ReadMode.LINEARIZABLE, null, deadlineNanos);
                });
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        Task task = underWay.remove(correlation);
        if (task == null) {
            return;
        }
        switch (outcome) {
            case Outcome.RequestExpired expired -> {
                // The entity has heard of later clocks than this node's: once more, above them.
                stamps.raiseAbove(expired.forgottenStamp());
                waiting.addFirst(task);
            }
            case Outcome.Written written -> ended(task.entity(), written.result().bytes());
            case Outcome.Value value when task instanceof Key key ->
                    read(key, value.state().bytes());
            default -> {} // found again, or not told
        }
        beginNext();
    }

    private void ended(EntityKey entity, byte[] result) {
        if (ProcedureResult.decode(result) instanceof ProcedureResult.Done done) {
            done.messages().forEach(events.of(entity.space()));
        }
    }

    private void read(Key key, byte[] state) {
        if (KvState.isPresent(state)) {
            if (KvState.version(state) == key.version()) {
                key.later().accept(KvState.expiresAtMillis(state)); // by a clock that is behind
            }
        } else if (KvState.lastVersion(state) == key.version()) {
            events.of(key.entity().space())
                    .accept(
                            new Message.KeyEvent(
                                    EventClass.EXPIRED, "expired", key.entity().key()));
        }
    }

    @Override
    public void refused(long correlation, Refusal refusal) {
        underWay.remove(correlation);
        waiting.clear(); // all would be refused
        beginNext();
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        return true;
    }

    @Override
    public void ended(long correlation) {}

    @Override
    public int homeShard() {
        return home.index();
    }
}
