package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.KvModel;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of single keys. Values are unique, so that a history tells which write a read saw; many are
 * numbers, so that increments work on them. Not thread-safe.
 */
final class KvWorkload extends Workload<KvCall, KvAnswer> {
    /** A time to live that outlasts the run and every clock's error. */
    private static final long LONG_MILLIS = 86_400_000L;

    /** Times to live up to this one may end in a run: by which clock, is not for the model. */
    private static final long SHORT_MILLIS_MAX = 400;

    private static final int VERSIONS_KEPT = 4;

    /** Versions told lately, by key: comparisons use old ones as often as the newest. */
    private final List<List<Long>> versions = new ArrayList<>();

    private final @Nullable String[] lastValue;
    private long unique;
    private boolean isUndecided;

    KvWorkload(Swarm swarm) {
        super(swarm.load(), swarm.usesCatalog(SpaceKind.KEY_VALUE) ? SPACE_ASIDE : SPACE);
        keys().forEach(key -> versions.add(new ArrayList<>()));
        lastValue = new String[keys().size()];
    }

    @Override
    Task<KvCall> draw(RandomSource random) {
        int index = drawKey(random);
        if (random.chance(load().readChance())) {
            boolean local = random.chance(load().localChance());
            return new Task<>(
                    keys().get(index),
                    index,
                    new KvCall.Read(),
                    local ? ReadMode.LOCAL : ReadMode.LINEARIZABLE,
                    !local);
        }
        return write(index, random);
    }

    @Override
    Task<KvCall> write(int index, RandomSource random) {
        KvOperation command = command(random, index);
        return new Task<>(
                keys().get(index), index, new KvCall.Write(command), ReadMode.LINEARIZABLE, true);
    }

    @Override
    Task<KvCall> read(int index) {
        return new Task<>(keys().get(index), index, new KvCall.Read(), ReadMode.LINEARIZABLE, true);
    }

    private KvOperation command(RandomSource random, int index) {
        long ttl = 0;
        if (random.chance(load().expiryChance())) {
            ttl = random.chance(0.3) ? LONG_MILLIS : 1 + random.nextLong(SHORT_MILLIS_MAX);
        }
        byte[] value = freshValue(random);
        String known = lastValue[index];
        byte[] expected = known == null ? value : known.getBytes(StandardCharsets.ISO_8859_1);
        long version = knownVersion(random, index);
        return switch (random.nextInt(14)) {
            case 0 -> new KvOperation.PutIfAbsent(value, ttl);
            case 1 -> new KvOperation.CompareAndSet(expected, value, ttl);
            case 2, 3 ->
                    ttl != 0 && version % 2 == 0
                            ? new KvOperation.CompareVersionAndSetUntil(
                                    version, value, SimClock.EPOCH_MILLIS + ttl)
                            : new KvOperation.CompareVersionAndSet(version, value, ttl);
            case 4 -> new KvOperation.Delete();
            case 5 -> new KvOperation.CompareVersionAndDelete(version);
            case 6, 7, 8, 9 -> new KvOperation.Increment(1 + random.nextLong(1000), ttl);
            default -> new KvOperation.Put(value, ttl);
        };
    }

    /** The newest version that was told, or one before it; now and then 0, which means absent. */
    private long knownVersion(RandomSource random, int index) {
        List<Long> told = versions.get(index);
        if (told.isEmpty() || random.chance(0.1)) {
            return 0;
        }
        return random.chance(0.5) ? told.getLast() : told.get(random.nextInt(told.size()));
    }

    private void told(int index, long version) {
        List<Long> told = versions.get(index);
        told.add(version);
        if (told.size() > VERSIONS_KEPT) {
            told.removeFirst();
        }
    }

    private byte[] freshValue(RandomSource random) {
        unique++;
        String text = random.chance(0.8) ? String.valueOf(unique * 1_000_000) : "v" + unique;
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    @Nullable Command command(KvCall call) {
        return call instanceof KvCall.Write write ? write.command() : null;
    }

    @Override
    KvAnswer written(Outcome.Written outcome) {
        return executed(outcome.result().bytes());
    }

    @Override
    KvAnswer executed(byte[] result) {
        return new KvAnswer.Written(KvResult.decode(result));
    }

    @Override
    KvAnswer seen(Outcome.Value outcome) {
        byte[] state = outcome.state().bytes();
        return KvAnswer.Seen.of(outcome.version(), KvState.value(state), KvState.version(state));
    }

    @Override
    void learned(Task<KvCall> task, KvAnswer answer) {
        switch (answer) {
            case KvAnswer.Written written -> learned(task, written.result());
            case KvAnswer.Seen seen -> {
                told(task.keyIndex(), seen.version());
                lastValue[task.keyIndex()] = seen.value();
            }
        }
    }

    private void learned(Task<KvCall> task, KvResult result) {
        told(task.keyIndex(), result.version());
        if (result.number() != 0) {
            lastValue[task.keyIndex()] = String.valueOf(result.number());
        } else if (task.call() instanceof KvCall.Write write
                && write.command() instanceof KvOperation.Put put) {
            lastValue[task.keyIndex()] = new String(put.value(), StandardCharsets.ISO_8859_1);
        }
    }

    @Override
    LinearizabilityChecker.Verdict check(ClusterTruth truth) {
        LinearizabilityChecker.Verdict verdict =
                LinearizabilityChecker.check(
                        new KvModel(SHORT_MILLIS_MAX, SimClock.EPOCH_MILLIS + SHORT_MILLIS_MAX),
                        history(),
                        LinearizabilityChecker.STEPS_MAX);
        isUndecided = verdict.result() == LinearizabilityChecker.Result.UNDECIDED;
        return verdict;
    }

    @Override
    void count(SimCluster cluster) {
        if (isUndecided) {
            cluster.count(Occurrence.HISTORY_UNDECIDED, 1);
        }
    }
}
