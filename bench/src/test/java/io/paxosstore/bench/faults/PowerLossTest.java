package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * All three replicas lose power at the same moment, under load: what their disks held then is all
 * they have afterwards.
 */
@Tag("process")
@Tag("faults")
class PowerLossTest {
    private static final int LOSSES = 3;
    private static final long SEED = 20_261_121;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private void canMount() throws IOException, InterruptedException {
        Path tried = Files.createDirectory(directory.resolve("tried"));
        try (LoopDisk disk = LoopDisk.create(directory.resolve("tried.img"), tried)) {
            disk.losePower();
        } catch (IOException e) {
            abort("an ext4 image cannot be made and mounted here: " + e.getMessage());
        }
    }

    @Test
    void acknowledgedWritesSurvive() throws Exception {
        canMount();
        try (PowerLossRun run = PowerLossRun.start(directory, false, SEED)) {
            for (int loss = 0; loss < LOSSES; loss++) {
                run.losePower();
            }
            List<String> problems = run.check();
            System.out.println("power lost " + LOSSES + " times: " + run);
            assertEquals(List.of(), problems);
        }
    }

    /** The test above would notice a store that acknowledges before its disk has what it wrote. */
    @Test
    void aStoreWhoseSyncsDoNothingIsFoundOut() throws Exception {
        canMount();
        try {
            SlowDisk.prepare(directory);
        } catch (IOException e) {
            abort("there is no C compiler here: " + e.getMessage());
        }
        try (PowerLossRun run = PowerLossRun.start(directory, true, SEED)) {
            run.stopSyncing();
            run.losePower();
            List<String> problems = run.check();
            long lost = problems.stream().filter(one -> one.contains("has lost")).count();
            System.out.println(
                    "power lost, syncs left out: %s; %d problems, %d elements of sets lost"
                            .formatted(run, problems.size(), lost));
            assertNotEquals(0, lost);
        }
    }
}
