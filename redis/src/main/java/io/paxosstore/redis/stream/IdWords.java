package io.paxosstore.redis.stream;

import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Ids as clients write them. */
final class IdWords {
    private static final int WORD_BYTES_MAX = 127;

    /** What C takes for white space before a number. */
    private static final String SPACES = " \t\n\u000b\f\r";

    private IdWords() {}

    /**
     * An id that XADD is given.
     *
     * @param id its sequence is 0 if it is to be made up
     * @param isWhole whether it has a sequence
     */
    record Wanted(StreamId id, boolean isWhole) {}

    /**
     * An id.
     *
     * @param missing the sequence where the word has none
     * @throws RedisError if the word is none; {@code -} and {@code +} are none
     */
    static StreamId strict(byte[] word, long missing) {
        return parse(refuseEnds(text(word)), missing, false).id();
    }

    /** Like {@link #strict}; null in place of the error. */
    static @Nullable StreamId strictOrNull(byte[] word) {
        try {
            return strict(word, 0);
        } catch (RedisError e) {
            return null;
        }
    }

    /** Like {@link #strict}, but {@code -} is the least id and {@code +} the greatest. */
    static StreamId orEnd(byte[] word, long missing) {
        String text = text(word);
        return switch (text) {
            case "-" -> StreamId.ZERO;
            case "+" -> StreamId.LAST;
            default -> parse(text, missing, false).id();
        };
    }

    /** An id that may have a {@code *} in place of its sequence. */
    static Wanted wanted(byte[] word) {
        return parse(refuseEnds(text(word)), 0, true);
    }

    /** The first id of a range: itself, or the next behind a bracket. */
    static StreamId from(byte[] word) {
        if (!isExclusive(word)) {
            return orEnd(word, 0);
        }
        StreamId next = strict(Arrays.copyOfRange(word, 1, word.length), 0).next();
        if (next == null) {
            throw new RedisError("ERR invalid start ID for the interval");
        }
        return next;
    }

    /** The last id of a range: itself, or the one before behind a bracket. */
    static StreamId to(byte[] word) {
        if (!isExclusive(word)) {
            return orEnd(word, -1);
        }
        StreamId previous = strict(Arrays.copyOfRange(word, 1, word.length), -1).previous();
        if (previous == null) {
            throw new RedisError("ERR invalid end ID for the interval");
        }
        return previous;
    }

    private static boolean isExclusive(byte[] word) {
        return word.length > 1 && word[0] == '(';
    }

    /** As Redis sees it: up to the first byte that is zero. */
    private static String text(byte[] word) {
        if (word.length > WORD_BYTES_MAX) {
            throw invalid();
        }
        String text = new String(word, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private static String refuseEnds(String text) {
        if (text.equals("-") || text.equals("+")) {
            throw invalid();
        }
        return text;
    }

    private static Wanted parse(String text, long missing, boolean mayLackSequence) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            return new Wanted(new StreamId(number(text), missing), true);
        }
        long millis = number(text.substring(0, dash));
        String sequence = text.substring(dash + 1);
        return mayLackSequence && sequence.equals("*")
                ? new Wanted(new StreamId(millis, 0), false)
                : new Wanted(new StreamId(millis, number(sequence)), true);
    }

    /** As C reads it: spaces, a sign and zeros may stand before it; a minus counts from the end. */
    private static long number(String text) {
        if (isNegative(text)) {
            throw invalid();
        }
        int at = 0;
        while (at < text.length() && SPACES.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        boolean isMinus = at < text.length() && text.charAt(at) == '-';
        if (isMinus || (at < text.length() && text.charAt(at) == '+')) {
            at++;
        }
        String digits = text.substring(at);
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw invalid();
        }
        try {
            long number = Long.parseUnsignedLong(digits);
            return isMinus ? -number : number;
        } catch (NumberFormatException e) {
            throw invalid();
        }
    }

    /** Whether it is a negative number as Redis itself writes them. */
    private static boolean isNegative(String text) {
        if (text.length() < 2 || text.charAt(0) != '-' || text.charAt(1) == '0') {
            return false;
        }
        try {
            return Long.parseLong(text) < 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static RedisError invalid() {
        return new RedisError("ERR Invalid stream ID specified as stream command argument");
    }
}
