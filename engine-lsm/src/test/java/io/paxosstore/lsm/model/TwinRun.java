package io.paxosstore.lsm.model;

import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.table.NaiveTable;
import io.paxosstore.table.TableAnswers;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Runs the models and their naive twin side by side, in entries of one to five MultiOps. */
final class TwinRun {
    private static final int CHECK_EVERY = 500;
    private static final String BALLAST = "ballast";

    /** How many bytes of a MultiOp's results may be left by what it reads first. */
    private static final int[] LEFT = {0, 3, 9, 30};

    private final long seed;
    private final Random random;
    private final RandomOperations operations;
    private final NaiveEntity twin;
    private final MemoryState state = new MemoryState();
    private final MemoryMerges merges;
    private long nowMillis = 1_000_000;
    private long lastMillis;
    private long version;
    private int executed;
    private boolean isCrowded;

    TwinRun(long seed, NaiveEntity.Plant plant) {
        this.seed = seed;
        this.random = new Random(seed);
        this.operations = new RandomOperations(random);
        this.twin = new NaiveEntity(plant);
        this.merges = new MemoryMerges(state, random);
        operations.known(name -> {
            NaiveObject object = twin.objects().get(name);
            NaiveTable table = object == null ? null : object.table;
            return table == null ? null : table.schema();
        });
    }

    /**
     * Before each operation so much is read that its results find little room, or none, among those
     * of its MultiOp.
     */
    TwinRun crowded() {
        isCrowded = true;
        List<byte[]> ballast = new ArrayList<>();
        for (int bytes = ModelLimits.RESULT_BYTES_MAX;
                bytes > ModelLimits.ELEMENT_BYTES_MAX;
                bytes -= ModelLimits.ELEMENT_BYTES_MAX) {
            ballast.add(new byte[ModelLimits.ELEMENT_BYTES_MAX]);
        }
        for (int left : LEFT) {
            ballast.add(new byte[ModelLimits.ELEMENT_BYTES_MAX - left]);
        }
        for (byte[] element : ballast) {
            EntryBuilder entry = new EntryBuilder(state, nowMillis);
            execute(entry, MultiOp.of(new ListOperation.Append(BALLAST, List.of(element))), 0);
            state.apply(entry.changes(), entry.nowMillis());
        }
        lastMillis = nowMillis;
        return this;
    }

    private MultiOp behindBallast(Operation last) {
        long whole = ModelLimits.RESULT_BYTES_MAX / ModelLimits.ELEMENT_BYTES_MAX - 1;
        List<Operation> all = new ArrayList<>();
        for (int i = 0; i < whole; i++) {
            all.add(new ListOperation.Index(BALLAST, i));
        }
        all.add(new ListOperation.Index(BALLAST, whole + random.nextInt(LEFT.length)));
        all.add(last);
        return new MultiOp(List.of(), all, List.of());
    }

    private MultiOp multiOp(@Nullable ObjectType type) {
        if (type == null) {
            return operations.multiOp(version);
        }
        Operation one = operations.operation(type);
        return isCrowded ? behindBallast(one) : MultiOp.of(one);
    }

    /** Operations of one model; of all of them, in MultiOps, if it is null. */
    void run(@Nullable ObjectType type, int count) {
        while (executed < count) {
            nowMillis += random.nextInt(40);
            // Some proposers' clocks are behind; but the twin cannot bring back what it threw away.
            long clock = nowMillis - random.nextInt(60);
            boolean back = Math.max(clock, state.clockMillis()) < lastMillis;
            EntryBuilder entry = new EntryBuilder(state, back ? lastMillis : clock);
            lastMillis = entry.nowMillis();
            int changed = 0;
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                changed += execute(entry, multiOp(type), changed);
            }
            if (entry.hasChanges()) {
                byte[] bytes = entry.changes().encode();
                EntityChanges decoded = EntityChanges.decode(bytes);
                check(Arrays.equals(bytes, decoded.encode()), "changes survive their codec");
                state.apply(decoded, entry.nowMillis());
            }
            merges.sometimes();
            if (executed % CHECK_EVERY < 3) {
                PhysicalCheck.check(state);
            }
        }
        PhysicalCheck.check(state);
    }

    private int execute(EntryBuilder entry, MultiOp multiOp, int changed) {
        executed++;
        MultiOp received = overTheWire(multiOp);
        MultiOpResult result = entry.execute(received);
        long versionThen = ((state.entry() + 1) << 16) + changed + 1;
        MultiOpResult expected = twin.execute(received, versionThen, entry.nowMillis(), result);
        long versionBefore = version;
        if (result instanceof MultiOpResult.Executed done) {
            version = done.version();
            check(version == versionBefore || version == versionThen, "the version is right");
            check(!multiOp.isReadOnly() || version == versionBefore, "a read changes nothing");
        }
        twin.version(version);
        check(
                Arrays.equals(
                        ModelCodec.encode(comparable(result, received)),
                        ModelCodec.encode(comparable(expected, received))),
                "equal results: " + received + " gave " + result + ", expected " + expected);
        checkCodec(result);
        if (result instanceof MultiOpResult.Executed done) {
            List<Operation> executedOnes = operationsOf(done, received);
            for (int i = 0; i < executedOnes.size(); i++) {
                operations.saw(executedOnes.get(i), done.results().get(i));
            }
        }
        return version == versionBefore ? 0 : 1;
    }

    private static MultiOp overTheWire(MultiOp multiOp) {
        try {
            byte[] bytes = ModelCodec.encode(multiOp);
            MultiOp decoded =
                    ModelCodec.decode(ByteBuffer.wrap(bytes), new PartOwner(0, new byte[0]));
            if (!Arrays.equals(bytes, ModelCodec.encode(decoded))) {
                throw new AssertionError("The codec changes " + multiOp);
            }
            return decoded;
        } catch (MalformedModelException e) {
            throw new AssertionError("The codec cannot read what it wrote: " + multiOp, e);
        }
    }

    private void checkCodec(MultiOpResult result) {
        try {
            byte[] bytes = ModelCodec.encode(result);
            MultiOpResult decoded = ModelCodec.decodeResult(ByteBuffer.wrap(bytes));
            check(Arrays.equals(bytes, ModelCodec.encode(decoded)), "results survive their codec");
        } catch (MalformedModelException e) {
            throw new AssertionError("The codec cannot read what it wrote: " + result, e);
        }
    }

    /** Without what the twin cannot know: the version, and how many expired fields were left. */
    private static MultiOpResult comparable(MultiOpResult result, MultiOp multiOp) {
        if (!(result instanceof MultiOpResult.Executed done)) {
            return comparable((MultiOpResult.Rejected) result);
        }
        List<Operation> operations = operationsOf(done, multiOp);
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            results.add(
                    operations.get(i) instanceof MapOperation.RemoveExpired
                            ? new Result.Done()
                            : TableAnswers.comparable(operations.get(i), done.results().get(i)));
        }
        return new MultiOpResult.Executed(0, done.guardsHeld(), done.guards(), results);
    }

    private static List<Operation> operationsOf(MultiOpResult.Executed done, MultiOp multiOp) {
        return done.guardsHeld() ? multiOp.thenOperations() : multiOp.elseOperations();
    }

    private static MultiOpResult comparable(MultiOpResult.Rejected failed) {
        Failure failure = TableAnswers.comparable(failed.failure());
        return new MultiOpResult.Rejected(failed.part(), failed.index(), failure);
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(
                    "Seed " + seed + ", operation " + executed + ": it does not hold: " + what);
        }
    }
}
