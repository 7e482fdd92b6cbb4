package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Random faults on real processes; {@code bin/paxosstore faults} does the same for longer. */
@Tag("process")
class FaultRunnerTest {
    private static final Set<FaultKind> NOT_EVERYWHERE =
            EnumSet.of(FaultKind.SLOW, FaultKind.FULL, FaultKind.LOSS);
    private static final Set<FaultKind> EVERYWHERE =
            Arrays.stream(FaultKind.values())
                    .filter(kind -> !kind.isOfMembers())
                    .filter(kind -> !NOT_EVERYWHERE.contains(kind))
                    .collect(Collectors.toSet());
    private static final int RUNS = 5;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private FaultReport run(FaultRunner.Options options) throws Exception {
        Path home = Files.createDirectory(directory.resolve("seed-" + options.seed()));
        try (FaultyCluster cluster = FaultRunner.cluster(home, options)) {
            FaultReport report =
                    CleanRuns.run(new FaultRunner(cluster, options), FaultReport.class);
            assertTrue(report.operations() > 0);
            return report;
        }
    }

    @Test
    void aShortRun() throws Exception {
        run(new FaultRunner.Options(Duration.ofSeconds(8), EVERYWHERE, 12));
    }

    /** A node joins, a dead one is replaced, one is drained, while all others are served. */
    @Test
    @Tag("faults")
    void membersChangeUnderLoad() throws Exception {
        List<FaultKind> kinds =
                List.of(FaultKind.JOIN_AND_SPREAD, FaultKind.REPLACE, FaultKind.DRAIN);
        FaultReport report = run(new FaultRunner.Options(Duration.ZERO, kinds, kinds, 1, null));
        for (FaultKind kind : kinds) {
            assertEquals(1, report.faults().injectedOf(kind), report::toString);
        }
    }

    @Test
    @Tag("faults")
    void membersChangeForLong() throws Exception {
        Set<FaultKind> kinds =
                Arrays.stream(FaultKind.values())
                        .filter(FaultKind::goesWithMembers)
                        .collect(Collectors.toSet());
        run(new FaultRunner.Options(Duration.ofSeconds(60), kinds, 1));
    }

    @Test
    @Tag("faults")
    void severalRuns() throws Exception {
        for (int seed = 1; seed <= RUNS; seed++) {
            run(new FaultRunner.Options(Duration.ofSeconds(20), EVERYWHERE, seed));
        }
    }

    /** Injects one kind only, and looks whether the figures of victims or proxies show it. */
    private void isFelt(FaultKind kind, long seed) throws Exception {
        FaultReport report =
                run(new FaultRunner.Options(Duration.ofSeconds(12), Set.of(kind), seed));
        assertTrue(report.faults().injectedOf(kind) > 0, report::toString);
        assertTrue(report.faults().feltOf(kind) > 0, report::toString);
    }

    @Test
    @Tag("faults")
    void framesAreReallyLostDoubledAndSwapped() throws Exception {
        isFelt(FaultKind.LOSS, 1);
        isFelt(FaultKind.DUPLICATE, 2);
        isFelt(FaultKind.REORDER, 3);
    }

    @Test
    @Tag("faults")
    void aFullDiskMakesAReplicaRefuse() throws Exception {
        Path tried = Files.createDirectory(directory.resolve("tried"));
        try (SmallDisk disk = SmallDisk.mount(tried, 1)) {
            disk.fill();
        } catch (IOException e) {
            abort("file systems cannot be mounted here: " + e.getMessage());
        }
        isFelt(FaultKind.FULL, 1);
    }

    @Test
    @Tag("faults")
    void aSlowDiskMakesSyncsAsSlowAsItIsTold() throws Exception {
        Path tried = Files.createDirectory(directory.resolve("tried"));
        try {
            SlowDisk.prepare(tried);
        } catch (IOException e) {
            abort("there is no C compiler here: " + e.getMessage());
        }
        isFelt(FaultKind.SLOW, 1);
    }
}
