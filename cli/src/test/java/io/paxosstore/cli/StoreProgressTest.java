package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Who waits for a store to be read sees how far that is, and nothing of it in the result. */
class StoreProgressTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final String ERASE = "\r\033[K";

    private final AtomicLong nanos = new AtomicLong();
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final PrintStream shown = new PrintStream(terminal, true, UTF_8);

    @TempDir private Path directory;

    /** Standard output and standard error are the same terminal. */
    private StoreProgress progress(Path of) {
        PrintWriter out = new PrintWriter(shown, false, UTF_8);
        return StoreProgress.of(of, new ProgressLine(shown, true, nanos::get), out);
    }

    private String takeShown() {
        String text = terminal.toString(UTF_8);
        terminal.reset();
        return text;
    }

    @Test
    void bytesAndThenEntitiesAreCounted() throws IOException {
        Path file = Files.createDirectory(directory.resolve("below")).resolve("file");
        Files.write(file, new byte[3 * MEBIBYTE]);
        Files.write(directory.resolve("other"), new byte[MEBIBYTE]);
        try (StoreProgress progress = progress(directory);
                FileHandle read = progress.files().open(file, OpenMode.READ)) {
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertTrue(read.fill(ByteBuffer.allocate(2 * MEBIBYTE), 0));
            String half = takeShown();
            assertTrue(half.startsWith(ERASE + "reading MiB [####"), half);
            assertTrue(half.contains("50 %  2 of 4, 1.0/s, about 2 s left"), half);
            PrintWriter out = progress.out();
            out.println("a finding");
            out.flush();
            assertEquals(ERASE + "a finding" + System.lineSeparator(), takeShown());
            out.println("another");
            out.flush();
            assertEquals("another" + System.lineSeparator(), takeShown());
            out.print("the beginning of ");
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            progress.entityRead(5, 10);
            String entities = takeShown();
            assertTrue(entities.startsWith("the beginning of " + ERASE), entities);
            assertTrue(entities.contains("reading entities"), entities);
            assertTrue(entities.contains("5 of 10"), entities);
        }
        assertEquals(ERASE, takeShown());
    }

    @Test
    void aDirectoryThatIsNotThereIsTheReadersProblem() {

        progress(directory.resolve("nothing")).close();
        assertEquals("", takeShown());
    }
}
