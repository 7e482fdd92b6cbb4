package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a cluster for trying out is not started with. */
final class DevCommandTest {
    @TempDir private Path directory;

    private final CommandRun command = new CommandRun();

    private int dev(String... more) {
        List<String> words = new ArrayList<>(List.of("dev", "--directory", directory.toString()));
        words.addAll(List.of(more));
        return command.run(words.toArray(String[]::new));
    }

    @Test
    void aNumberOfReplicasThatMakesNoClusterIsAUsageError() {
        assertEquals(2, dev("--nodes", "2"));
        assertEquals(
                "--nodes 2 makes no cluster; 1, 3 or 5 replicas do.",
                command.err().toString().strip());
    }

    @Test
    void aSettingThatDoesNotExistIsNamed() {
        assertEquals(1, dev("--nodes", "1", "--set", "redis.database=a"));
        assertEquals(
                "There is no setting redis.database; did you mean redis.databases?",
                command.err().toString().strip());
    }

    @Test
    void aValueThatIsNoneIsRefused() {
        assertEquals(1, dev("--nodes", "1", "--set", "client.admission=many"));
        String told = command.err().toString();
        assertTrue(told.contains("client.admission") && told.contains("many"), told);
    }

    @Test
    void aSettingWithoutAValueIsAUsageError() {
        assertEquals(2, dev("--set", "redis.databases"));
    }
}
