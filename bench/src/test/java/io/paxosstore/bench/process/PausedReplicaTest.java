package io.paxosstore.bench.process;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** SIGSTOP of one replica: alive for the system, silent for everybody, and late when it resumes. */
@Tag("process")
class PausedReplicaTest {
    private static final int PAUSES = 6;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    @Tag("faults")
    void theOthersGoOnAndNothingOldComesBack() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> true)) {
            for (int pause = 0; pause < PAUSES; pause++) {
                ReplicaProcess paused = run.replica(1 + pause % FaultRun.REPLICAS);
                paused.pause();
                run.awaitWrites(5_000);
                paused.resume();
                run.awaitWrites(5_000);
            }
            run.assertNothingLost();
            run.report("replicas paused in turn, six times");
            run.assertNothingFailed();
        }
    }

    @Test
    void thePreferredReplicaOfAllKeysPauses() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> preferred == 3)) {
            run.replica(3).pause();
            run.awaitWrites(3_000);
            run.replica(3).resume();
            run.awaitWrites(3_000);
            run.assertNothingLost();
            run.report("preferred replica paused");
            run.assertNothingFailed();
        }
    }
}
