package io.paxosstore.redis.resp;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Splits a line that somebody has typed into words, with quotes and escapes as redis-cli has. */
final class InlineWords {
    private static final int ESCAPED_HEX_LENGTH = 4;
    private static final int HEX = 16;

    private final String line;
    private int at;

    private InlineWords(String line) {
        this.line = line;
    }

    static List<byte[]> split(String line) throws ProtocolErrorException {
        return new InlineWords(line).words();
    }

    private List<byte[]> words() throws ProtocolErrorException {
        List<byte[]> words = new ArrayList<>();
        while (true) {
            while (at < line.length() && isSpace(line.charAt(at))) {
                at++;
            }
            if (at == line.length()) {
                return words;
            }
            words.add(word());
        }
    }

    private static boolean isSpace(char letter) {
        return letter == ' ' || (letter >= '\t' && letter <= '\r') || letter == 0;
    }

    private byte[] word() throws ProtocolErrorException {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < line.length() && !isSpace(line.charAt(at))) {
            char letter = line.charAt(at);
            at++;
            if (letter == '"' || letter == '\'') {
                quoted(letter, word);
            } else {
                word.write(letter);
            }
        }
        return word.toByteArray();
    }

    private void quoted(char quote, ByteArrayOutputStream word) throws ProtocolErrorException {
        while (at < line.length()) {
            char letter = line.charAt(at);
            at++;
            if (letter == quote) {
                if (at < line.length() && !isSpace(line.charAt(at))) {
                    throw unbalanced();
                }
                return;
            }
            if (letter == '\\' && at < line.length()) {
                escaped(quote, word);
            } else {
                word.write(letter);
            }
        }
        throw unbalanced();
    }

    private void escaped(char quote, ByteArrayOutputStream word) {
        char letter = line.charAt(at);
        if (quote == '\'') {
            if (letter == '\'') {
                at++;
                word.write('\'');
            } else {
                word.write('\\');
            }
            return;
        }
        int from = at - 1;
        if (letter == 'x' && from + ESCAPED_HEX_LENGTH <= line.length()) {
            int high = Character.digit(line.charAt(from + 2), HEX);
            int low = Character.digit(line.charAt(from + 3), HEX);
            if (high >= 0 && low >= 0) {
                word.write(high * HEX + low);
                at = from + ESCAPED_HEX_LENGTH;
                return;
            }
        }
        at++;
        word.write(
                switch (letter) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'b' -> '\b';
                    case 'a' -> 7;
                    default -> letter;
                });
    }

    private static ProtocolErrorException unbalanced() {
        return new ProtocolErrorException("unbalanced quotes in request");
    }
}
