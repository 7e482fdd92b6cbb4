package io.paxosstore.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How values of one type are read, compared and written.
 *
 * @param <T> the Java type
 */
public interface ValueType<T> {
    /** The type's name in the documentation. */
    String name();

    /** What values are allowed, for types without a range; may be empty. */
    default String constraint() {
        return "";
    }

    /**
     * Reads a value.
     *
     * @param raw a {@link String}, or what the YAML parser made of a list or a map
     */
    T parse(Object raw) throws BadValueException;

    /** Orders two values; used for ranges only. */
    int compare(T a, T b);

    /** Writes a value so that {@link #parse} reads it back. */
    String format(T value);

    /** A type whose values are written as one word. */
    abstract class Scalar<T extends Comparable<T>> implements ValueType<T> {
        private final String name;

        Scalar(String name) {
            this.name = name;
        }

        abstract T parseText(String text) throws BadValueException;

        @Override
        public String name() {
            return name;
        }

        @Override
        public T parse(Object raw) throws BadValueException {
            if (raw instanceof String text) {
                return parseText(text.strip());
            }
            String given =
                    raw instanceof Map
                            ? "a map of values"
                            : raw instanceof Collection ? "a list" : "nothing";
            throw new BadValueException("expected " + name + ", but " + given + " is given.");
        }

        @Override
        public int compare(T a, T b) {
            return a.compareTo(b);
        }

        @Override
        public String format(T value) {
            return value.toString();
        }

        BadValueException refuse(String text, String remedy) {
            return new BadValueException("'" + text + "' is not " + name + "; " + remedy + ".");
        }
    }

    /** A whole number of 32 bits. */
    static ValueType<Integer> integer() {
        return new Scalar<>("a whole number") {
            @Override
            Integer parseText(String text) throws BadValueException {
                try {
                    return Integer.valueOf(text.replace("_", ""));
                } catch (NumberFormatException e) {
                    throw refuse(text, "write digits only, such as 4");
                }
            }
        };
    }

    /** {@code true} or {@code false}. */
    static ValueType<Boolean> bool() {
        return new Scalar<>("true or false") {
            @Override
            Boolean parseText(String text) throws BadValueException {
                return switch (text.toLowerCase(Locale.ROOT)) { // YAML has True and TRUE, too
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw refuse(text, "write true or false");
                };
            }
        };
    }

    /** A time span with its unit. */
    static ValueType<Duration> duration() {
        return new Scalar<>("a duration") {
            @Override
            Duration parseText(String text) throws BadValueException {
                try {
                    return Units.parseDuration(text);
                } catch (Units.TooLongException e) {
                    throw new BadValueException(
                            "'" + text + "' is too long; a duration has at most 292 years.");
                } catch (IllegalArgumentException e) {
                    throw refuse(
                            text, "write a number with a unit: us, ms, s, m or h, such as 5ms");
                }
            }

            @Override
            public String format(Duration value) {
                return Units.formatDuration(value);
            }
        };
    }

    /** A number of bytes with its unit. */
    static ValueType<Long> size() {
        return new Scalar<>("a size") {
            @Override
            Long parseText(String text) throws BadValueException {
                try {
                    return Units.parseBytes(text);
                } catch (IllegalArgumentException e) {
                    throw refuse(
                            text, "write a number with a unit: B, KiB, MiB or GiB, such as 64MiB");
                }
            }

            @Override
            public String format(Long value) {
                return Units.formatBytes(value);
            }
        };
    }

    /** A word that a pattern allows. */
    static ValueType<String> word(Pattern pattern, String allowed) {
        return new Scalar<>("a name") {
            @Override
            String parseText(String text) throws BadValueException {
                if (!pattern.matcher(text).matches()) {
                    throw refuse(text, "use " + allowed);
                }
                return text;
            }

            @Override
            public String constraint() {
                return allowed;
            }
        };
    }

    /** Any non-empty text. */
    static ValueType<String> text() {
        return new Scalar<>("text") {
            @Override
            String parseText(String text) throws BadValueException {
                if (text.isEmpty()) {
                    throw refuse(text, "it must not be empty");
                }
                return text;
            }
        };
    }

    /** A path of the file system. */
    static ValueType<Path> path() {
        return new Scalar<>("a path") {
            @Override
            Path parseText(String text) throws BadValueException {
                if (text.isEmpty() || text.indexOf('\0') >= 0) {
                    throw refuse(text, "write the name of a directory");
                }
                return Path.of(text);
            }
        };
    }
}
