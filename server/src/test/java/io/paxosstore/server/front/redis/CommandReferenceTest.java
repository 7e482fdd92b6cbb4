package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * docs/redis-commands.md says what the table of commands says; -Drewrite=true writes it anew. Every
 * command of Redis 7.0 is there, or has a reason why it is not.
 */
class CommandReferenceTest {
    private static final Path FILE = Path.of("..", "docs", "redis-commands.md");

    private final PortCommands commands = new PortCommands();

    @Test
    void documentationIsUpToDate() throws Exception {
        String expected = CommandReference.markdown(commands.table().all());
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(FILE, expected);
        }
        assertEquals(expected, Files.readString(FILE), "docs/redis-commands.md is stale");
    }

    @Test
    void everyCommandOfRedisIsHereOrHasAReason() {
        TreeSet<String> known = new TreeSet<>(CommandReference.missingNames());
        commands.table().all().forEach(spec -> known.add(spec.name()));
        TreeSet<String> ofRedis = new TreeSet<>(CommandReference.ofRedis());
        assertEquals(new TreeSet<String>(), minus(ofRedis, known), "neither here nor explained");
        assertEquals(new TreeSet<String>(), minus(known, ofRedis), "no commands of Redis 7.0");
        commands.table()
                .all()
                .forEach(spec ->
                        assertEquals(
                                false,
                                CommandReference.missingNames().contains(spec.name()),
                                spec.name()));
    }

    private static Set<String> minus(Set<String> all, Set<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }
}
