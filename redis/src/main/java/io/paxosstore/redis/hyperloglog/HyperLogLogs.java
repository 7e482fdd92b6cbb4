package io.paxosstore.redis.hyperloglog;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.Arrays;

/**
 * Commands on HyperLogLogs, which tell about how many elements were added to them, each counted
 * once: Flajolet and others, "HyperLogLog: the analysis of a near-optimal cardinality estimation
 * algorithm" (2007), with hashes of 64 bits and sparse registers as Heule and others, "HyperLogLog
 * in practice" (2013). They are strings, see {@link Sketch}.
 */
public final class HyperLogLogs {
    /** What is told of a HyperLogLog that has changed, by whatever command. */
    private static final String CHANGED = "pfadd";

    private HyperLogLogs() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("hyperloglog")
                .write(
                        "PFADD",
                        -2,
                        KeyPositions.FIRST,
                        "2.8.9",
                        "Adds elements to a HyperLogLog",
                        HyperLogLogs::add,
                        Flag.DENYOOM,
                        Flag.FAST)
                .read(
                        "PFCOUNT",
                        -2,
                        KeyPositions.ALL,
                        "2.8.9",
                        "Returns about how many elements HyperLogLogs have seen together",
                        HyperLogLogs::count)
                .write(
                        "PFMERGE",
                        -2,
                        KeyPositions.ALL,
                        "2.8.9",
                        "Adds what HyperLogLogs have seen to the first of them",
                        HyperLogLogs::merge,
                        Flag.DENYOOM);
    }

    private static Reply add(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        Result.Value before = keys.string(key);
        byte[] value = before.value();
        Sketch sketch = value == null ? Sketch.empty() : Sketch.of(value);
        boolean isChanged = value == null;
        for (byte[] word : in.from(2)) {
            keys.work(sketch.raiseSteps());
            Element element = Element.of(word);
            isChanged |= sketch.raise(element.register(), element.rank());
        }
        if (isChanged) {
            keys.putString(key, sketch.stale(), before.deadlineMillis());
            keys.event(EventClass.STRING, CHANGED, key);
        }
        return Reply.flag(isChanged);
    }

    /**
     * One HyperLogLog says what Redis has counted, if that is still so. What is counted here is not
     * written, since that would take an entry of the log: it is counted again each time.
     */
    private static Reply count(Keyspace keys, Arguments in) {
        Ranks ranks = new Ranks();
        for (byte[] key : in.from(1)) {
            Sketch sketch = Sketch.find(keys, key);
            if (sketch == null) {
                continue;
            }
            if (in.count() == 2 && !sketch.isStale()) {
                return new Reply.Number(sketch.cardinality());
            }
            sketch.joinTo(ranks);
        }
        return new Reply.Number(ranks.cardinality());
    }

    /** It is told of in any case, as in Redis, but written only if it is another string. */
    private static Reply merge(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        Ranks ranks = new Ranks();
        boolean isDense = false;
        for (byte[] source : in.from(1)) {
            Sketch sketch = Sketch.find(keys, source);
            if (sketch != null) {
                sketch.joinTo(ranks);
                isDense |= sketch.isDense();
            }
        }
        Result.Value before = keys.string(key);
        byte[] value = before.value();
        Sketch merged = value == null ? Sketch.empty() : Sketch.of(value);
        if (isDense) {
            merged.dense();
        }
        raiseAll(keys, merged, ranks);
        byte[] after = merged.stale();
        if (value == null || !Arrays.equals(value, after)) {
            keys.putString(key, after, before.deadlineMillis());
        }
        keys.event(EventClass.STRING, CHANGED, key);
        return Reply.OK;
    }

    /** In the order of the registers: it decides which runs sparse registers have. */
    private static void raiseAll(Keyspace keys, Sketch sketch, Ranks ranks) {
        for (int register = 0; register < Registers.COUNT; register++) {
            int rank = ranks.of(register);
            if (rank > 0) {
                keys.work(sketch.raiseSteps());
                sketch.raise(register, rank);
            }
        }
    }
}
