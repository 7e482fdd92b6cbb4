package io.paxosstore.redis.difference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Fixed scripts: the same replies as Redis gives, byte by byte. */
class ScriptDifferenceTest {
    private static final String[] ARGUMENTS = {"2", "{tag}1", "{tag}2", "a", "10", "3.5", ""};

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void scripts(int version, @TempDir Path directory) throws Exception {
        Assumptions.assumeTrue(RealRedis.isInstalled(), "redis-server is not installed");
        List<String> differences = new ArrayList<>();
        try (RealRedis real = RealRedis.start(directory)) {
            real.run(words("HELLO", Integer.toString(version)));
            for (String script : scripts()) {
                MemoryRedis ours = new MemoryRedis();
                ours.version(version);
                real.run(words("FLUSHALL"));
                for (String name : List.of("EVAL", "EVAL_RO")) {
                    List<byte[]> command = words(name, script);
                    command.addAll(words(ARGUMENTS));
                    String expected = text(real.run(command));
                    String actual = text(ours.run(command));
                    if (!actual.equals(expected)) {
                        differences.add(
                                "%s %s%n  ours:   %s%n  theirs: %s"
                                        .formatted(name, script, actual, expected));
                    }
                }
            }
        }
        assertTrue(differences.isEmpty(), () -> String.join("\n", differences));
    }

    private static List<String> scripts() throws Exception {
        try (InputStream in =
                Objects.requireNonNull(
                        ScriptDifferenceTest.class.getResourceAsStream("scripts.lua"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("-- "))
                    .map(line -> line.replace('~', '\n'))
                    .toList();
        }
    }

    private static List<byte[]> words(String... words) {
        return new ArrayList<>(
                Arrays.stream(words).map(word -> word.getBytes(StandardCharsets.UTF_8)).toList());
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.ISO_8859_1).replace("\r\n", "|");
    }
}
