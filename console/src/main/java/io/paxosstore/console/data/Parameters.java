package io.paxosstore.console.data;

import io.paxosstore.client.Cursor;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** What a browser asks for. */
record Parameters(Map<String, String> given) {
    private static final char END = '.';

    /**
     * A text that must be there.
     *
     * @throws IllegalArgumentException if it is not
     */
    String text(String name) {
        String text = given.get(name);
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException("The parameter " + name + " is missing.");
        }
        return text;
    }

    String text(String name, String otherwise) {
        return given.getOrDefault(name, otherwise);
    }

    /** A number; 0 if it is not there. */
    long number(String name) {
        String text = text(name, "");
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + text + "', no number.", e);
        }
    }

    /** Bytes that {@link Shown#encode} has brought here. */
    byte[] bytes(String name) {
        return Shown.decode(text(name));
    }

    /** Where to go on; null for the beginning. */
    @Nullable Cursor cursor() {
        String text = text("from", "");
        if (text.isEmpty()) {
            return null;
        }
        int end = text.indexOf(END);
        return end < 0
                ? new Cursor(Shown.decode(text), null)
                : new Cursor(
                        Shown.decode(text.substring(0, end)),
                        Shown.decode(text.substring(end + 1)));
    }

    /** For {@link #cursor}. */
    static String encode(Cursor cursor) {
        byte[] to = cursor.to();
        String from = Shown.encode(cursor.from());
        return to == null ? from : from + END + Shown.encode(to);
    }
}
