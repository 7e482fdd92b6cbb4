package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.KeyLayout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The column families. What is read with every operation on an object lies apart from what objects
 * hold: it is little, so that it stays in the cache, and a read of one element costs one access to
 * the disk. They are flushed together (atomic flush), so what one of them holds durably fits what
 * the others do.
 *
 * <pre>
 *  default  "format" -> u32; "sequence" -> u64 of the newest write; "number" -> u64, numbers below
 *           it may be in use
 *  meta     space (u32) id -> {@link EntityMeta}
 *  heads    number (u64) key of the entity's state -> value: version, headers and deadlines of
 *           objects, schemas and indexes of blocks of tables
 *  data     number (u64) key of the entity's state -> value: what objects hold
 *  expiry   deadline (u64) number (u64) generation (u64; 0 for objects) -> space (u32) id
 *  merge    tables that have delta records, or had some: see {@link MergeTarget}
 * </pre>
 */
enum Family {
    STORE("default"),
    META("meta"),
    HEADS("heads"),
    DATA("data"),
    EXPIRY("expiry"),
    MERGE("merge");

    private static final byte[] ELEMENTS = KeyLayout.elements();
    private static final byte[] ELEMENTS_END = KeyLayout.elementsEnd();

    private final String familyName;

    Family(String familyName) {
        this.familyName = familyName;
    }

    /** Where a record of an entity's state lies. */
    static Family of(byte[] stateKey) {
        return KeyLayout.isElement(stateKey) ? DATA : HEADS;
    }

    /**
     * A part of a range of an entity's state that lies in one family.
     *
     * @param to not included
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Part(Family family, byte[] from, byte[] to) {}

    /** The parts of a range, in order; none is empty. */
    static List<Part> parts(byte[] from, byte[] to) {
        List<Part> parts = new ArrayList<>(1);
        add(parts, HEADS, from, min(to, ELEMENTS));
        add(parts, DATA, max(from, ELEMENTS), min(to, ELEMENTS_END));
        add(parts, HEADS, max(from, ELEMENTS_END), to);
        return parts;
    }

    private static void add(List<Part> parts, Family family, byte[] from, byte[] to) {
        if (Arrays.compareUnsigned(from, to) < 0) {
            parts.add(new Part(family, from, to));
        }
    }

    private static byte[] min(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    private static byte[] max(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    byte[] nameBytes() {
        return familyName.getBytes(StandardCharsets.US_ASCII);
    }
}
