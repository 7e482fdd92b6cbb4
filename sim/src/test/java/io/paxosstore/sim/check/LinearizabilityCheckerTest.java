package io.paxosstore.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.LinearizabilityChecker.Result;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The checker on histories written by hand, and against a twin that tries everything. */
class LinearizabilityCheckerTest {
    private static final long STEPS = 1_000_000;
    private static final long KINDS_STEPS = 20_000;

    private final List<Operation<KvCall, KvAnswer>> history = new ArrayList<>();

    private void put(long from, long to, String value, long version) {
        KvResult ok = new KvResult(WriteStatus.OK, version, 0);
        history.add(new Operation<>(1, put(value), new KvAnswer.Written(ok), from, to));
    }

    private void putUnknown(long from, String value) {
        history.add(Operation.unknown(1, put(value), from));
    }

    private static KvCall put(String value) {
        return new KvCall.Write(
                new KvOperation.Put(value.getBytes(StandardCharsets.ISO_8859_1), 0));
    }

    private void read(long from, long to, @Nullable String value, long version) {
        history.add(
                new Operation<>(
                        2, new KvCall.Read(), new KvAnswer.Seen(0, value, version), from, to));
    }

    private void write(long from, long to, KvOperation command, KvResult result) {
        history.add(
                new Operation<>(
                        1, new KvCall.Write(command), new KvAnswer.Written(result), from, to));
    }

    private Result check() {
        return LinearizabilityChecker.check(new KvModel(), history, STEPS).result();
    }

    @Test
    void emptyHistoryIsLinearizable() {
        assertEquals(Result.LINEARIZABLE, check());
    }

    @Test
    void readAfterWriteSeesIt() {
        put(0, 1, "a", 1);
        read(2, 3, "a", 1);
        assertEquals(Result.LINEARIZABLE, check());
    }

    @Test
    void staleReadIsFound() {
        put(0, 1, "a", 1);
        put(2, 3, "b", 2);
        read(4, 5, "a", 1);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void concurrentReadMaySeeEither() {
        put(0, 1, "a", 1);
        put(2, 10, "b", 2);
        read(3, 4, "a", 1);
        read(5, 6, "b", 2);
        assertEquals(Result.LINEARIZABLE, check());
    }

    @Test
    void readsThatGoBackwardsAreFound() {
        put(0, 1, "a", 1);
        put(2, 10, "b", 2);
        read(3, 4, "b", 2);
        read(5, 6, "a", 1);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void unknownWriteMayTakeEffectLater() {
        put(0, 1, "a", 1);
        putUnknown(2, "b");
        read(3, 4, "a", 1);
        read(100, 101, "b", 2);
        assertEquals(Result.LINEARIZABLE, check());
    }

    @Test
    void unknownWriteTakesEffectOnceOnly() {
        putUnknown(0, "b");
        read(1, 2, "b", 1);
        put(3, 4, "a", 2);
        read(5, 6, "b", 3);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void lostWriteIsFoundByNegativeAnswer() {
        put(0, 1, "a", 1);
        write(2, 3, new KvOperation.Delete(), new KvResult(WriteStatus.NOT_FOUND, 0, 0));
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void incrementExecutedTwiceIsFound() {
        write(0, 1, new KvOperation.Increment(5, 0), new KvResult(WriteStatus.OK, 1, 5));
        read(2, 3, "10", 2);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void versionsMustAgree() {
        put(0, 1, "a", 1);
        read(2, 3, "a", 2);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void twoWritesNeverShareAVersion() {
        put(0, 10, "a", 1);
        put(0, 10, "b", 1);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void negativeAnswersAndRemovalsCountAsTheyShould() {
        put(0, 1, "a", 1);
        KvOperation failing =
                new KvOperation.CompareVersionAndSet(
                        7, "b".getBytes(StandardCharsets.ISO_8859_1), 0);
        write(2, 3, failing, new KvResult(WriteStatus.CONFLICT, 1, 0));
        write(4, 5, new KvOperation.Delete(), new KvResult(WriteStatus.OK, 2, 0));
        write(6, 7, new KvOperation.Delete(), new KvResult(WriteStatus.NOT_FOUND, 0, 0));
        put(8, 9, "c", 3);
        read(10, 11, "c", 3);
        assertEquals(Result.LINEARIZABLE, check());
    }

    @Test
    void aVersionThatComesTwiceAfterARemovalIsFound() {
        put(0, 1, "a", 1);
        write(2, 3, new KvOperation.Delete(), new KvResult(WriteStatus.OK, 2, 0));
        put(4, 5, "b", 1);
        assertEquals(Result.NOT_LINEARIZABLE, check());
    }

    @Test
    void compareByVersionCountsAWriteOfUnknownOutcome() {
        putUnknown(0, "a");
        KvOperation cas =
                new KvOperation.CompareVersionAndSet(
                        1, "b".getBytes(StandardCharsets.ISO_8859_1), 0);
        write(2, 3, cas, new KvResult(WriteStatus.OK, 2, 0));
        read(4, 5, "b", 2);
        assertEquals(Result.LINEARIZABLE, check());
    }

    @Test
    void undecidedWhenTheBoundIsReached() {
        for (int i = 0; i < 12; i++) {
            putUnknown(i, "v" + i);
        }
        put(20, 21, "a", 1);
        read(22, 23, "never written", 2);
        assertEquals(
                Result.UNDECIDED,
                LinearizabilityChecker.check(new Alone(new KvModel()), history, 50).result());
    }

    /** Which of the puts that nobody saw made the versions does not matter. */
    @Test
    void whatCanStandForEachOtherIsTriedOnce() {
        for (int i = 0; i < 40; i++) {
            putUnknown(i, "v" + i);
        }
        for (int version = 2; version <= 40; version += 2) {
            put(100 + version, 101 + version, "a" + version, version);
        }
        read(200, 201, "never written", 41);
        LinearizabilityChecker.Verdict verdict =
                LinearizabilityChecker.check(new KvModel(), history, STEPS);
        assertEquals(Result.NOT_LINEARIZABLE, verdict.result(), verdict::toString);
    }

    /** A model of keys in which nothing stands for anything else. */
    private record Alone(KvModel model) implements Model<KvModel.State, KvCall, KvAnswer> {
        @Override
        public KvModel.State initial() {
            return model.initial();
        }

        @Override
        public void step(
                KvModel.State state,
                KvCall call,
                @Nullable KvAnswer answer,
                Consumer<? super KvModel.State> next) {
            model.step(state, call, answer, next);
        }

        @Override
        public Function<KvCall, Object> kinds(List<Operation<KvCall, KvAnswer>> all) {
            return call -> new Object();
        }
    }

    @Test
    void kindsChangeNoVerdict() {
        int linearizable = 0;
        int count = 0;
        for (long seed = 1; seed <= 2000; seed++) {
            for (long shortMillisMax : new long[] {0, Long.MAX_VALUE}) {
                KvModel model = new KvModel(shortMillisMax);
                var operations = HistoryGenerator.generate(seed).operations();
                Result expected =
                        LinearizabilityChecker.check(new Alone(model), operations, KINDS_STEPS)
                                .result();
                Result result =
                        LinearizabilityChecker.check(model, operations, KINDS_STEPS).result();
                if (expected != Result.UNDECIDED) {
                    assertEquals(expected, result, "seed " + seed);
                    linearizable += result == Result.LINEARIZABLE ? 1 : 0;
                    count++;
                }
            }
        }
        assertTrue(count > 3500, "decided without kinds: " + count);
        assertTrue(linearizable > count / 10, "linearizable: " + linearizable);
        assertTrue(linearizable < count * 9 / 10, "linearizable: " + linearizable);
    }

    @Test
    void keysAreCheckedApart() {
        History<String, KvCall, KvAnswer> both = new History<>();
        put(0, 1, "a", 1);
        read(2, 3, "a", 1);
        history.forEach(one -> both.add("x", one));
        history.clear();
        put(0, 1, "a", 1);
        read(2, 3, null, 0);
        history.forEach(one -> both.add("y", one));
        LinearizabilityChecker.Verdict verdict =
                LinearizabilityChecker.check(new KvModel(), both, STEPS);
        assertEquals(Result.NOT_LINEARIZABLE, verdict.result());
        assertTrue(verdict.explanation().startsWith("y:"), verdict.explanation());
    }

    @Test
    void manyOperationsOfOneKeyAreFast() {
        for (int i = 1; i <= 20_000; i++) {
            put(10L * i, 10L * i + 15, "v" + i, i);
            read(10L * i + 16, 10L * i + 19, "v" + i, i);
        }
        LinearizabilityChecker.Verdict verdict =
                LinearizabilityChecker.check(new KvModel(), history, STEPS);
        assertEquals(Result.LINEARIZABLE, verdict.result());
    }

    /** A register of small numbers: writes, reads, compare-and-set; outcomes may be unknown. */
    private static final class Register implements Model<Integer, int[], Integer> {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public void step(
                Integer state,
                int[] input,
                @Nullable Integer output,
                Consumer<? super Integer> next) {
            switch (input[0]) {
                case 0 -> {
                    if (state.equals(output)) {
                        next.accept(state);
                    }
                }
                case 1 -> next.accept(input[1]);
                default -> {
                    int done = state == input[1] ? 1 : 0;
                    if (output == null || output == done) {
                        next.accept(done == 1 ? input[2] : state);
                    }
                }
            }
        }
    }

    /** Tries every order of every subset that holds all completed operations. */
    private static boolean bruteForce(
            List<Operation<int[], Integer>> left, Register model, int state) {
        if (left.stream().allMatch(Operation::isOpen)) {
            return true;
        }
        long firstReturn = left.stream().mapToLong(Operation::returned).min().orElseThrow();
        for (Operation<int[], Integer> one : left) {
            if (one.invoked() > firstReturn) {
                continue;
            }
            List<Operation<int[], Integer>> rest = new ArrayList<>(left);
            rest.remove(one);
            List<Integer> states = new ArrayList<>();
            model.step(state, one.input(), one.output(), states::add);
            for (int next : states) {
                if (bruteForce(rest, model, next)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void agreesWithTryingEverything() {
        int linearizable = 0;
        for (long seed = 1; seed <= 3000; seed++) {
            RandomSource random = new RandomSource(seed);
            List<Operation<int[], Integer>> operations = new ArrayList<>();
            int count = 2 + random.nextInt(6);
            for (int i = 0; i < count; i++) {
                long invoked = random.nextInt(12);
                long returned = invoked + random.nextInt(6);
                int[] input = {random.nextInt(3), random.nextInt(3), random.nextInt(3)};
                boolean unknown = input[0] != 0 && random.chance(0.25);
                int output = random.nextInt(input[0] == 2 ? 2 : 3);
                operations.add(
                        unknown
                                ? Operation.unknown(i, input, invoked)
                                : new Operation<>(i, input, output, invoked, returned));
            }
            Register model = new Register();
            boolean expected = bruteForce(operations, model, 0);
            Result result = LinearizabilityChecker.check(model, operations, STEPS).result();
            assertEquals(
                    expected ? Result.LINEARIZABLE : Result.NOT_LINEARIZABLE,
                    result,
                    "seed " + seed);
            linearizable += expected ? 1 : 0;
        }
        assertTrue(linearizable > 300 && linearizable < 2700, "both kinds: " + linearizable);
    }
}
