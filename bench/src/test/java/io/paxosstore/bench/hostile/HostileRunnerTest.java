package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Hostile clients at three processes, briefly; {@code bin/paxosstore hostile} does it for longer.
 */
@Tag("process")
class HostileRunnerTest {
    private static final List<AttackKind> CHEAP =
            List.of(
                    AttackKind.FUZZ_CLIENTS,
                    AttackKind.FUZZ_PEERS,
                    AttackKind.FUZZ_ADMIN,
                    AttackKind.UNFINISHED,
                    AttackKind.STORM);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    /**
     * Limits that nothing can keep: what is measured is held against them, and nothing else is a
     * problem. No call fails, and no replica ends.
     */
    @Test
    void nothingIsAProblemButWhatExceedsALimit() throws Exception {
        HostileRunner.Options options =
                new HostileRunner.Options(
                        CHEAP,
                        Duration.ofSeconds(1),
                        3,
                        Duration.ofSeconds(2),
                        1,
                        new HostileLimits(Duration.ZERO, Duration.ZERO, 1));
        HostileReport report;
        try (HostileRunner runner = HostileRunner.create(options, directory, line -> {})) {
            report = runner.run();
        }
        assertEquals(4, report.rounds().size());
        assertTrue(report.rounds().stream().allMatch(round -> round.calls() > 0), report::toString);
        List<String> problems = report.problems();
        assertEquals(3, problems.size(), problems::toString);
        assertTrue(problems.get(0).startsWith("p99 of the well-behaved client is"));
        assertTrue(problems.get(1).contains(" in 3 of 3 rounds"), problems::toString);
        assertTrue(problems.get(2).startsWith("a replica had "));
    }
}
