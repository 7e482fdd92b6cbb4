package io.paxosstore.protocol.range;

import io.paxosstore.protocol.model.RangeChange;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Changes of keys that have a number. */
final class RangeChanges {
    private RangeChanges() {}

    static byte[] key(int number) {
        return ("k" + number).getBytes(StandardCharsets.UTF_8);
    }

    static String name(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    static RangeChange change(int key, long version) {
        return new RangeChange(key(key), version, false, true, List.of());
    }

    static RangeChange skipped(int key, long version) {
        return new RangeChange(key(key), version, true, true, List.of());
    }
}
