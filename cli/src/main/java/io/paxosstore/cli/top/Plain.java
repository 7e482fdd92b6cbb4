package io.paxosstore.cli.top;

/** Text that came from elsewhere, so that a terminal can do nothing but show it. */
final class Plain {
    /** What is longer is cut, in code points. */
    static final int LENGTH_MAX = 300;

    private Plain() {}

    /** The text, with escapes for all that would move, hide or turn around what stands near it. */
    static String text(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints()
                .limit(LENGTH_MAX)
                .forEach(c -> {
                    if (isShown(c)) {
                        out.appendCodePoint(c);
                    } else {
                        out.append(String.format("\\u%04x", c));
                    }
                });
        if (text.codePointCount(0, text.length()) > LENGTH_MAX) {
            out.append("...");
        }
        return out.toString();
    }

    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
