package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** Scans over the members of a set, the fields of a map or the rows of a stream. */
final class Scans {
    /** Most records a page looks at, so that expired ones do not make it endless. */
    static final int STEPS_MAX = 20_000;

    private Scans() {}

    /** From one member to below another; to the last if there is none. */
    static RecordCursor members(
            EntityState state, long generation, byte[] from, byte @Nullable [] to) {
        byte[] begin = KeyLayout.member(generation, from);
        return state.scan(begin, end(generation, begin, to));
    }

    /** The same members, the last of them first. */
    static RecordCursor membersReverse(
            EntityState state, long generation, byte[] from, byte @Nullable [] to) {
        byte[] begin = KeyLayout.member(generation, from);
        return state.scanReverse(begin, end(generation, begin, to));
    }

    private static byte[] end(long generation, byte[] begin, byte @Nullable [] to) {
        byte[] end =
                to == null ? KeyLayout.membersEnd(generation) : KeyLayout.member(generation, to);
        return Arrays.compareUnsigned(begin, end) <= 0 ? end : begin;
    }
}
