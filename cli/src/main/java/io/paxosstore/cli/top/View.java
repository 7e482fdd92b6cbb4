package io.paxosstore.cli.top;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

import java.time.ZoneId;

/**
 * Through what somebody looks.
 *
 * @param width in columns
 * @param height in lines; {@link #ENDLESS} for paper
 * @param isColoured whether tones are colours
 * @param zone of the times that are shown
 * @param hint which keys there are; may be empty
 */
record View(int width, int height, boolean isColoured, ZoneId zone, String hint) {
    static final int ENDLESS = Integer.MAX_VALUE;

    /** A text with its tone. */
    AttributedString text(String text, Tone tone) {
        return new AttributedString(text, style(tone));
    }

    /** The beginning of a line, as much as there is room for. */
    AttributedString cut(AttributedString line) {
        return line.columnLength() <= width ? line : line.columnSubSequence(0, width);
    }

    private AttributedStyle style(Tone tone) {
        AttributedStyle plain = AttributedStyle.DEFAULT;
        if (!isColoured) {
            return plain;
        }
        return switch (tone) {
            case PLAIN -> plain;
            case STRONG -> plain.bold();
            case SOFT -> plain.faint();
            case GOOD -> plain.foreground(AttributedStyle.GREEN);
            case WARN -> plain.foreground(AttributedStyle.YELLOW);
            case BAD -> plain.foreground(AttributedStyle.RED).bold();
        };
    }
}
