package io.paxosstore.bench.process;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** {@code kill -9} of all replicas at once: every acknowledged write is there afterwards. */
@Tag("process")
class KillAllReplicasTest {
    private static final int KILLS = 10;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void acknowledgedWritesSurvive() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> true)) {
            run.killAllAndRestart();
            run.assertNothingLost();
            run.report("all replicas killed");
        }
    }

    @Test
    @Tag("faults")
    void acknowledgedWritesSurviveTenTimes() throws Exception {
        try (FaultRun run = FaultRun.start(directory, preferred -> true)) {
            for (int kill = 0; kill < KILLS; kill++) {
                run.killAllAndRestart();
            }
            run.assertNothingLost();
            run.report("all replicas killed ten times");
        }
    }
}
