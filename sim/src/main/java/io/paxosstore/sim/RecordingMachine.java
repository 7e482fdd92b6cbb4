package io.paxosstore.sim;

import io.paxosstore.core.RequestId;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The key-value machine of one simulated replica, writing down which requests went into which
 * value. So the checkers know what an entry executed without asking the code they check. Not
 * thread-safe.
 */
final class RecordingMachine implements StateMachine {
    /** A command that knows its request. */
    record Named(EntityKey key, RequestId id, Command command) implements Command {}

    /** Where the version is, in states and in results. */
    private static final int VERSION_OFFSET = 1;

    private final KvMachine machine = new KvMachine();
    private final List<Map<RequestId, byte[]>> batches = new ArrayList<>();
    private final KvBug bug;
    private byte[] lastState = {};
    private @Nullable EntityKey lastKey;

    /** The version of the first change of the last batch; 0 while it has none. */
    private long firstVersion;

    /** Looked up only: what was executed by each evaluation for an entity of an entity space. */
    private final Map<Long, Map<RequestId, byte[]>> evaluations = new HashMap<>();

    private long evaluated;

    /**
     * @param life of the node; evaluations of different lives have different numbers
     * @param bug the planted bug, if any
     */
    RecordingMachine(int life, KvBug bug) {
        this.bug = bug;
        this.evaluated = (long) life << Integer.SIZE;
    }

    @Override
    public long deadlineMillis(ByteBuffer state) {
        return machine.deadlineMillis(state);
    }

    @Override
    public byte[] expired(byte[] state) {
        return machine.expired(state);
    }

    @Override
    public Evaluation evaluate(byte[] state, Command command, long nowMillis) {
        if (!(command instanceof Named named)) {
            // Of the host itself, or of who asks a node as front ends do.
            return machine.evaluate(state, command, nowMillis);
        }
        Evaluation evaluation = machine.evaluate(state, named.command(), nowMillis);
        // The requests of one value hand the state on from one to the next, as the same array;
        // but all that is absent is one array.
        if (batches.isEmpty()
                || !isSameArray(state, lastState)
                || !Objects.equals(named.key(), lastKey)) {
            batches.add(new LinkedHashMap<>());
            firstVersion = 0;
        }
        if (bug == KvBug.VERSION_OF_ENTRY && !isSameArray(state, evaluation.state())) {
            evaluation = withSharedVersion(evaluation);
        }
        batches.getLast().put(named.id(), evaluation.result());
        lastState = evaluation.state();
        lastKey = named.key();
        return evaluation;
    }

    private Evaluation withSharedVersion(Evaluation evaluation) {
        byte[] state = evaluation.state().clone();
        byte[] result = evaluation.result().clone();
        ByteBuffer version = ByteBuffer.wrap(state, VERSION_OFFSET, Long.BYTES);
        firstVersion = firstVersion == 0 ? version.getLong(VERSION_OFFSET) : firstVersion;
        version.putLong(VERSION_OFFSET, firstVersion);
        ByteBuffer.wrap(result).putLong(VERSION_OFFSET, firstVersion);
        return new Evaluation(state, result);
    }

    @SuppressWarnings("ReferenceEquality") // the identity of the array is what tells
    private static boolean isSameArray(byte[] a, byte[] b) {
        return a == b;
    }

    /** Numbers an evaluation of an entity's commands. */
    long evaluated(Map<RequestId, byte[]> executed) {
        evaluations.put(++evaluated, executed);
        return evaluated;
    }

    /** What an evaluation executed; null for one of another life or node. */
    @Nullable Map<RequestId, byte[]> evaluation(long number) {
        return evaluations.get(number);
    }

    /** Takes out what the next value executes, of those that were evaluated, in order. */
    Map<RequestId, byte[]> nextBatch() {
        return batches.removeFirst();
    }
}
