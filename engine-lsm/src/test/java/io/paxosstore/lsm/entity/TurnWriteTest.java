package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.EntityShard;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a turn applies is written once; whoever asks in the same turn sees it all the same. */
class TurnWriteTest extends EntityEngineFixture {
    private static final int TURNS = 150;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Command READ =
            new EntityCommand(MultiOp.of(new ValueOperation.Get("nothing")));

    /** Applies what is chosen, as a turn does; nothing is committed. */
    private void apply(Truth of) {
        for (long entry = version(of) + 1; entry <= of.newest(); entry++) {
            node.shard(of.key).apply(of.apply(entry));
        }
    }

    private long version(Truth of) {
        return node.shard(of.key).contentVersion(of.key);
    }

    private void assertWritten(long entries, long writes) {
        assertEquals(entries, node.engine.appliedEntries());
        assertEquals(writes, node.engine.appliedBatches());
    }

    @Test
    void aTurnIsOneWrite() {
        choose(truth, 3);
        choose(other, 2);
        apply(truth);
        apply(other);
        assertWritten(0, 0);
        assertEquals(0, node.engine.data().sequence());
        node.commit();
        assertWritten(5, 1);
        assertEquals(1, node.engine.data().sequence());
        node.commit();
        assertWritten(5, 1);
        node.checkData(truth, 3);
        node.checkData(other, 2);
    }

    /** Each asks after an entry of this entity was applied, and one of another. */
    @Test
    void whoeverAsksInTheSameTurnSeesIt() throws IOException {
        EntityShard shard = node.shard(truth.key);
        List<Runnable> questions =
                List.of(
                        () -> assertEquals(truth.newest(), node.load(truth).version()),
                        () -> assertEquals(truth.newest(), shard.look(truth.key).version()),
                        () -> assertEquals(truth.newest(), read(shard.read(truth.key, READ))),
                        () -> assertEquals(truth.newest(), readLong(shard)),
                        () -> assertEvaluated(shard.evaluate(truth.question())),
                        () -> assertEvaluated(evaluateLong(shard)),
                        () -> assertEquals(truth.newest(), imageVersion(shard)),
                        () -> assertEquals(truth.newest(), pageVersion(shard)),
                        this::assertDigest);
        for (Runnable question : questions) {
            choose(other, 1);
            apply(other);
            choose(truth, 1);
            apply(truth);
            question.run();
        }
        node.commit();
        node.checkData(truth, questions.size());
        node.checkData(other, questions.size());
    }

    private static long read(EntityShard.ReadAnswer answer) {
        return assertInstanceOf(EntityShard.ReadAnswer.Read.class, answer).version();
    }

    private long readLong(EntityShard shard) {
        List<EntityShard.ReadAnswer> answers = new ArrayList<>();
        shard.readLong(truth.key, READ, NANOS, answers::add);
        return read(answers.getFirst());
    }

    private static void assertEvaluated(Input.Evaluation answer) {
        assertFalse(assertInstanceOf(Input.Evaluated.class, answer).results().isEmpty());
    }

    private Input.Evaluation evaluateLong(EntityShard shard) {
        Effects.Evaluate all = truth.question();
        Effects.Evaluate one =
                new Effects.Evaluate(
                        all.key(),
                        all.ticket(),
                        all.version(),
                        all.clockMillis(),
                        all.commands().subList(0, 1),
                        true,
                        Long.MAX_VALUE);
        List<Input.Evaluation> answers = new ArrayList<>();
        shard.evaluateLong(one, NANOS, answers::add);
        return answers.getFirst();
    }

    private long imageVersion(EntityShard shard) {
        try (EntityShard.ImageSource image = shard.exportImage(truth.key, 0)) {
            assertNotNull(image);
            return image.version();
        }
    }

    private long pageVersion(EntityShard shard) {
        long[] shown = {version(truth)};
        shard.page(
                0,
                10,
                true,
                (key, version, _) -> shown[0] = key.equals(truth.key) ? version : shown[0]);
        return shown[0];
    }

    private void assertDigest() {
        ContentDigest.State ended = node.digest(truth, truth.newest());
        assertEquals(
                truth.digest(truth.newest()),
                assertInstanceOf(ContentDigest.State.Ready.class, ended).digest());
    }

    /** The next entry is evaluated on what the one before has left, which is not written yet. */
    @Test
    void evaluationsInTheSameTurnAgreeWithTheirTwin() {
        for (int turn = 1; turn <= TURNS; turn++) {
            for (Truth one : List.of(truth, other)) {
                Effects.Evaluate question = one.question();
                Input.Evaluated answer = node.shard(one.key).evaluate(question);
                Input.Evaluated expected = one.answer(question);
                assertArrayEquals(expected.changes(), answer.changes(), "turn " + turn);
                one.choose(one.proposal(question, expected));
                apply(one);
            }
            if (turn % 7 == 0) {
                node.commit();
            }
        }
        node.commit();
        node.checkData(truth, TURNS);
        node.checkData(other, TURNS);
    }

    /** Somebody waits for a version in the middle of what a turn applies. */
    @Test
    void aDigestIsOfItsVersionAlsoWithinATurn() {
        choose(truth, 2);
        apply(truth);
        choose(truth, 6);
        try (ContentDigest digest = node.shard(truth.key).digest(truth.key, 5)) {
            apply(truth);
            assertEquals(
                    truth.digest(5),
                    assertInstanceOf(ContentDigest.State.Ready.class, node.computed(digest))
                            .digest());
        }
        node.commit();
        node.checkData(truth, 8);
    }

    /** What was not written when the power failed comes again, like all that was not flushed. */
    @Test
    void aCrashLeavesWhatWasWrittenBefore() throws IOException {
        choose(truth, 3);
        choose(other, 1);
        learnAll(truth);
        learnAll(other);
        node.settle();
        node.engine.flush();
        choose(truth, 2);
        choose(other, 2);
        apply(truth);
        apply(other);
        crash();
        node.checkData(truth, 3);
        node.checkData(other, 1);
        apply(truth);
        apply(other);
        node.settle();
        node.engine.flush();
        crash();
        node.checkData(truth, 5);
        node.checkData(other, 3);
    }

    /** What a turn leaves behind when the engine is closed needs no journal. */
    @Test
    void aCloseWritesWhatWasApplied() throws IOException {
        choose(truth, 4);
        apply(truth);
        restart();
        node.checkData(truth, 4);
    }

    /** An image comes, of a later version, for an entity with an entry that is not written. */
    @Test
    void anImageComesAfterWhatWasApplied() throws IOException {
        choose(truth, 3);
        apply(truth);
        choose(truth, 4);
        install(truth, image(truth));
        node.commit();
        node.checkData(truth, 7);
    }

    /** What cannot be used makes way, also for what is not written yet. */
    @Test
    void whatBeginsAnewHasNothingOfWhatWasApplied() {
        choose(truth, 3);
        apply(truth);
        node.engine.shard(0).data().distrust(truth.key);
        node.shard(truth.key).apply(truth.apply(1));
        node.commit();
        assertEquals(List.of(), node.failures);
        node.checkData(truth, 1);
    }
}
