package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Commands whose evaluation takes long (Rules W1, W2, W5), at a cluster of one node. */
class LongEvaluationTest {
    private static final long MILLI = 1_000_000;
    private static final EntityKey KEY = new EntityKey(1 << 24, new byte[] {1});
    private static final byte[] DONE = {1};
    private static final byte[] LEFT_OUT = {};

    private record Named(String name) implements Command {}

    private final Effects effects = new Effects();
    private final List<Effects.Evaluate> questions = new ArrayList<>();
    private final List<Effects.Reply> replies = new ArrayList<>();
    private final Replica replica =
            new Replica(
                    ReplicaConfig.defaults(),
                    1,
                    1,
                    Placement.everywhere(1),
                    OwnershipPolicy.prePreparing(),
                    new KvMachine(),
                    new RandomSource(1));
    private int applied;
    private long nowNanos = MILLI;

    private void step(Input input) {
        replica.step(input, nowNanos, 1_000_000, effects);
        while (!effects.isEmpty()) {
            CollectedEffects wanted = new CollectedEffects();
            effects.drain(wanted);
            List<Input> answers = new ArrayList<>();
            questions.addAll(wanted.evaluations);
            replies.addAll(wanted.replies);
            applied += wanted.applies.size();
            wanted.loads.forEach(load -> answers.add(new Input.Loaded(load.key(), Stored.NOTHING)));
            wanted.persists.forEach(one -> answers.add(new Input.Persisted(KEY, one.ticket())));
            answers.forEach(answer -> replica.step(answer, nowNanos, 1_000_000, effects));
        }
    }

    private void write(int token, String name, long deadlineMillis) {
        RequestId id = new RequestId(7, (1000L << 32) + token);
        step(new Input.Write(token, KEY, id, 0, new Named(name), deadlineMillis * MILLI));
    }

    private void at(long millis) {
        nowNanos = millis * MILLI;
        step(new Input.Tick());
    }

    /** Answers the newest question; {@link #LEFT_OUT} says that a command takes long. */
    private void evaluated(byte[]... results) {
        List<byte @Nullable []> answers = new ArrayList<>();
        for (byte[] result : results) {
            answers.add(result.length == 0 ? null : result);
        }
        byte[] changes = "changes".getBytes(StandardCharsets.US_ASCII);
        step(new Input.Evaluated(KEY, questions.getLast().ticket(), answers, changes));
    }

    private String asked() {
        Effects.Evaluate newest = questions.getLast();
        StringBuilder names = new StringBuilder(newest.isLong() ? "long" : "short");
        newest.commands().forEach(one -> names.append(' ').append(((Named) one).name()));
        return names.toString();
    }

    private List<String> told() {
        return replies.stream()
                .map(reply -> reply.token() + " " + reply.outcome().getClass().getSimpleName())
                .toList();
    }

    /** The first writes of an entity, so that what follows finds it in memory. */
    @BeforeEach
    void first() {
        write(1, "first", 1000);
        evaluated(DONE);
        assertEquals(List.of("1 Written"), told());
        replies.clear();
    }

    @Test
    void whatIsLeftOutIsAskedForAloneAfterTheOthers() {
        write(2, "a", 1000);
        write(3, "b", 1000);
        write(4, "c", 1000);
        assertEquals("short a", asked());
        evaluated(LEFT_OUT);
        assertEquals("long a", asked(), "there was nothing else in its batch");
        assertEquals(1000 * MILLI, questions.getLast().deadlineNanos());
        evaluated(DONE);
        assertEquals("short b c", asked());
        evaluated(LEFT_OUT, DONE);
        assertEquals(List.of("2 Written", "4 Written"), told());
        assertEquals("long b", asked());
        evaluated(DONE);
        assertEquals(List.of("2 Written", "4 Written", "3 Written"), told());
        assertEquals(4, applied);
    }

    /** As many as there are slices take long, and those behind them were not tried. */
    @Test
    void aTurnOfOthersInWhichNothingWasDoneIsNotOver() {
        write(2, "L1", 1000);
        evaluated(LEFT_OUT);
        write(3, "L2", 1000);
        write(4, "a", 1000);
        step(new Input.NotEvaluated(KEY, questions.getLast().ticket(), Outcome.Reason.DEADLINE));
        assertEquals("short L2 a", asked());
        evaluated(LEFT_OUT);
        assertEquals("short a", asked());
        evaluated(DONE);
        assertEquals("long L2", asked());
    }

    @Test
    void thoseThatTakeLongAndTheOthersTakeTurns() {
        write(2, "L1", 1000);
        evaluated(LEFT_OUT);
        assertEquals("long L1", asked());
        write(3, "L2", 1000);
        write(4, "L3", 1000);
        write(5, "a", 1000);
        evaluated(DONE);
        assertEquals("short L2 L3 a", asked());
        evaluated(LEFT_OUT, LEFT_OUT, DONE);
        assertEquals("long L2", asked());
        write(6, "b", 1000);
        evaluated(DONE);
        assertEquals("short b", asked(), "it waited for one that takes long, not for all");
        write(7, "c", 1000);
        evaluated(DONE);
        assertEquals("long L3", asked(), "nor does that wait for all that come");
        evaluated(DONE);
        evaluated(DONE);
        assertEquals(6, replies.size());
    }

    @Test
    void atItsDeadlineItIsNotDoneAndNeverWillBe() {
        write(2, "a", 100);
        evaluated(LEFT_OUT);
        Effects.Evaluate question = questions.getLast();
        write(3, "b", 1000);
        at(101);
        assertEquals(List.of("2 NotDone"), told());
        evaluated(DONE);
        assertEquals("short b", asked());
        assertEquals(1, applied, "what came of it is thrown away");
        evaluated(DONE);
        assertEquals(List.of("2 NotDone", "3 Written"), told());
        assertTrue(question.isLong());
        assertEquals(2, applied);
    }

    @Test
    void whatIsGivenUpIsToldAndTheOthersGoOn() {
        write(2, "a", 1000);
        evaluated(LEFT_OUT);
        write(3, "b", 1000);
        step(new Input.NotEvaluated(KEY, questions.getLast().ticket(), Outcome.Reason.OVERLOADED));
        assertEquals(new Outcome.NotDone(Outcome.Reason.OVERLOADED), replies.get(0).outcome());
        assertEquals("short b", asked());
        evaluated(DONE);
        assertEquals(List.of("2 NotDone", "3 Written"), told());
    }

    @Test
    void anAnswerOfAnEarlierQuestionMeansNothing() {
        write(2, "a", 1000);
        long earlier = questions.getLast().ticket();
        evaluated(LEFT_OUT);
        step(new Input.NotEvaluated(KEY, earlier, Outcome.Reason.DEADLINE));
        assertFalse(questions.getLast().ticket() == earlier);
        assertEquals(List.of(), told());
        evaluated(DONE);
        assertEquals(List.of("2 Written"), told());
    }
}
