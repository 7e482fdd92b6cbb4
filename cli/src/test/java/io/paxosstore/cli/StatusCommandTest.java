package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/** What {@code status} prints of real nodes, and of none; the same as the shell's. */
@Timeout(120)
final class StatusCommandTest {
    private final CommandRun command = new CommandRun();

    private List<String> lines() {
        return command.out().toString().lines().toList();
    }

    @Test
    void itSaysWhatMayStillBeLostAlsoWithoutAMajority() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            String target = cluster.connectString();
            cluster.node(3).kill();
            assertEquals(0, command.run("status", "--target", target), command.err()::toString);
            List<String> told = lines();
            assertEquals("2 of 3 voters up: may lose none", told.getLast());
            assertEquals(0, command.run("cli", "--target", target, "-c", "status"));
            assertEquals(told.getLast(), lines().getLast());

            cluster.node(2).kill();
            assertEquals(1, command.run("status", "--json", "--target", target));
            assertEquals(1, lines().size(), "one object");
            assertTrue(lines().getFirst().startsWith("{\"command\":\"status\",\"ok\":false,"));
            assertTrue(lines().getFirst().contains("\"mayLose\":0"), lines().getFirst());
        }
    }

    @Test
    void nobodyAnswersAndMistakesAreNamed() {
        assertEquals(1, command.run("status", "--target", "127.0.0.1:1"));
        assertTrue(command.err().toString().contains("no node answers"), command.err()::toString);
        assertEquals(2, command.run("status", "--target", "nonsense"));
        assertTrue(command.err().toString().contains("'nonsense' is no address"));
    }
}
