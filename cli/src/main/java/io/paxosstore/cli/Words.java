package io.paxosstore.cli;

import java.util.ArrayList;
import java.util.List;

/** Cuts a line into words: blanks separate, quotes and backslashes keep together. */
final class Words {
    private Words() {}

    /**
     * The words of a line.
     *
     * @throws IllegalArgumentException with one sentence when a quote is not closed
     */
    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                inWord = true;
            } else if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("A quote " + quote + " is not closed.");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
