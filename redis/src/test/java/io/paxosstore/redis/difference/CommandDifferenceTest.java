package io.paxosstore.redis.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What clients are told of commands: as Redis tells it. */
class CommandDifferenceTest {
    private static final String SEARCHES =
            """
            GEORADIUS k 1 1 1 m STORE a
            GEORADIUS k 1 1 1 m STOREDIST b STORE a
            GEORADIUS k 1 1 1 m COUNT STORE a
            GEORADIUS k 1 1 1 m STORE
            GEORADIUS k 1 1 1 m STORE STORE b
            GEORADIUS k 1 1 STORE a ASC
            GEORADIUS_RO k 1 1 1 m STORE a
            GEORADIUSBYMEMBER k m STORE a STOREDIST b
            GEORADIUSBYMEMBER k m 1 m store a
            GEORADIUSBYMEMBER k m 1 m
            GEOSEARCHSTORE a b FROMMEMBER c BYRADIUS 1 m
            GEOSEARCH a FROMMEMBER c BYRADIUS 1 m
            """;

    /** What a redis-server says of commands. */
    private interface Told {
        String by(String command) throws IOException;
    }

    private interface Check {
        void with(Told told) throws IOException;
    }

    private static void check(Check check) throws IOException {
        Assumptions.assumeTrue(RealRedis.isInstalled(), "redis-server is not installed");
        Path directory = Files.createTempDirectory("redis");
        try (RealRedis real = RealRedis.start(directory)) {
            check.with(command -> text(real.run(words(command))));
        } finally {
            Files.deleteIfExists(directory.resolve("redis.log"));
            Files.deleteIfExists(directory);
        }
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.UTF_8);
    }

    private static List<byte[]> words(String command) {
        List<byte[]> words = new ArrayList<>();
        for (String word : command.split(" ", -1)) {
            words.add(word.getBytes(StandardCharsets.UTF_8));
        }
        return words;
    }

    /** Where keys stand behind a second word, Redis tells of them with that only. */
    @Test
    void wordsKeysAndFlags() throws Exception {
        List<CommandSpec> specs =
                Commands.GROUPS.stream().flatMap(group -> group.commands().stream()).toList();
        check(told -> {
            for (CommandSpec spec : specs) {
                String[] lines = told.by("COMMAND INFO " + spec.name()).split("\r\n", -1);
                int keysAt = 6 + Integer.parseInt(lines[5].substring(1));
                KeyPositions.Fixed keys = spec.keys().always();
                assertEquals(":" + spec.arity(), lines[4], spec.name());
                if (keys.first() < 2) {
                    assertEquals(
                            List.of(":" + keys.first(), ":" + keys.last(), ":" + keys.step()),
                            List.of(lines).subList(keysAt, keysAt + 3),
                            spec.name());
                }
                if (spec.group().equals("geo")) {
                    TreeSet<String> flags = new TreeSet<>();
                    spec.flags().forEach(flag -> flags.add("+" + flag.word()));
                    assertEquals(flags, new TreeSet<>(List.of(lines).subList(6, keysAt)));
                }
            }
        });
    }

    /** Where no option comes twice. */
    @Test
    void keysOfSearches() throws Exception {
        check(told -> {
            for (String search : SEARCHES.strip().split("\n", -1)) {
                Arguments command = new Arguments(words(search));
                List<byte[]> keys = Commands.TABLE.of(command).keysOf(command);
                assertEquals(
                        told.by("COMMAND GETKEYS " + search),
                        text(ReplyWriter.bytes(Reply.bulks(keys), 2)),
                        search);
            }
        });
    }
}
