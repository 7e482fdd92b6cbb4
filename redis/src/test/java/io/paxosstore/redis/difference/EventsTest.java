package io.paxosstore.redis.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.command.CommandSpec;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What commands tell of keys, by a table: here, and by a redis-server where one is installed, which
 * writes the table anew with {@code -Drewrite=true}.
 */
class EventsTest {
    private static final String TABLE = "events.txt";
    private static final String ARROW = " -> ";
    private static final String NOTHING = "-";
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|\\S+");

    /** Those that change nothing of a key, whatever they do, or that tables cannot have. */
    private static final Set<String> UNTOLD = Set.of("ENDEXPIRED");

    /** Executes the commands of a part of the table. */
    private interface Server {
        /** Begins with no key. */
        void begin() throws IOException;

        /** What is told of a command's keys. */
        List<String> told(List<byte[]> command) throws IOException;
    }

    private static final class Ours implements Server {
        private MemoryRedis redis = new MemoryRedis();

        @Override
        public void begin() {
            redis = new MemoryRedis();
            redis.events(RealEvents.CLASSES);
        }

        @Override
        public List<String> told(List<byte[]> command) {
            redis.run(command);
            return redis.told();
        }
    }

    private record Theirs(RealRedis redis, RealEvents events) implements Server {
        @Override
        public void begin() throws IOException {
            redis.run(List.of("FLUSHALL".getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public List<String> told(List<byte[]> command) throws IOException {
            redis.run(command);
            return events.told();
        }
    }

    @Test
    void commandsTellWhatTheTableSays() throws Exception {
        assertEquals(read(source()), told(new Ours()));
    }

    @Test
    void redisTellsWhatTheTableSays() throws Exception {
        Assumptions.assumeTrue(RealRedis.isInstalled(), "redis-server is not installed");
        Path directory = Files.createTempDirectory("redis");
        String told;
        try (RealRedis redis = RealRedis.start(directory);
                RealEvents events = RealEvents.of(redis)) {
            told = told(new Theirs(redis, events));
        } finally {
            Files.deleteIfExists(directory.resolve("redis.log"));
            Files.deleteIfExists(directory);
        }
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(source(), told);
        }
        assertEquals(read(source()), told);
    }

    @Test
    void eachCommandThatChangesSomethingIsInTheTable() throws Exception {
        Set<String> missing = new TreeSet<>();
        for (CommandSpec command : Commands.TABLE.all()) {
            if (!command.isReadOnly() && !UNTOLD.contains(command.name())) {
                missing.add(command.name());
            }
        }
        for (String line : read(source()).split("\n", -1)) {
            List<byte[]> words = words(line);
            if (words != null) {
                missing.remove(
                        new String(words.getFirst(), StandardCharsets.UTF_8)
                                .toUpperCase(Locale.ROOT));
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** The table with what a server tells. */
    private static String told(Server server) throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : read(source()).split("\n", -1)) {
            List<byte[]> words = words(line);
            if (words == null) {
                server.begin();
                lines.add(line);
            } else {
                List<String> told = server.told(words);
                lines.add(
                        command(line)
                                + ARROW
                                + (told.isEmpty() ? NOTHING : String.join(", ", told)));
            }
        }
        return String.join("\n", lines);
    }

    /** Commands are in capitals. */
    private static @Nullable List<byte[]> words(String line) {
        boolean isCommand = !line.isEmpty() && Character.isUpperCase(line.charAt(0));
        if (!isCommand) {
            return null;
        }
        List<byte[]> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command(line));
        while (matcher.find()) {
            String quoted = matcher.group(1);
            String word = quoted == null ? matcher.group() : quoted;
            words.add(word.getBytes(StandardCharsets.UTF_8));
        }
        return words;
    }

    private static String command(String line) {
        int arrow = line.indexOf(ARROW);
        return arrow < 0 ? line : line.substring(0, arrow);
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).replace("\r\n", "\n");
    }

    /** In the sources where the build has them, so that it can be written. */
    private static Path source() throws URISyntaxException {
        Path built = Path.of(Objects.requireNonNull(EventsTest.class.getResource(TABLE)).toURI());
        String text = built.toString();
        Path source =
                Path.of(
                        text.replace(
                                "target/test-classes".replace('/', java.io.File.separatorChar),
                                "src/test/resources".replace('/', java.io.File.separatorChar)));
        return Files.exists(source) ? source : built;
    }
}
