package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Power losses and errors at each single disk operation of a start, a roll, a checkpoint and a
 * reclaim: what was durable is there afterwards, whatever the disk kept of the rest.
 */
class JournalFaultPointTest {
    private static final String FILLER = "f".repeat(900);

    /** What the disk keeps of unsynced changes differs from seed to seed. */
    private static final int SEEDS = 6;

    /** Three segments: cold entities, others whose entries are needed no more, one with many. */
    private static CrashableFileSystem filled(long seed) throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(seed);
        TestJournal journal = TestJournal.open(fs);
        for (int i = 1; i <= 12; i++) {
            journal.store(
                    TestJournal.chosen("cold" + i, 1, "cold value " + i),
                    TestJournal.chosen("busy", i, i + FILLER),
                    TestJournal.chosen("log", i, "log" + i));
        }
        for (int i = 13; i <= 30; i++) {
            journal.store(TestJournal.chosen("busy", i, i + FILLER));
        }
        journal.store(TestJournal.accept("pending", 1, 5, "accepted", 0));
        journal.shard("busy").dataDurable(TestJournal.key("busy"), 30);
        journal.journal.close();
        return fs.copy();
    }

    private static void check(CrashableFileSystem fs) throws IOException {
        TestJournal journal = TestJournal.open(fs);
        assertEquals(
                List.of(),
                journal.journal.damage().stream().filter(found -> found.kind().isLoss()).toList());
        journal.shard("busy").dataDurable(TestJournal.key("busy"), 30);
        checkContent(journal);
        journal.settle();
        checkContent(journal);
        assertEquals(List.of(), journal.failures);
        journal.journal.close();
    }

    private static void checkContent(TestJournal journal) {
        List<String> log = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            assertEquals(
                    "cold value " + i, TestJournal.text(journal.load("cold" + i).chosenValue()));
            log.add(i + "=log" + i);
        }
        assertEquals(log, journal.replay("log", 1));
        assertEquals(30 + FILLER, TestJournal.text(journal.load("busy").chosenValue()));
        assertEquals(5, journal.load("pending").accepted());
    }

    private interface Work {
        void run(TestJournal journal, CrashableFileSystem fs) throws IOException;
    }

    /** Cuts the power before each change of the disk that the work makes. */
    private static int cutEverywhere(Work work) throws IOException {
        int points = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (int at = 1; ; at++) {
                CrashableFileSystem fs = filled(seed);
                fs.faults().powerLossAt(at);
                try {
                    TestJournal journal = TestJournal.open(fs);
                    journal.shard("busy").dataDurable(TestJournal.key("busy"), 30);
                    work.run(journal, fs);
                } catch (IOException e) {
                    // The power is gone.
                }
                boolean reached = !fs.faults().hasPower();
                check(fs.crash());
                if (!reached) {
                    break;
                }
                points++;
            }
        }
        return points / SEEDS;
    }

    @Test
    void powerLossAtEachStepOfAStart() throws IOException {
        int points = cutEverywhere((journal, fs) -> {});
        assertTrue(points > 8, "points: " + points);
    }

    @Test
    void powerLossAtEachStepOfARollAndACheckpointAndAReclaim() throws IOException {
        int points =
                cutEverywhere((journal, fs) -> {
                    journal.store(TestJournal.chosen("other", 1, "x"));
                    journal.checkpoint();
                    journal.settle();
                    // The work is done: files were emptied and dropped.
                    if (fs.faults().hasPower()) {
                        assertTrue(journal.journal.stats().droppedSegments() > 0);
                        assertTrue(journal.journal.stats().carriedBytes() > 0);
                    }
                });
        assertTrue(points > 25, "points: " + points);
    }

    /** An error of one operation, and the process goes on until it is killed. */
    @Test
    void errorsAtEachWriteAndForceOfACheckpointAndAReclaim() throws IOException {
        for (int kind = 0; kind < 3; kind++) {
            int at = 1;
            boolean hit = true;
            for (; hit; at++) {
                CrashableFileSystem fs = filled(1);
                TestJournal journal = TestJournal.open(fs);
                journal.shard("busy").dataDurable(TestJournal.key("busy"), 30);
                journal.store(TestJournal.chosen("other", 1, "x"));
                long before = fs.faults().mutations();
                switch (kind) {
                    case 0 -> fs.faults().failWrite(at);
                    case 1 -> fs.faults().shortWrite(at);
                    default -> fs.faults().failForce(at);
                }
                journal.checkpoint();
                journal.settle();
                hit = at < fs.faults().mutations() - before;
                fs.faults().failWrite(0).shortWrite(0).failForce(0);
                if (kind == 2 && !journal.failures.isEmpty()) {
                    // Rule D4: nothing becomes durable any more.
                    journal.append(TestJournal.chosen("late", 1, "x"));
                    journal.flush();
                    assertFalse(
                            journal.durable.contains(
                                    journal.append(TestJournal.chosen("late", 2, "y")) - 1));
                }
                check(seedOf(at) ? fs.killProcess() : fs.crash());
            }
            assertTrue(at > 5, "points: " + at);
        }
    }

    private static boolean seedOf(int at) {
        return at % 2 == 0;
    }

    @Test
    void aFailedCheckpointIsTriedAgainAndLosesNothing() throws IOException {
        CrashableFileSystem fs = filled(1);
        TestJournal journal = TestJournal.open(fs);
        fs.faults().files(file -> file.toString().contains("CHECKPOINT")).failWrite(2);
        journal.checkpoint();
        assertEquals(0, journal.journal.stats().checkpoints());
        assertEquals(List.of(), journal.failures);
        assertFalse(
                fs.list(TestJournal.DIRECTORY).stream()
                        .anyMatch(file -> file.toString().contains("CHECKPOINT")),
                "what there is of it would keep the disk full");
        journal.checkpoint();
        assertEquals(1, journal.journal.stats().checkpoints());
        check(fs.crash());
    }
}
