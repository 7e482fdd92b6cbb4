package io.paxosstore.redis.difference;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws the words of commands: few keys and members, so that commands meet. */
final class RandomWords {
    private static final String[] KEYS = {"a", "b", "c", "d", "e", "f"};
    private static final String[] VALUES = {
        "",
        "0",
        "1",
        "-1",
        "10",
        "007",
        "3.5",
        "-2.25",
        "abc",
        "hello world",
        "\u00e9t\u00e9",
        "x",
        "9223372036854775807",
        "-9223372036854775808",
        "1e3",
        "inf",
        " 1",
        "a\u0000b"
    };
    private static final String[] MEMBERS = {"m1", "m2", "m3", "m4", "m5", "M1", "", "zz"};
    private static final int ELEMENTS = 100_000;
    private static final String[] NUMBERS = {
        "0",
        "1",
        "2",
        "3",
        "5",
        "-1",
        "-2",
        "-3",
        "-100",
        "100",
        "9223372036854775807",
        "-9223372036854775808",
        "x",
        "1.5",
        ""
    };

    private static final String[] REALS = {
        "0", "1", "-1", "0.5", "-2.25", "1e2", "3.0e3", "1.125", "x", "", " 1", "1 ", "inf", "nan"
    };

    private static final String[] PLACES = {
        "0",
        "1",
        "7",
        "8",
        "9",
        "20",
        "63",
        "64",
        "100",
        "#0",
        "#1",
        "#5",
        "-1",
        "x",
        "",
        "4294967296"
    };

    private static final String[] LONGITUDES = {
        "0",
        "180",
        "-180",
        "179.9999",
        "-179.9999",
        "90",
        "-90",
        "13.361389",
        "180.1",
        "x",
        "nan",
        "inf"
    };

    private static final String[] LATITUDES = {
        "0", "85.05112878", "-85.05112878", "85.05", "-66", "80", "38.115556", "85.06", "1e308", ""
    };

    private static final String[] DISTANCES = {
        "0",
        "1",
        "1000",
        "1e-300",
        "4.9e-324",
        "1e308",
        "inf",
        "20037726.37",
        "10018863.185",
        "-1",
        "-0",
        "nan",
        "x",
        ""
    };

    private static final String[] GLOB_PARTS = {
        "a", "b", "c", "*", "?", "[", "]", "^", "-", "\\", "[a-b]", "[^a", "[b-", "\u00e9"
    };

    private final RandomGenerator random;

    RandomWords(RandomGenerator random) {
        this.random = random;
    }

    /** One of these. */
    @SafeVarargs
    final <T> T any(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    boolean sometimes() {
        return random.nextInt(4) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /**
     * Words of a pattern between spaces: {@code @k} stands for a key, {@code @v} for a string,
     * {@code @m} for a member, {@code @e} for one of very many; {@code @i} for a small number, now
     * and then for none; {@code @n} for a small number; {@code @o} for the place of a bit; {@code
     * @f} for a floating point number; {@code @g} for a pattern of {@code MATCH} or what it might
     * match; {@code @x} for a longitude and {@code @y} for a latitude, many of them near each
     * other, or near the map's ends; {@code @r} for a distance from millimeters to around the
     * world; a word that ends with {@code *} comes one to three times, {@code ?} perhaps.
     */
    List<byte[]> draw(String pattern) {
        List<byte[]> words = new ArrayList<>();
        String[] parts = pattern.split(" ", -1);
        for (String part : parts) {
            if (part.endsWith("?") && part.length() > 1) {
                if (random.nextBoolean()) {
                    String once = part.substring(0, part.length() - 1);
                    words.addAll(draw(once.replace('_', ' ')));
                }
            } else if (part.endsWith("*") && part.length() > 1) {
                String repeated = part.substring(0, part.length() - 1).replace('_', ' ');
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    words.addAll(draw(repeated));
                }
            } else {
                words.add(word(part).getBytes(StandardCharsets.UTF_8));
            }
        }
        return words;
    }

    private String word(String part) {
        return switch (part) {
            case "@k" -> any(KEYS);
            case "@v" -> any(VALUES);
            case "@m" -> any(MEMBERS);
            case "@e" -> Integer.toString(random.nextInt(ELEMENTS));
            case "@i" -> any(NUMBERS);
            case "@f" -> any(REALS);
            case "@o" -> any(PLACES);
            case "@g" -> glob();
            case "@x" -> degrees(LONGITUDES, 180, 13);
            case "@y" -> degrees(LATITUDES, 85.05112878, 38);
            case "@r" ->
                    below(16) == 0
                            ? any(DISTANCES)
                            : Double.toString(Math.pow(10, random.nextDouble(-3, 7.5)));
            case "@n" -> Integer.toString(random.nextInt(-4, 8));
            default -> part.contains("|") ? any(part.split("\\|")) : part;
        };
    }

    /**
     * Degrees.
     *
     * @param end the greatest there are
     * @param middle where there are many
     */
    private String degrees(String[] special, double end, double middle) {
        return switch (below(16)) {
            case 0 -> any(special);
            case 1, 2 -> Double.toString(any(-1, 1) * (end - random.nextDouble() * 2));
            case 3, 4, 5, 6, 7, 8 -> Double.toString(middle + random.nextGaussian());
            case 9, 10 -> Double.toString(middle + random.nextGaussian() / 1000);
            default -> Double.toString(random.nextDouble(-end, end));
        };
    }

    private String glob() {
        StringBuilder glob = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            glob.append(any(GLOB_PARTS));
        }
        return glob.toString();
    }
}
