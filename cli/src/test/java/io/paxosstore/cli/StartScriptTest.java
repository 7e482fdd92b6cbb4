package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What bin/paxosstore says before there is a JVM. */
final class StartScriptTest {
    @TempDir private Path directory;

    private Path script(String home) throws IOException {
        Path bin = Files.createDirectories(directory.resolve(home).resolve("bin"));
        return Files.copy(Path.of("../bin/paxosstore"), bin.resolve("paxosstore"));
    }

    private static String failure(Path script) throws Exception {
        Process process =
                new ProcessBuilder("/bin/sh", script.toString(), "--version")
                        .redirectErrorStream(true)
                        .start();
        byte[] said = process.getInputStream().readAllBytes();
        assertEquals(1, process.waitFor());
        return new String(said, StandardCharsets.UTF_8).strip();
    }

    @Test
    void aPathThatNoClassPathCanHoldIsNamed() throws Exception {
        Path home = directory.toRealPath().resolve("a:b");
        assertEquals(
                "paxosstore: the name of "
                        + home
                        + " has a ':' in it, which no Java program bears: move it elsewhere.",
                failure(script("a:b")));
    }

    @Test
    void halfADistributionIsNamed() throws Exception {
        Path home = directory.toRealPath().resolve("half");
        assertEquals(
                "paxosstore: "
                        + home
                        + " has neither lib/ nor pom.xml: is the distribution unpacked as a whole?",
                failure(script("half")));
    }
}
