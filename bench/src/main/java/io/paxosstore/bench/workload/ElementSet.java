package io.paxosstore.bench.workload;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A set as a value: its elements in the order in which they were added, each behind a blank. */
final class ElementSet {
    /** A set of so many bytes takes no more elements: histories keep every value they have seen. */
    private static final int BYTES_MAX = 800;

    private static final String SEPARATOR = " ";

    private ElementSet() {}

    static byte[] first(String element) {
        return (SEPARATOR + element).getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] with(String value, String element) {
        return (value + SEPARATOR + element).getBytes(StandardCharsets.ISO_8859_1);
    }

    static boolean isFull(String value) {
        return value.length() >= BYTES_MAX;
    }

    static List<String> elements(String value) {
        return List.of(value.substring(SEPARATOR.length()).split(SEPARATOR));
    }

    /** The element that a write adds: the last one of the value it wants. */
    static String added(byte[] value) {
        String text = new String(value, StandardCharsets.ISO_8859_1);
        return text.substring(text.lastIndexOf(SEPARATOR) + SEPARATOR.length());
    }
}
