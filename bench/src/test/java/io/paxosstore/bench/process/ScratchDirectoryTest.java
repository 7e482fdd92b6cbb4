package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What is left when a scratch directory is closed. */
class ScratchDirectoryTest {
    private static ScratchDirectory filled() throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create("scratch-test-");
        Files.createDirectories(scratch.path().resolve("node-1/data"));
        Files.writeString(scratch.path().resolve("node-1/data/0001.seg"), "x");
        Files.writeString(scratch.path().resolve("node-1/server.log"), "x");
        return scratch;
    }

    private static List<String> left(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.map(file -> path.relativize(file).toString()).sorted().toList();
        }
    }

    @Test
    void aDirectoryIsEmptiedAndStays() throws IOException {
        try (ScratchDirectory scratch = filled()) {
            ScratchDirectory.empty(scratch.path().resolve("node-1"));
            assertEquals(List.of("", "node-1"), left(scratch.path()));
        }
    }

    @Test
    void nothing() throws IOException {
        ScratchDirectory scratch = filled();
        scratch.close();
        assertFalse(Files.exists(scratch.path()));
    }

    @Test
    void logs() throws IOException {
        ScratchDirectory scratch = filled();
        scratch.keepLogs();
        scratch.close();
        assertEquals(List.of("", "node-1", "node-1/server.log"), left(scratch.path()));
        remove(scratch);
    }

    @Test
    void all() throws IOException {
        ScratchDirectory scratch = filled();
        scratch.keep();
        scratch.close();
        assertEquals(5, left(scratch.path()).size());
        remove(scratch);
    }

    private static void remove(ScratchDirectory scratch) throws IOException {
        for (String name : left(scratch.path()).reversed()) {
            Files.delete(scratch.path().resolve(name));
        }
    }
}
