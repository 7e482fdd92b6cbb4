package io.paxosstore.redis.resp;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The words of a command, its name the first of them. Immutable; the arrays are not copied and must
 * not be changed.
 */
public final class Arguments {
    /** What a word costs beside its bytes. */
    static final int WORD_BYTES = 32;

    private final List<byte[]> words;
    private final @Nullable String refusal;

    /** A command; the list must not be changed afterwards. */
    public Arguments(List<byte[]> words) {
        this(words, null);
    }

    private Arguments(List<byte[]> words, @Nullable String refusal) {
        this.words = words;
        this.refusal = refusal;
    }

    /**
     * A command that was too long to be read.
     *
     * @param name its first word
     * @param refusal what its client is told
     */
    static Arguments refused(byte[] name, String refusal) {
        return new Arguments(List.of(name), refusal);
    }

    /**
     * Checks that all of the command was read.
     *
     * @throws RedisError if it was too long
     */
    public void checkIsWhole() {
        if (refusal != null) {
            throw new RedisError(refusal);
        }
    }

    /** How many words there are, the name among them. */
    public int count() {
        return words.size();
    }

    /** How many bytes the words have. */
    public int contentBytes() {
        int bytes = 0;
        for (byte[] word : words) {
            bytes += word.length;
        }
        return bytes;
    }

    /** About how much memory they take. */
    public int heldBytes() {
        return contentBytes() + WORD_BYTES * words.size();
    }

    /** A word's bytes. */
    public byte[] bytes(int index) {
        return words.get(index);
    }

    /** The words from this one up to but not including that one. */
    public List<byte[]> list(int from, int to) {
        return words.subList(from, to);
    }

    /** The words from this one on. */
    public List<byte[]> from(int from) {
        return words.subList(from, words.size());
    }

    /** A word as text. */
    public String text(int index) {
        return new String(words.get(index), StandardCharsets.UTF_8);
    }

    /** A word as an option is compared: in capitals. */
    public String option(int index) {
        byte[] word = words.get(index);
        char[] capitals = new char[word.length];
        for (int i = 0; i < word.length; i++) {
            char letter = (char) (word[i] & 0xff);
            capitals[i] = letter >= 'a' && letter <= 'z' ? (char) (letter - 'a' + 'A') : letter;
        }
        return new String(capitals);
    }

    /** Whether a word is this option, whose name is in capitals; false if there is no such word. */
    public boolean is(int index, String option) {
        return index < count()
                && words.get(index).length == option.length()
                && option(index).equals(option);
    }

    /**
     * A word as a whole number of 64 bits.
     *
     * @throws RedisError if it is none
     */
    public long integer(int index) {
        return integer(words.get(index));
    }

    /**
     * Bytes as a whole number of 64 bits, as Redis writes it: digits without zeros before them, and
     * a minus.
     *
     * @throws RedisError if they are none
     */
    public static long integer(byte[] word) {
        if (!isInteger(word)) {
            throw RedisError.notAnInteger();
        }
        return Long.parseLong(new String(word, StandardCharsets.US_ASCII));
    }

    /** Whether bytes are a whole number of 64 bits as Redis writes it. */
    public static boolean isInteger(byte[] word) {
        int digits = word.length > 0 && word[0] == '-' ? 1 : 0;
        int count = word.length - digits;
        if (count < 1 || count > 19) {
            return false;
        }
        for (int i = digits; i < word.length; i++) {
            if (word[i] < '0' || word[i] > '9') {
                return false;
            }
        }
        if (word[digits] == '0') {
            return word.length == 1;
        }
        return count < 19 || isLong(new String(word, StandardCharsets.US_ASCII));
    }

    private static boolean isLong(String digits) {
        try {
            Long.parseLong(digits);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * A word as a whole number within a range.
     *
     * @throws RedisError if it is none, or beyond
     */
    public int integer(int index, int least, int most) {
        long number = integer(index);
        if (number < least || number > most) {
            throw RedisError.outOfRange();
        }
        return (int) number;
    }

    /**
     * A word as a whole number within a range.
     *
     * @throws RedisError of these words if it is none, or beyond
     */
    public long integer(int index, long least, long most, String error) {
        if (!isInteger(bytes(index))) {
            throw new RedisError(error);
        }
        long number = integer(index);
        if (number < least || number > most) {
            throw new RedisError(error);
        }
        return number;
    }
}
