package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.ExpiryClock;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
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
}
