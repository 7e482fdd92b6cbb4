package io.paxosstore.cli.top;

import org.jline.utils.AttributedString;

import java.util.ArrayList;
import java.util.List;

/** Sentences in lines. */
final class Paragraph {
    private Paragraph() {}

    /**
     * Breaks a text at its blanks, and within words that are longer than a line.
     *
     * @param first before the first line
     * @param next before all others
     */
    static List<AttributedString> lines(
            String first, String next, String text, Tone tone, View view) {
        List<AttributedString> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean isEmpty = true;
        for (String word : text.split(" ", -1)) {
            if (!isEmpty && columns(line) + 1 + columns(word) > view.width()) {
                lines.add(view.cut(view.text(line.toString(), tone)));
                line = new StringBuilder(next);
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
            while (columns(line) > view.width() && view.width() > next.length()) {
                AttributedString whole = view.text(line.toString(), tone);
                AttributedString head = whole.columnSubSequence(0, view.width());
                if (head.length() == 0 || head.length() <= next.length()) {
                    break; // not even one character fits
                }
                lines.add(head);
                line = new StringBuilder(next).append(whole, head.length(), whole.length());
            }
        }
        lines.add(view.cut(view.text(line.toString(), tone)));
        return lines;
    }

    private static int columns(CharSequence text) {
        return new AttributedString(text).columnLength();
    }
}
