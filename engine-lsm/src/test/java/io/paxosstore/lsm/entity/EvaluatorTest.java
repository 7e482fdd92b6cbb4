package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.WorkMeter;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.protocol.model.ValueOperation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What takes too long is left out, and nothing of what comes beside and after it is. */
class EvaluatorTest {
    private static final EntityKey KEY = new EntityKey(1 << 24, new byte[] {1});
    private static final long CLOCK_MILLIS = 1_000_000;
    private static final long LOOK_NANOS = 10_000;
    private static final Command SHORT =
            new EntityCommand(MultiOp.of(new ValueOperation.Increment("n", 1, 0)));
    private static final Command LONG =
            new EntityCommand(
                    MultiOp.of(
                            new ListOperation.Range("l", 0, -1, Page.of(Page.LARGEST.elements()))));

    private final MemoryState state = new MemoryState();
    private final Evaluator evaluator = new Evaluator(3 << 20);
    private final EvaluationConfig config =
            new EvaluationConfig(Duration.ofMillis(1), 2, 5, 1_000_000_000_000L);
    private long nowNanos;
    private final Slices slices = new Slices(config, this::clock);

    /** Every look takes a hundredth of a slice. */
    private long clock() {
        nowNanos += LOOK_NANOS;
        return nowNanos;
    }

    @BeforeEach
    void fill() {
        EntryBuilder entry = new EntryBuilder(state, CLOCK_MILLIS);
        List<byte[]> elements = Collections.nCopies(5_000, new byte[10]);
        entry.execute(MultiOp.of(new ListOperation.Append("l", elements)));
        state.apply(entry.changes(), CLOCK_MILLIS);
    }

    private Input.Evaluated evaluate(Pace pace, Command... commands) {
        return evaluator.evaluate(
                new Effects.Evaluate(KEY, 1, state.entry(), CLOCK_MILLIS, List.of(commands)),
                state,
                pace);
    }

    @Test
    void whatTookTooLongIsLeftOutAndItsNeighboursAreDone() {
        Input.Evaluated answer = evaluate(slices.begin(), SHORT, LONG, SHORT);
        assertNotNull(answer.results().get(0));
        assertNull(answer.results().get(1));
        EntryBuilder expected = new EntryBuilder(state, CLOCK_MILLIS);
        for (byte[] done : answer.results()) {
            if (done != null) {
                expected.execute(((EntityCommand) SHORT).multiOp());
            }
        }
        assertTrue(Arrays.equals(expected.changes().encode(), answer.changes()));
    }

    /** Its time is not that of what is left to do when the commands before it are done. */
    @Test
    void whatIsNotTriedEndsNothingOfWhatWasDone() {
        int objects = 90;
        EntryBuilder entry = new EntryBuilder(state, CLOCK_MILLIS);
        List<Operation> renames = new ArrayList<>();
        for (int i = 0; i < objects; i++) {
            entry.execute(MultiOp.of(new ValueOperation.Increment("a" + i, 1, 0)));
            renames.add(new ObjectOperation.Rename("a" + i, "b" + i));
        }
        state.apply(entry.changes(), CLOCK_MILLIS);
        for (int i = 0; i < 9; i++) { // one more, and long commands are not tried for a while
            assertNull(evaluate(slices.begin(), LONG).results().getFirst());
        }
        Pace late =
                new Pace() {
                    @Override
                    public WorkMeter meter() {
                        return slices.meter();
                    }

                    @Override
                    public boolean begins(Command command) {
                        boolean tries = slices.begins(command);
                        nowNanos += tries ? 0 : 2 * config.slice().toNanos();
                        return tries;
                    }

                    @Override
                    public void rests() {
                        slices.rests();
                    }

                    @Override
                    public void tookTooLong() {
                        slices.tookTooLong();
                    }
                };
        slices.begin();
        Command moves = new EntityCommand(MultiOp.of(renames.toArray(new Operation[0])));
        Input.Evaluated answer = evaluate(late, moves, LONG, LONG);
        assertNotNull(answer.results().get(0));
        assertNull(answer.results().get(1));
        assertNull(answer.results().get(2));
        assertHasWhatWasDone(answer, moves, LONG, LONG);
    }

    @Test
    void theNextQuestionBeginsAnew() {
        for (int round = 0; round < 3; round++) {
            assertNull(evaluate(slices.begin(), LONG).results().getFirst());
            assertNotNull(evaluate(slices.begin(), SHORT).results().getFirst());
            assertNull(
                    evaluator.read(LONG, state, ExpiryClock.ofEntry(CLOCK_MILLIS), slices.begin()));
            assertNotNull(evaluate(slices.begin(), SHORT).results().getFirst());
        }
    }

    /** Whatever was left of a command's time when it had ended: it is not the next question's. */
    @Test
    void whatFollowsAMediumCommandIsNotMeasuredByItsTime() {
        for (int elements = 300; elements < 360; elements++) {
            Command medium =
                    new EntityCommand(
                            MultiOp.of(new ListOperation.Range("l", 0, -1, Page.of(elements))));
            assertNotNull(evaluate(slices.begin(), medium).results().getFirst());
            nowNanos += Duration.ofHours(1).toNanos();
            assertNotNull(evaluate(slices.begin(), SHORT).results().getFirst());
        }
    }

    @Test
    void aMeterWithoutTimeEndsTheCommandAndNothingElse() {
        EvaluationMeter meter = new EvaluationMeter(this::clock, config.stepsMax(), () -> {});
        meter.begin(0, 0);
        Input.Evaluated answer = evaluate(new WholeTime(meter), LONG);
        assertEquals(1, answer.results().size());
        assertNull(answer.results().getFirst());
        assertEquals(0, answer.changes().length);
    }

    /**
     * The time of a command may be over, and its work too much, wherever it is: also when what it
     * has done is made a part of the entry.
     */
    @Test
    void whatIsLeftOutOrRejectedLeavesNothingInTheEntry() {
        EvaluationConfig little = new EvaluationConfig(Duration.ofMillis(1), 2, 5, 20_000);
        int leftOut = 0;
        int rejected = 0;
        for (int elements = 1; elements < 2_600; elements += 3) {
            Command append = append(elements);
            Input.Evaluated slow = evaluate(slices.begin(), SHORT, append, SHORT);
            leftOut += slow.results().get(1) == null ? 1 : 0;
            assertHasWhatWasDone(slow, SHORT, append, SHORT);
            Pace bounded = new Slices(little, () -> 0).begin();
            Input.Evaluated large = evaluate(bounded, SHORT, append, SHORT);
            rejected += isRejected(large.results().get(1)) ? 1 : 0;
            assertHasWhatWasDone(large, SHORT, append, SHORT);
        }
        assertTrue(leftOut > 10 && rejected > 10, leftOut + " left out, " + rejected);
    }

    @Test
    void aProcedureOfTooMuchWorkFailsAsOne() {
        EvaluationConfig little = new EvaluationConfig(Duration.ofMillis(1), 2, 5, 20_000);
        int failed = 0;
        for (int elements = 1; elements < 1_200; elements += 3) {
            Appends appends = new Appends(elements);
            Pace bounded = new Slices(little, () -> 0).begin();
            Input.Evaluated answer = evaluate(bounded, appends, SHORT);
            boolean hasFailed = Arrays.equals(Appends.FAILED, answer.results().getFirst());
            failed += hasFailed ? 1 : 0;
            if (hasFailed) {
                assertHasWhatWasDone(answer, SHORT, SHORT);
            }
        }
        assertTrue(failed > 10, "it is too much work at some length");
    }

    /** Appends so many elements to a list. */
    private record Appends(int elements) implements Procedure {
        static final byte[] DONE = {1};
        static final byte[] FAILED = {2};

        @Override
        public int language() {
            return 255;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public boolean mayTakeLong() {
            return false;
        }

        @Override
        public byte[] run(EntityObjects objects) {
            objects.execute(
                    new ListOperation.Append("l", Collections.nCopies(elements, new byte[10])));
            return DONE;
        }

        @Override
        public byte[] failed(RuntimeException why) {
            return FAILED;
        }

        @Override
        public byte[] encoded() {
            return new byte[0];
        }
    }

    private static Command append(int elements) {
        return new EntityCommand(
                MultiOp.of(
                        new ListOperation.Append(
                                "l", Collections.nCopies(elements, new byte[10]))));
    }

    private static boolean isRejected(byte @Nullable [] result) {
        try {
            return result != null
                    && ModelCodec.decodeResult(ByteBuffer.wrap(result))
                            instanceof MultiOpResult.Rejected;
        } catch (MalformedModelException e) {
            return false; // of a procedure
        }
    }

    /**
     * What the entry does is what those MultiOps do that have a result which is not a failure.
     *
     * @param commands of the question; a procedure that has failed may be any of them
     */
    private void assertHasWhatWasDone(Input.Evaluated answer, Command... commands) {
        EntryBuilder expected = new EntryBuilder(state, CLOCK_MILLIS);
        for (int i = 0; i < answer.results().size(); i++) {
            byte[] result = answer.results().get(i);
            if (result != null && !Arrays.equals(Appends.FAILED, result) && !isRejected(result)) {
                expected.execute(((EntityCommand) commands[i]).multiOp());
            }
        }
        assertTrue(Arrays.equals(expected.changes().encode(), answer.changes()));
    }
}
