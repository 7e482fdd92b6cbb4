package io.paxosstore.cli;

import io.paxosstore.server.config.Units;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of a shell command, without the space or entity and the time to live.
 *
 * @param space the space or entity it is about; empty for commands that name none
 * @param words the rest
 * @param ttl the time to live; null when none was given
 */
record Arguments(String space, List<String> words, @Nullable Duration ttl) {
    /**
     * Takes the time to live and the space or entity out of a command's words.
     *
     * @param current the space or entity in use, which then is not named; empty for none
     * @throws IllegalArgumentException with one sentence when they make no sense
     */
    static Arguments of(ShellCommand command, List<String> given, String current) {
        List<String> words = new ArrayList<>(given);
        Duration ttl = null;
        int option = words.indexOf("--ttl");
        if (option >= 0 && command.takesTtl()) {
            if (option + 1 >= words.size()) {
                throw new IllegalArgumentException("--ttl needs a duration, such as 5s.");
            }
            String text = words.remove(option + 1);
            words.remove(option);
            ttl = duration(text);
        }
        String space = "";
        boolean scoped = command.scope() != ShellCommand.Scope.NONE;
        if (scoped) {
            if (!current.isEmpty()) {
                space = current;
            } else if (!words.isEmpty()) {
                space = words.removeFirst();
            } else {
                throw new IllegalArgumentException("Usage: " + command.usage());
            }
        }
        if (words.size() < command.wordsMin() || words.size() > command.wordsMax()) {
            String hint =
                    scoped && !current.isEmpty()
                            ? " (without " + command.scope() + ": '" + current + "' is in use)"
                            : "";
            throw new IllegalArgumentException("Usage: " + command.usage() + hint);
        }
        return new Arguments(space, words, ttl);
    }

    String word(int index) {
        return words.get(index);
    }

    /**
     * The duration that a word is.
     *
     * @throws IllegalArgumentException with one sentence when it is none, or has more milliseconds
     *     than can be told
     */
    static Duration duration(String word) {
        try {
            Duration duration = Units.parseDuration(word);
            long _ = duration.toMillis();
            return duration;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "'" + word + "' is not a duration; write a number with a unit, such as 5s.", e);
        }
    }

    /**
     * A word that must be a whole number.
     *
     * @throws IllegalArgumentException with one sentence when it is none
     */
    long number(int index, String what) {
        try {
            return Long.parseLong(words.get(index));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "The " + what + " '" + words.get(index) + "' is not a whole number.", e);
        }
    }
}
