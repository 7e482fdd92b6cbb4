package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        return failure(script, 1, "--version");
    }

    private static String failure(Path script, int exit, String command) throws Exception {
        Process process =
                new ProcessBuilder("/bin/sh", script.toString(), command)
                        .redirectErrorStream(true)
                        .start();
        byte[] said = process.getInputStream().readAllBytes();
        assertEquals(exit, process.waitFor());
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

    /** 1 and 2 would say something of the directory that nobody has looked at. */
    @Test
    void aStoreThatIsNotLookedAtIsNotJudged() throws Exception {
        String said = failure(script("half"), 3, "store");
        assertEquals(failure(directory.resolve("half/bin/paxosstore")), said);
        Path home = directory.resolve("broken");
        Path script = script("broken");
        Files.createFile(home.resolve("pom.xml"));
        assertTrue(failure(script, 3, "store").contains("jdk.sh"), "a part of it is missing");
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
