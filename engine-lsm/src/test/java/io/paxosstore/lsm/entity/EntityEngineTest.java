package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Journal and data, each ahead of the other, replaced by images, reclaimed. */
class EntityEngineTest extends EntityEngineFixture {
    @Test
    void journalAheadOfTheDataIsReplayed() throws IOException {
        choose(truth, 30);
        learnAll(truth);
        node.settle();
        crash();
        node.checkData(truth, 30);
        assertEquals(0, node.load(truth).pendingEntry());
        assertNotNull(node.load(truth).chosenValue());
        node.engine.flush();
        restart();
        node.checkData(truth, 30);
    }

    @Test
    void marksAreKnownByLaterRecordsAndReplayed() throws IOException {
        for (int i = 1; i <= 10; i++) {
            choose(truth, 1);
            node.accept(truth, i, 5, truth.value(i), i - 1);
            node.settle();
            node.shard(truth.key).apply(truth.apply(i));
            node.shard(truth.key).markChosen(truth.key, i);
        }
        node.append(new LogRecord(truth.key, 11, 7, 0, null, false, 10));
        node.settle();
        crash();
        node.checkData(truth, 10);
        Stored stored = node.load(truth);
        assertEquals(11, stored.pendingEntry());
        assertEquals(7, stored.promised());
    }

    @Test
    void dataAheadOfTheJournalCounts() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        node.settle();
        choose(truth, 2);
        node.learn(truth, 4);
        node.learn(truth, 5);
        node.commit();
        node.engine.flush();
        crash(); // the journal has lost entries 4 and 5
        node.checkData(truth, 5);
        Stored stored = node.load(truth);
        assertEquals(0, stored.pendingEntry());
        assertNull(stored.chosenValue());
        // A record that states version 5 makes nobody miss the entry's value.
        node.append(new LogRecord(truth.key, 6, 9, 0, null, false, 5));
        node.settle();
        assertEquals(List.of(), node.damaged);
        restart();
        assertFalse(node.load(truth).amnesiac());
        assertEquals(6, node.load(truth).pendingEntry());
        node.checkEntries(truth);
        choose(truth, 1);
        learnAll(truth);
        node.settle();
        crash();
        node.checkData(truth, 6);
        node.checkEntries(truth);
    }

    /** A relay that serves a losing accept as chosen would break safety. */
    @Test
    void aLosingAcceptIsNeverDeclaredChosenByTheDatasVersion() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        EntryValue loser = truth.proposal();
        node.accept(truth, 4, 5, loser, 3);
        node.settle();
        choose(truth, 1);
        node.learn(truth, 4);
        node.commit(); // the record is not durable
        node.engine.flush();
        crash();
        node.checkData(truth, 4);
        assertEquals(0, node.load(truth).pendingEntry());
        node.append(new LogRecord(truth.key, 5, 9, 0, null, false, 4));
        node.settle();
        node.checkEntries(truth);
        restart();
        node.checkEntries(truth);
        node.checkData(truth, 4);
        assertNull(node.load(truth).chosenValue());
    }

    @Test
    void aMarkThatTheJournalLostComesFromTheData() throws IOException {
        choose(truth, 1);
        node.accept(truth, 1, 5, truth.value(1), 0);
        node.settle();
        node.shard(truth.key).apply(truth.apply(1));
        node.shard(truth.key).markChosen(truth.key, 1);
        node.commit();
        node.engine.flush();
        crash();
        Stored stored = node.load(truth);
        assertEquals(1, stored.version());
        assertEquals(0, stored.pendingEntry());
        assertEquals(1, node.checkEntries(truth), "the accepted value is the chosen one");
    }

    /** Whoever sweeps looks at entities that are in use: that must not look like a lost record. */
    @Test
    void lookingAtAnEntityLosesNothingThatIsUnderWay() throws IOException {
        choose(truth, 2);
        node.learn(truth, 1);
        node.settle();
        node.learn(truth, 2); // applied, its record is not durable
        assertEquals(2, node.shard(truth.key).look(truth.key).version());
        assertNotEquals(0, node.shard(truth.key).checksum(truth.key));
        node.settle();
        EntryValue kept = node.load(truth).chosenValue();
        assertNotNull(kept);
        assertArrayEquals(truth.value(2).payload(), kept.payload());
        assertEquals(1, node.shard(truth.key).entriesAbove(truth.key, 1, Truth.PAYLOAD_MAX).size());
    }

    @Test
    void anInterruptedInstallLeavesWhatWasThere() throws IOException {
        choose(truth, 10);
        learnAll(truth);
        EntryValue loser = truth.proposal();
        node.accept(truth, 11, 5, loser, 10);
        node.settle();
        node.flushAndReclaim();
        choose(truth, 30);
        List<byte[]> pages = image(truth);
        assertTrue(pages.size() > 3, "pages: " + pages.size());
        for (int cut = 0; cut <= pages.size(); cut++) {
            EntityShard.ImageTarget target = node.shard(truth.key).installImage(truth.key);
            for (int page = 0; page < cut; page++) {
                target.page(pages.get(page));
                if (page % 2 == 0) {
                    node.engine.flush();
                }
            }
            crash();
            node.checkData(truth, 10);
            assertEquals(11, node.load(truth).pendingEntry());
            EntryValue accepted = node.load(truth).pendingValue();
            assertNotNull(accepted);
            assertEquals(loser.id(), accepted.id());
        }
        Stored stored = install(truth, pages);
        assertEquals(40, stored.version());
        assertEquals(0, stored.pendingEntry());
        node.checkData(truth, 40);
    }

    @Test
    void aFinishedInstallThatIsNotDurableTellsThatDataIsMissing() throws IOException {
        choose(truth, 10);
        learnAll(truth);
        node.settle();
        node.engine.flush();
        choose(truth, 20);
        List<byte[]> pages = image(truth);
        assertEquals(30, install(truth, pages).version());
        choose(truth, 1);
        node.learn(truth, 31);
        node.settle(); // the journal is durable, the image is not
        crash();
        Stored stored = node.load(truth);
        assertEquals(10, stored.version());
        assertEquals(32, stored.pendingEntry(), "31 is known to be chosen");
        assertEquals(0, stored.promised());
        assertFalse(stored.amnesiac());
        node.checkData(truth, 10);
        node.checkEntries(truth);
        stored = install(truth, pages);
        assertEquals(31, stored.version(), "the journal has the entry after the image");
        assertEquals(0, stored.pendingEntry());
        node.checkData(truth, 31);
        node.flushAndReclaim();
        crash();
        node.checkData(truth, 31);
        node.checkEntries(truth);
    }

    @Test
    void anImageOverALosingAcceptMasksIt() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        EntryValue loser = truth.proposal();
        node.accept(truth, 4, 5, loser, 3);
        node.settle();
        choose(truth, 1);
        List<byte[]> pages = image(truth);
        assertEquals(4, install(truth, pages).version());
        node.append(new LogRecord(truth.key, 5, 9, 0, null, false, 4));
        node.settle();
        node.engine.flush();
        node.checkEntries(truth);
        crash();
        node.checkEntries(truth);
        node.checkData(truth, 4);
        assertEquals(5, node.load(truth).pendingEntry());
    }

    /** The core's own record of that (Rule C2) has no value: it is not the chosen one. */
    @Test
    void theFloorAtAnImagesEntryIsNotTakenForItsValue() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        node.accept(truth, 4, 5, truth.proposal(), 3);
        node.settle();
        choose(truth, 1);
        install(truth, image(truth));
        node.append(new LogRecord(truth.key, 4, LogRecord.FLOOR, 0, null, false, 3));
        node.settle();
        checkSound(4);
        node.append(new LogRecord(truth.key, 5, 9, 0, null, false, 4));
        node.settle();
        checkSound(4);
        restart();
        checkSound(4);
        node.flushAndReclaim();
        crash();
        checkSound(4);
        choose(truth, 1);
        learnAll(truth);
        node.settle();
        crash();
        checkSound(5);
    }

    private void checkSound(long version) {
        node.checkEntries(truth);
        node.checkData(truth, version);
        assertFalse(node.load(truth).amnesiac());
        assertEquals(List.of(), node.damaged);
    }

    @Test
    void anOlderImageChangesNothing() throws IOException {
        choose(truth, 5);
        List<byte[]> pages = image(truth);
        choose(truth, 2);
        learnAll(truth);
        assertEquals(7, install(truth, pages).version());
        node.settle();
        node.checkData(truth, 7);
        // The records were under way; they are what the data is replayed from.
        crash();
        node.checkData(truth, 7);
    }

    @Test
    void pagesThatAreDamagedOrOutOfOrderAreRefused() throws IOException {
        choose(truth, 20);
        List<byte[]> pages = image(truth);
        try (EntityShard.ImageTarget target = node.shard(truth.key).installImage(truth.key)) {
            assertThrows(IllegalArgumentException.class, () -> target.page(pages.get(1)));
            assertThrows(IllegalArgumentException.class, () -> target.page(new byte[] {9}));
            assertThrows(IllegalStateException.class, target::finish);
        }
        assertEquals(0, node.load(truth).version());
    }

    /** Rule D6: what a laggard lacks is in an image when it is no more in the journal. */
    @Test
    void reclaimDropsEntriesThatTheDataHasDurably() throws IOException {
        choose(truth, 40);
        learnAll(truth);
        node.settle();
        assertTrue(node.shard(truth.key).entriesAbove(truth.key, 0, 1 << 20).size() == 40);
        node.flushAndReclaim();
        assertEquals(List.of(), node.shard(truth.key).entriesAbove(truth.key, 0, 1 << 20));
        assertEquals(1, node.shard(truth.key).entriesAbove(truth.key, 39, 1 << 20).size());
        assertEquals(List.of(), node.shard(truth.key).entriesAbove(truth.key, 40, 1 << 20));
        EntityShard.ImageSource source = node.shard(truth.key).exportImage(truth.key, 0);
        assertNotNull(source);
        assertEquals(40, source.version());
        source.close();
        crash();
        node.checkData(truth, 40);
        assertNull(node.shard(other.key).exportImage(other.key, 0));
    }

    @Test
    void theBackgroundFlushesByAgeAndDropsSegments() throws IOException {
        choose(truth, 150);
        learnAll(truth);
        node.settle();
        node.engine.requestCheckpoint();
        node.upkeep();
        long before = node.engine.journalStats().droppedSegments();
        node.nanos += 1;
        node.upkeep();
        node.nanos += 6_000_000_000L;
        node.upkeep();
        assertEquals(0, node.engine.dataStats().sequence() - node.engine.data().durableSequence());
        node.engine.requestCheckpoint();
        node.upkeep();
        assertTrue(node.engine.journalStats().droppedSegments() > before);
        crash();
        node.checkData(truth, 150);
    }

    @Test
    void evaluationAnswersWhatTheTwinAnswers() {
        for (int i = 0; i < 60; i++) {
            Effects.Evaluate question = truth.question();
            Input.Evaluated expected = truth.answer(question);
            Input.Evaluated actual = node.shard(truth.key).evaluate(question);
            assertEquals(expected.results().size(), actual.results().size());
            assertArrayEquals(expected.changes(), actual.changes());
            Effects.Evaluate old =
                    new Effects.Evaluate(truth.key, 1, truth.newest() + 1, 5, question.commands());
            assertEquals(List.of(), node.shard(truth.key).evaluate(old).results());
            truth.choose(truth.proposal(question, actual));
            node.learn(truth, truth.newest());
        }
        node.checkData(truth, 60);
    }

    @Test
    void pagesShowVersionsAndChecksums() {
        choose(truth, 4);
        choose(other, 2);
        learnAll(truth);
        learnAll(other);
        node.settle();
        List<String> shown = new ArrayList<>();
        node.engine
                .shard(0)
                .page(
                        0,
                        100,
                        true,
                        (key, version, checksum) -> shown.add(version + " " + (checksum != 0)));
        assertEquals(2, shown.size());
        assertTrue(shown.contains("4 true") && shown.contains("2 true"), shown.toString());
    }

    /** Of data on the disk, to a block; what is in memory alone does not count yet. */
    @Test
    void sizesAreThoseOfTheDataOnTheDisk() {
        choose(truth, 400);
        learnAll(truth);
        node.settle();
        node.engine.flush();
        List<Long> sizes = new ArrayList<>();
        for (int shard = 0; shard < node.engine.shardCount(); shard++) {
            long next = node.engine.shard(shard).sizes(0, 100, (_, _, bytes) -> sizes.add(bytes));
            assertEquals(0, next);
        }
        assertEquals(1, sizes.size());
        long all = node.engine.dataStats().tableBytes();
        assertTrue(sizes.getFirst() > all / 8 && sizes.getFirst() <= all, sizes + " of " + all);
    }

    private void choose(MultiOp multiOp, long clock) {
        Effects.Evaluate question =
                new Effects.Evaluate(
                        truth.key, 1, truth.newest(), clock, List.of(new EntityCommand(multiOp)));
        Input.Evaluated answer = node.shard(truth.key).evaluate(question);
        truth.choose(truth.proposal(question, answer));
        node.learn(truth, truth.newest());
    }

    @Test
    void theBackgroundPurgesWhatHasExpired() {
        byte[] some = {1, 2, 3};
        choose(MultiOp.of(new ValueOperation.Put("short", some, 1000)), 5000);
        choose(MultiOp.of(new ValueOperation.Put("long", some, 0)), 5000);
        node.settle();
        long records = recordsHeld();
        node.upkeep();
        node.wallMillis = 100_000;
        node.nanos += 20_000_000_000L;
        node.upkeep();
        assertEquals(List.of(new DueObject(truth.key, "short", false)), node.dueObjects);
        assertEquals(records, recordsHeld(), "an entry that comes late may rest on it");
        choose(MultiOp.of(new MapOperation.RemoveExpired("short", 100)), 100_000);
        node.settle();
        node.nanos += 20_000_000_000L;
        node.upkeep();
        assertTrue(recordsHeld() < records, "the expired value is gone");
    }

    /** Rules X1, X2: a read goes by the entries, and says what they do not say yet. */
    @Test
    void aReadTellsWhatNoEntrySaysToHaveExpired() {
        Command get = new EntityCommand(MultiOp.of(new ValueOperation.Get("short")));
        choose(MultiOp.of(new ValueOperation.Put("short", new byte[] {1}, 1000)), 5000);
        node.settle();
        node.wallMillis = 5999;
        EntityShard.ReadAnswer.Read there = read(get);
        assertEquals(0, there.dueMillis());
        node.wallMillis = 3_600_000;
        EntityShard.ReadAnswer.Read stillThere = read(get);
        assertArrayEquals(there.result(), stillThere.result());
        assertEquals(6000, stillThere.dueMillis());
        choose(MultiOp.of(new ValueOperation.Put("other", new byte[] {1}, 0)), 6000);
        node.settle();
        node.wallMillis = 0;
        EntityShard.ReadAnswer.Read gone = read(get);
        assertEquals(0, gone.dueMillis());
        assertFalse(Arrays.equals(there.result(), gone.result()), "whatever the time is");
    }

    private EntityShard.ReadAnswer.Read read(Command query) {
        return assertInstanceOf(
                EntityShard.ReadAnswer.Read.class, node.shard(truth.key).read(truth.key, query));
    }

    private long recordsHeld() {
        long records = 0;
        try (SnapshotState state = node.engine.data().read(truth.key);
                RecordCursor cursor = state.scan(new byte[] {0}, new byte[] {(byte) 0xff})) {
            while (cursor.next()) {
                records++;
            }
        }
        return records;
    }

    /** Many commands at once: as many as fit into one entry are evaluated, the rest later. */
    @Test
    void aQuestionLargerThanAnEntryIsAnsweredInParts() {
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            commands.add(
                    new EntityCommand(
                            MultiOp.of(new ValueOperation.Put("v" + i, new byte[1000], 0))));
        }
        int questions = 0;
        while (!commands.isEmpty()) {
            Effects.Evaluate question =
                    new Effects.Evaluate(truth.key, 1, truth.newest(), 1000, commands);
            Input.Evaluated answer = node.shard(truth.key).evaluate(question);
            int done = answer.results().size();
            assertTrue(done > 0 && answer.changes().length <= Truth.PAYLOAD_MAX);
            truth.choose(truth.proposal(question, answer));
            node.learn(truth, truth.newest());
            node.settle();
            commands = commands.subList(done, commands.size());
            questions++;
        }
        assertTrue(questions >= 5 && questions <= 12, "questions: " + questions);
        EntityShard.ReadAnswer read =
                node.shard(truth.key)
                        .read(
                                truth.key,
                                new EntityCommand(MultiOp.of(new ValueOperation.Get("v39"))));
        byte[] result = assertInstanceOf(EntityShard.ReadAnswer.Read.class, read).result();
        assertTrue(result.length > 1000);
    }
}
