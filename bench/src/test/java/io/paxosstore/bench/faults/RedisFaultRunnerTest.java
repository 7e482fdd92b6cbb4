package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Clients of Redis at three processes that are killed, paused and cut off; {@code bin/paxosstore
 * faults --redis} does the same for longer.
 */
@Tag("process")
class RedisFaultRunnerTest {
    private static final List<FaultKind> KINDS =
            List.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.PARTITION);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void aShortRun() throws Exception {
        run(Duration.ofSeconds(8), KINDS, 2);
    }

    @Test
    @Tag("faults")
    void networksOfAllKinds() throws Exception {
        List<FaultKind> kinds =
                List.of(FaultKind.values()).stream().filter(FaultKind::mayBeOfTwo).toList();
        run(Duration.ofSeconds(60), kinds, 1);
    }

    private void run(Duration length, List<FaultKind> kinds, long seed) throws Exception {
        RedisFaultRunner runner =
                RedisFaultRunner.create(
                        directory, new RedisFaultRunner.Options(length, kinds, seed, null));
        try (FaultyCluster cluster = runner.cluster()) {
            RedisFaultReport report = CleanRuns.run(runner, RedisFaultReport.class);
            assertTrue(report.calls().done() > 0, report::toString);
            assertTrue(report.calls().unknown() > 0, report::toString);
            assertTrue(report.faults().total() > 0, report::toString);
            assertEquals(3, cluster.layout().nodes().size());
        }
    }

    @Test
    void faultsThatTwoNodesMustNotSufferAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new RedisFaultRunner.Options(
                                Duration.ofSeconds(1), List.of(FaultKind.WIPE), 1, null));
    }
}
