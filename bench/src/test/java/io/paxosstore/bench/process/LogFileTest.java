package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

final class LogFileTest {
    private static final String LAST = "the last line\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private LogFile log(String text) throws IOException {
        Path file = directory.resolve("server.log");
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        return new LogFile(file);
    }

    @Test
    void aLineFarBeforeTheLastIsFound() throws IOException {
        LogFile log =
                log("java.lang.OutOfMemoryError: heap\n" + "started again\n".repeat(50_000) + LAST);
        assertEquals(Optional.of("java.lang.OutOfMemoryError: heap"), log.line("OutOfMemoryError"));
        assertEquals(Optional.empty(), log.line("StackOverflowError"));
        assertTrue(log.tail().endsWith("the last line"));
        assertFalse(log.tail().contains("OutOfMemoryError"));
        assertEquals(30, log.tail().lines().count());
    }

    /** A process that was killed has left half of a character. */
    @Test
    void bytesThatAreNoTextAreNoProblem() throws IOException {
        assertEquals(Optional.of("the last line"), log("\u00c3\n" + LAST).line("last"));
    }

    @Test
    void aLogThatIsNotThereHasNoAnswer() {
        LogFile missing = new LogFile(directory.resolve("nothing"));
        assertThrows(IOException.class, () -> missing.line(""));
        assertTrue(missing.tail().startsWith("(no log: "));
    }
}
