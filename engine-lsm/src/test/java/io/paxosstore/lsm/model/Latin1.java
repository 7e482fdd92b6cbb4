package io.paxosstore.lsm.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Bytes as text of one character per byte: equality and order stay. */
final class Latin1 {
    private Latin1() {}

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static List<byte[]> bytes(List<String> texts) {
        List<byte[]> all = new ArrayList<>();
        texts.forEach(text -> all.add(bytes(text)));
        return all;
    }
}
