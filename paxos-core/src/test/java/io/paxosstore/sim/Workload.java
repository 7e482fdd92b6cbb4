package io.paxosstore.sim;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReadOption;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.SpaceKind;
import io.paxosstore.core.kv.KvCommand;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What all clients of a run do, and what they saw. Values are unique, so that a history tells which
 * write a read saw; many are numbers, so that increments work on them. Not thread-safe.
 */
final class Workload {
    /** A time to live that outlasts the run and every clock's error. */
    private static final long LONG_MILLIS = 86_400_000L;

    private static final long SHORT_MILLIS_MAX = 200;
    private static final int SPACE = 1;

    /**
     * One call to be made.
     *
     * @param option how fresh a read must be
     * @param checked whether it belongs into the history
     */
    record Task(EntityKey key, int keyIndex, KvCall call, ReadOption option, boolean checked) {}

    private record GivenUp(Task task, Operation<KvCall, KvAnswer> operation, RequestId id) {}

    private final Swarm.Load load;
    private final List<GivenUp> givenUp = new ArrayList<>();
    private final List<EntityKey> keys = new ArrayList<>();
    private final History<EntityKey, KvCall, KvAnswer> history = new History<>();
    private final long[] lastVersion;
    private final @Nullable String[] lastValue;
    private long unique;
    private int finished;

    Workload(Swarm.Load load, SpaceKind kind) {
        this.load = load;
        int space =
                switch (kind) {
                    case KV -> SPACE;
                    case ENTITY -> SpaceKind.ENTITY_FROM + SPACE;
                };
        for (int i = 0; i < load.keys(); i++) {
            keys.add(new EntityKey(space, ("k" + i).getBytes(StandardCharsets.UTF_8)));
        }
        if (load.expiryChance() > 0) {
            // Expiry goes by clocks that may be wrong: this one key is not in the history.
            keys.add(new EntityKey(space, "short".getBytes(StandardCharsets.UTF_8)));
        }
        lastVersion = new long[keys.size()];
        lastValue = new String[keys.size()];
    }

    /** All keys. */
    List<EntityKey> keys() {
        return keys;
    }

    /** What the clients saw. */
    History<EntityKey, KvCall, KvAnswer> history() {
        return history;
    }

    /** How many calls were answered. */
    int finished() {
        return finished;
    }

    /** Draws the next call. */
    Task draw(RandomSource random) {
        int index = random.chance(load.hotChance()) ? 0 : random.nextInt(keys.size());
        boolean checked = index < load.keys();
        if (random.chance(load.readChance())) {
            boolean local = random.chance(load.localChance());
            return new Task(
                    keys.get(index),
                    index,
                    new KvCall.Read(),
                    local ? ReadOption.LOCAL : ReadOption.LINEARIZABLE,
                    checked && !local);
        }
        KvCommand command = command(random, index, checked);
        return new Task(
                keys.get(index),
                index,
                new KvCall.Write(command),
                ReadOption.LINEARIZABLE,
                checked);
    }

    /** A linearizable read of a key. */
    Task read(int index) {
        return new Task(
                keys.get(index),
                index,
                new KvCall.Read(),
                ReadOption.LINEARIZABLE,
                index < load.keys());
    }

    private KvCommand command(RandomSource random, int index, boolean checked) {
        long ttl = 0;
        if (random.chance(load.expiryChance())) {
            ttl = checked ? LONG_MILLIS : 1 + random.nextLong(SHORT_MILLIS_MAX);
        }
        byte[] value = freshValue(random);
        String known = lastValue[index];
        byte[] expected = known == null ? value : known.getBytes(StandardCharsets.ISO_8859_1);
        long version = lastVersion[index];
        return switch (random.nextInt(12)) {
            case 0 -> new KvCommand.PutIfAbsent(value, ttl);
            case 1 -> new KvCommand.CompareAndSet(expected, value, ttl);
            case 2 -> new KvCommand.CompareVersionAndSet(version, value, ttl);
            case 3 -> new KvCommand.Delete();
            case 4 -> new KvCommand.CompareVersionAndDelete(version);
            case 5, 6, 7, 8 -> new KvCommand.Increment(1 + random.nextLong(1000), ttl);
            default -> new KvCommand.Put(value, ttl);
        };
    }

    private byte[] freshValue(RandomSource random) {
        unique++;
        String text = random.chance(0.8) ? String.valueOf(unique * 1_000_000) : "v" + unique;
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A write was answered: later comparisons should have a chance. */
    void learned(Task task, KvResult result) {
        lastVersion[task.keyIndex()] = result.version();
        if (result.number() != 0) {
            lastValue[task.keyIndex()] = String.valueOf(result.number());
        } else if (task.call() instanceof KvCall.Write write
                && write.command() instanceof KvCommand.Put put) {
            lastValue[task.keyIndex()] = new String(put.value(), StandardCharsets.ISO_8859_1);
        }
    }

    /** A read was answered. */
    void learned(Task task, KvAnswer.Seen seen) {
        lastVersion[task.keyIndex()] = seen.version();
        lastValue[task.keyIndex()] = seen.value();
    }

    /** A write was given up: nobody knows whether it was executed, or will be. */
    void gaveUp(Task task, Operation<KvCall, KvAnswer> operation, RequestId id) {
        if (task.checked()) {
            givenUp.add(new GivenUp(task, operation, id));
        }
    }

    /**
     * Adds the writes that were given up to the history, now that no more will be executed. What
     * became of them is taken from the truth: that is a stricter check, and a much faster one, than
     * to try everything that may have become of them.
     */
    void settle(ClusterTruth truth) {
        for (GivenUp one : givenUp) {
            byte[] result = truth.resultOf(one.task().key(), one.id());
            Operation<KvCall, KvAnswer> open = one.operation();
            if (result != null) {
                KvAnswer answer = new KvAnswer.Written(KvResult.decode(result));
                history.add(
                        one.task().key(),
                        new Operation<>(
                                open.client(),
                                open.input(),
                                answer,
                                open.invoked(),
                                Operation.NEVER));
            }
        }
        givenUp.clear();
    }

    /** A call was answered. */
    void record(Task task, Operation<KvCall, KvAnswer> operation) {
        finished++;
        if (task.checked()) {
            history.add(task.key(), operation);
        }
    }
}
