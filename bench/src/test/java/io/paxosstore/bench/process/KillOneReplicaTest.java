package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** {@code kill -9} of one replica under load: nothing is lost and no call fails for good. */
@Tag("process")
class KillOneReplicaTest {
    private static final int KILLS = 10;

    /** No client may wait longer for an answer while one replica of three dies. */
    private static final long WAIT_MILLIS_LIMIT = 1_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void thePreferredReplicaOfAllKeysDies() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> preferred == 1)) {
            run.killAndRestart(1);
            run.assertNothingLost();
            run.report("preferred replica killed");
            run.assertNothingFailed();
        }
    }

    @Test
    @Tag("faults")
    void thePreferredReplicaOfAllKeysDiesTenTimes() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> preferred == 2)) {
            for (int kill = 0; kill < KILLS; kill++) {
                run.killAndRestart(2);
            }
            run.assertNothingLost();
            run.report("preferred replica killed ten times");
            run.assertNothingFailed();
            assertTrue(run.longestWaitMillis() < WAIT_MILLIS_LIMIT);
        }
    }

    @Test
    @Tag("faults")
    void eachReplicaDiesInTurn() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> true)) {
            for (int kill = 0; kill < KILLS; kill++) {
                run.killAndRestart(1 + kill % FaultRun.REPLICAS);
            }
            run.assertNothingLost();
            run.report("replicas killed in turn, ten times");
            run.assertNothingFailed();
            assertTrue(run.longestWaitMillis() < WAIT_MILLIS_LIMIT);
        }
    }
}
