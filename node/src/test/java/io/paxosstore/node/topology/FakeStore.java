package io.paxosstore.node.topology;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.host.Requester;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Keys with versions, for several nodes; calls are answered when the test wants it. */
final class FakeStore implements Calls {
    private record Asked(Requester requester, long correlation, Call call) {}

    /** What a key holds; of version 0, nothing. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record Stored(long version, byte[] value) {}

    private static final Stored ABSENT = new Stored(0, new byte[0]);

    private final Map<EntityKey, Stored> keys = new HashMap<>();
    private final Queue<Asked> asked = new ArrayDeque<>();
    final List<Call> calls = new ArrayList<>();
    int writes;

    @Override
    public void execute(Requester requester, long correlation, Call call) {
        asked.add(new Asked(requester, correlation, call));
        calls.add(call);
    }

    boolean isIdle() {
        return asked.isEmpty();
    }

    /** Executes the oldest call and answers it. */
    void answer() {
        Asked next = asked.remove();
        next.requester().complete(next.correlation(), next.call().operation(), run(next.call()));
    }

    void answerAll() {
        while (!asked.isEmpty()) {
            answer();
        }
    }

    /** Executes the oldest call, and answers something else. */
    void executeAndAnswer(Outcome outcome) {
        Asked next = asked.remove();
        run(next.call());
        next.requester().complete(next.correlation(), next.call().operation(), outcome);
    }

    /** Does not execute the oldest call, and answers something. */
    void answer(Outcome outcome) {
        Asked next = asked.remove();
        next.requester().complete(next.correlation(), next.call().operation(), outcome);
    }

    byte[] value(Part part) {
        return stored(part.key()).value();
    }

    private Stored stored(EntityKey key) {
        return keys.getOrDefault(key, ABSENT);
    }

    /** Writes past all rules. */
    void put(Part part, byte[] value) {
        keys.put(part.key(), new Stored(stored(part.key()).version() + 1, value));
    }

    private final Map<Object, Outcome> done = new HashMap<>();

    private Outcome run(Call call) {
        Stored stored = stored(call.key());
        if (!(call instanceof Call.Write write)) {
            return new Outcome.Value(0, new Outcome.Result(state(stored)));
        }
        Outcome before = done.get(List.of(call.key(), write.id()));
        if (before != null) {
            return before; // Rule E3
        }
        KvOperation.CompareVersionAndSet set = (KvOperation.CompareVersionAndSet) write.command();
        long version = stored.version();
        KvResult result;
        if (version == set.expectedVersion()) {
            keys.put(call.key(), new Stored(version + 1, set.value()));
            writes++;
            result = new KvResult(WriteStatus.OK, version + 1, 0);
        } else {
            result = new KvResult(WriteStatus.CONFLICT, version, 0);
        }
        Outcome outcome = new Outcome.Written(new Outcome.Result(result.encode()));
        done.put(List.of(call.key(), write.id()), outcome);
        return outcome;
    }

    private static byte[] state(Stored stored) {
        return stored.version() == 0
                ? new byte[0]
                : ByteBuffer.allocate(17 + stored.value().length)
                        .put((byte) 1)
                        .putLong(stored.version())
                        .putLong(0)
                        .put(stored.value())
                        .array();
    }
}
