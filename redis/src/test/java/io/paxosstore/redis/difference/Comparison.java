package io.paxosstore.redis.difference;

import static org.junit.jupiter.api.Assertions.fail;

import io.paxosstore.redis.MemoryRedis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has the same random commands executed here and by a redis-server, and compares each reply byte by
 * byte, and what is told of keys. Another seed: {@code -Dredis.seed=N}; more commands: {@code
 * -Dredis.commands=N}.
 */
final class Comparison {
    private static final int RESTART_EVERY = 200;

    private final List<String> patterns;
    private Set<String> unordered = Set.of();
    private Set<String> pairs = Set.of();
    private int version = 2;
    private Set<String> unlike = Set.of();
    private @Nullable Pattern hidden;
    private List<String> settings = List.of();
    private int commands = Integer.getInteger("redis.commands", 0);
    private final int seed = Integer.getInteger("redis.seed", 1);

    private Comparison(List<String> patterns) {
        this.patterns = patterns;
    }

    /** Commands of these patterns, see {@link RandomWords#draw}. */
    static Comparison of(String... patterns) {
        return new Comparison(List.of(patterns));
    }

    /** Commands of these patterns too. */
    Comparison and(String... more) {
        List<String> all = new ArrayList<>(patterns);
        all.addAll(List.of(more));
        return new Comparison(all);
    }

    /** Commands whose replies are arrays of no order. */
    Comparison unordered(String... names) {
        unordered = Set.of(names);
        return this;
    }

    /** Commands whose replies have arrays of pairs of no order, each pair two elements. */
    Comparison pairs(String... names) {
        pairs = Set.of(names);
        return this;
    }

    /** The version of the protocol that replies are compared in. */
    Comparison version(int newVersion) {
        version = newVersion;
        return this;
    }

    /** Commands whose replies may differ, such as random ones. */
    Comparison unlike(String... names) {
        unlike = Set.of(names);
        return this;
    }

    /** What of a reply may differ: the first group of this pattern, wherever it is found. */
    Comparison hidden(String pattern) {
        hidden = Pattern.compile(pattern);
        return this;
    }

    /** Names and values, by turns, that the redis-server is set to. */
    Comparison settings(String... namesAndValues) {
        settings = List.of(namesAndValues);
        return this;
    }

    /** How many, unless the property says otherwise. */
    Comparison commands(int count) {
        commands = commands == 0 ? count : commands;
        return this;
    }

    void run() throws IOException {
        Assumptions.assumeTrue(RealRedis.isInstalled(), "redis-server is not installed");
        Path directory = Files.createTempDirectory("redis");
        try (RealRedis real = RealRedis.start(directory);
                RealEvents events = RealEvents.of(real)) {
            Random random = new Random(seed);
            RandomWords words = new RandomWords(random);
            List<String> history = new ArrayList<>();
            MemoryRedis ours = MemoryRedis.together();
            real.run(List.of(bytes("HELLO"), bytes(Integer.toString(version))));
            for (int i = 0; i < settings.size(); i += 2) {
                real.run(
                        List.of(
                                bytes("CONFIG"),
                                bytes("SET"),
                                bytes(settings.get(i)),
                                bytes(settings.get(i + 1))));
            }
            for (int i = 0; i < commands; i++) {
                if (i % RESTART_EVERY == 0) {
                    ours = MemoryRedis.together();
                    ours.version(version);
                    ours.events(RealEvents.CLASSES);
                    history.clear();
                    real.run(List.of(bytes("FLUSHALL")));
                }
                List<byte[]> command = words.draw(words.any(patterns.toArray(String[]::new)));
                ours.now(System.currentTimeMillis());
                compare(command, ours.run(command), real.run(command), history);
                compare(ours.told(), events.told(), history);
            }
        } finally {
            Files.deleteIfExists(directory.resolve("redis.log"));
            Files.deleteIfExists(directory);
        }
    }

    private void compare(List<byte[]> command, byte[] ours, byte[] theirs, List<String> history) {
        history.add(text(command));
        String name = new String(command.getFirst(), StandardCharsets.UTF_8);
        boolean same =
                unlike.contains(name)
                        || Arrays.equals(ours, theirs)
                        || isLikeButHidden(ours, theirs)
                        || (unordered.contains(name) && isLike(ours, theirs, false))
                        || (pairs.contains(name) && isLike(ours, theirs, true));
        if (!same) {
            fail(
                    "Seed %d:%n%s%nours:   %s%ntheirs: %s"
                            .formatted(
                                    seed,
                                    String.join("\n", history),
                                    text(List.of(ours)),
                                    text(List.of(theirs))));
        }
    }

    private void compare(List<String> ours, List<String> theirs, List<String> history) {
        if (!ours.equals(theirs)) {
            fail(
                    "Seed %d:%n%s%nwe tell:    %s%nthey tell: %s"
                            .formatted(seed, String.join("\n", history), ours, theirs));
        }
    }

    private boolean isLikeButHidden(byte[] ours, byte[] theirs) {
        Pattern pattern = hidden;
        return pattern != null && shown(pattern, ours).equals(shown(pattern, theirs));
    }

    private static String shown(Pattern pattern, byte[] reply) {
        return pattern.matcher(new String(reply, StandardCharsets.ISO_8859_1))
                .replaceAll(match -> {
                    int from = match.start(1) - match.start();
                    int to = match.end(1) - match.start();
                    return Matcher.quoteReplacement(
                            match.group().substring(0, from) + match.group().substring(to));
                });
    }

    private static boolean isLike(byte[] ours, byte[] theirs, boolean inPairs) {
        return SortedReply.of(ours, inPairs).equals(SortedReply.of(theirs, inPairs));
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(List<byte[]> words) {
        StringBuilder text = new StringBuilder();
        for (byte[] word : words) {
            text.append(text.isEmpty() ? "" : " ").append('"');
            text.append(new String(word, StandardCharsets.UTF_8).replace("\r\n", "|")).append('"');
        }
        return text.toString();
    }
}
