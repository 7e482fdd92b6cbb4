package io.paxosstore.redis.lua;

import java.nio.charset.StandardCharsets;

/** The words of the beginning of a script, to say at which one it could not be understood. */
final class Tokens {
    private static final String NONE = "";

    private final String text;
    private int at;

    /**
     * @param length how many bytes are looked at
     */
    Tokens(byte[] text, int length) {
        this.text = new String(text, 0, Math.min(length, text.length), StandardCharsets.ISO_8859_1);
    }

    /** The last word; empty if there is none. */
    String last() {
        String last = NONE;
        while (at < text.length()) {
            int start = at;
            if (skip()) {
                last = text.substring(start, at);
            }
        }
        return last;
    }

    /** Goes behind a word, or behind what is none, which it says. */
    private boolean skip() {
        char first = text.charAt(at);
        if (first <= ' ') {
            at++;
            return false;
        }
        if (text.startsWith("--", at)) {
            at += 2;
            if (!longBracket()) {
                skipTo("\n");
            }
            return false;
        }
        if (first == '"' || first == '\'') {
            string(first);
        } else if (Character.isLetterOrDigit(first) || first == '_') {
            word(Character.isDigit(first));
        } else if (first != '[' || !longBracket()) {
            at += operator();
        }
        return true;
    }

    private void skipTo(String end) {
        int found = text.indexOf(end, at);
        at = found < 0 ? text.length() : found;
    }

    private boolean longBracket() {
        int level = at + 1;
        while (level < text.length() && text.charAt(level) == '=') {
            level++;
        }
        if (at >= text.length()
                || text.charAt(at) != '['
                || level >= text.length()
                || text.charAt(level) != '[') {
            return false;
        }
        String end = "]" + "=".repeat(level - at - 1) + "]";
        skipTo(end);
        at = Math.min(text.length(), at + end.length());
        return true;
    }

    private void string(char quote) {
        at++;
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        boolean isClosed = at < text.length() && text.charAt(at) == quote;
        at = Math.min(text.length(), isClosed ? at + 1 : at);
    }

    private void word(boolean isNumber) {
        while (at < text.length()) {
            char next = text.charAt(at);
            boolean belongs =
                    Character.isLetterOrDigit(next) || next == '_' || (isNumber && next == '.');
            if (!belongs) {
                return;
            }
            at++;
        }
    }

    private int operator() {
        for (String operator : new String[] {"...", "..", "==", "~=", "<=", ">=", "::"}) {
            if (text.startsWith(operator, at)) {
                return operator.length();
            }
        }
        return 1;
    }
}
