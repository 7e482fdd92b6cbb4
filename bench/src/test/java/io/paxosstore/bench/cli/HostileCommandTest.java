package io.paxosstore.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.hostile.HostileReport;
import io.paxosstore.bench.process.ScratchDirectory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is left of a run, and its exit code. */
final class HostileCommandTest {
    private static final HostileReport.Round ROUND =
            new HostileReport.Round("storm", 1, 0, 0, 1, 1, 1, 1);

    private final StringWriter text = new StringWriter();

    @SuppressWarnings("NullAway.Init") // set by begin()
    private ScratchDirectory scratch;

    @SuppressWarnings("NullAway.Init") // set by begin()
    private Path log;

    @BeforeEach
    void begin() throws IOException {
        scratch = ScratchDirectory.create("hostile-test-");
        log = Files.writeString(scratch.path().resolve("server.log"), "what happened");
    }

    @AfterEach
    void remove() throws IOException {
        Files.deleteIfExists(log);
        Files.deleteIfExists(scratch.path());
    }

    private int judged(HostileCommand.Run run) throws InterruptedException {
        try {
            return HostileCommand.judged(run, scratch, new PrintWriter(text));
        } finally {
            scratch.close();
        }
    }

    private static HostileReport report(List<String> problems) {
        return new HostileReport(List.of(ROUND), ROUND, ROUND, problems);
    }

    private void assertLogsAreKept() {
        assertTrue(Files.exists(log));
        assertTrue(text.toString().contains("the logs are in " + scratch.path()), text::toString);
    }

    @Test
    void aRunThatIsFineLeavesNothing() throws Exception {
        assertEquals(0, judged(() -> report(List.of())));
        assertFalse(Files.exists(log));
        assertTrue(text.toString().contains("the worst round"), text::toString);
    }

    @Test
    void aProblemKeepsTheLogs() throws Exception {
        assertEquals(1, judged(() -> report(List.of("a replica has ended"))));
        assertTrue(text.toString().contains("a replica has ended"), text::toString);
        assertLogsAreKept();
    }

    @Test
    void aRunThatCannotGoOnKeepsTheLogs() throws Exception {
        assertEquals(
                1,
                judged(() -> {
                    throw new IOException("replica 2 ended at start");
                }));
        assertTrue(text.toString().contains("FAILED: replica 2 ended"), text::toString);
        assertLogsAreKept();
    }

    @Test
    void whateverElseEndsARunKeepsTheLogs() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        judged(() -> {
                            throw new IllegalStateException("a fault of the runner");
                        }));
        assertLogsAreKept();
    }
}
