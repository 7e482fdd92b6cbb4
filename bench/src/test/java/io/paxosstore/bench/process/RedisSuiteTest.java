package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A part of Redis's own tests against three processes; {@code bench/redis-suite} runs all that are
 * of use. Skipped where that script gets neither tclsh nor the tests.
 */
@Tag("process")
class RedisSuiteTest {
    private static final List<String> FILES =
            List.of("unit/type/incr", "unit/multi", "unit/protocol", "unit/pubsub");
    private static final long LIMIT_MINUTES = 6;

    /** What the script exits with when it cannot have what it needs. */
    private static final int UNAVAILABLE = 77;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void aPartOfRedissOwnTests() throws Exception {
        ClusterLayout layout = ClusterLayout.onFreePorts(3);
        int offset = layout.freeOffset();
        String settings =
                """
                redis:
                  enabled: true
                  port-offset: %d
                  databases: suite:together
                """
                        .formatted(offset);
        Path home = Files.createDirectory(directory.resolve("nodes"));
        try (ReplicaCluster cluster =
                ReplicaCluster.create(
                        home, layout, id -> new ReplicaCluster.View(layout, Map.of()), settings)) {
            cluster.start();
            int port = layout.nodes().getFirst().clientPort() + offset;
            run(port);
        }
    }

    private void run(int port) throws Exception {
        Path script = ChildJvm.ofThisInstallation().home().resolve("bench/redis-suite");
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>();
        command.addAll(List.of("bash", script.toString(), "--server", "127.0.0.1:" + port));
        command.addAll(List.of("--directory", directory.toString()));
        command.addAll(FILES);
        Process suite =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertTrue(suite.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES), "the suite hangs");
        } finally {
            suite.descendants().forEach(ProcessHandle::destroyForcibly);
            suite.destroyForcibly();
        }
        String told = Files.readString(output);
        if (suite.exitValue() == UNAVAILABLE) {
            abort(told.strip());
        }
        assertEquals(0, suite.exitValue(), told);
        String all = told.lines().reduce("", (before, line) -> line);
        System.out.println(all);
        assertTrue(all.startsWith("all "), told);
    }
}
