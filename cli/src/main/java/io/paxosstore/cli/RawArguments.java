package io.paxosstore.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of this process as the bytes that were given. The JVM decodes them by the locale,
 * and in the locale of cron jobs and of {@code env -i} every byte above 127 becomes the same sign:
 * different keys would become one. Where the system shows the bytes (Linux), they are taken as
 * UTF-8, whatever the locale says; what is not UTF-8 is refused.
 */
public final class RawArguments {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final char REPLACEMENT = '\uFFFD';

    private RawArguments() {}

    /**
     * The arguments in UTF-8.
     *
     * @param decoded as {@code main} gets them
     * @throws IllegalArgumentException with one sentence when one is not UTF-8
     */
    public static String[] of(String[] decoded) {
        byte[] commandLine;
        try {
            commandLine = Files.readAllBytes(COMMAND_LINE);
        } catch (IOException e) {
            return checked(decoded); // another system: its locale is all there is
        }
        return of(commandLine, decoded);
    }

    /**
     * The same from the command line's bytes.
     *
     * @param commandLine every word ends with a zero; the last ones are the arguments
     */
    static String[] of(byte[] commandLine, String[] decoded) {
        List<byte[]> words = words(commandLine);
        int first = words.size() - decoded.length;
        String[] arguments = new String[decoded.length];
        for (int i = 0; i < arguments.length; i++) {
            if (first < 1 || !isPossible(words.get(first + i), decoded[i])) {
                return checked(decoded); // not the command line these came from
            }
            arguments[i] = decode(words.get(first + i), i);
        }
        return arguments;
    }

    private static List<byte[]> words(byte[] commandLine) {
        List<byte[]> words = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < commandLine.length; at++) {
            if (commandLine[at] == 0) {
                words.add(Arrays.copyOfRange(commandLine, from, at));
                from = at + 1;
            }
        }
        return words;
    }

    /** Whether these bytes may have become this word: what is ASCII is itself in every locale. */
    private static boolean isPossible(byte[] word, String decoded) {
        for (byte next : word) {
            if (next < 0) {
                return true;
            }
        }
        return new String(word, StandardCharsets.US_ASCII).equals(decoded);
    }

    private static String decode(byte[] word, int index) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(word)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "Argument "
                            + (index + 1)
                            + " ("
                            + Printable.text(word)
                            + ") is not UTF-8: give commands, keys and values in UTF-8.",
                    e);
        }
    }

    private static String[] checked(String[] decoded) {
        for (int i = 0; i < decoded.length; i++) {
            if (decoded[i].indexOf(REPLACEMENT) >= 0) {
                throw new IllegalArgumentException(
                        "Argument "
                                + (i + 1)
                                + " cannot be read in this locale: set LC_ALL to one with UTF-8.");
            }
        }
        return decoded;
    }
}
