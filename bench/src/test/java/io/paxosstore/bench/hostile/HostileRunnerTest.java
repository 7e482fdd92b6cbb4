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
    private static final Duration ANY_LATENCY = Duration.ofMinutes(1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private HostileReport run(Duration p99Limit, long residentLimit) throws Exception {
        HostileRunner.Options options =
                new HostileRunner.Options(
                        CHEAP,
                        Duration.ofSeconds(1),
                        3,
                        Duration.ofSeconds(2),
                        1,
                        new HostileLimits(p99Limit, p99Limit, residentLimit));
        try (HostileRunner runner = HostileRunner.create(options, directory, line -> {})) {
            return runner.run();
        }
    }

    @Test
    void noCallFailsAndNoReplicaEnds() throws Exception {
        HostileReport report = run(ANY_LATENCY, Long.MAX_VALUE);
        assertEquals(List.of(), report.problems());
        assertEquals(4, report.rounds().size());
        assertTrue(report.rounds().stream().allMatch(round -> round.calls() > 0), report::toString);
    }

    /** Limits that nothing can keep: what is measured is held against them. */
    @Test
    void whatExceedsALimitIsAProblem() throws Exception {
        List<String> problems = run(Duration.ZERO, 1).problems();
        assertEquals(3, problems.size(), problems::toString);
        assertTrue(problems.get(0).startsWith("p99 of the well-behaved client is"));
        assertTrue(problems.get(1).contains(" in 3 of 3 rounds"), problems::toString);
        assertTrue(problems.get(2).startsWith("a replica had "));
    }
}
