package io.paxosstore.node.scan;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The first names of a query, of all that are added in any order; bounded by their number and
 * bytes. Not thread-safe.
 */
final class GatheredNames {
    /** Names of more bytes are left for the next answer. */
    static final int BYTES_MAX = 256 << 10;

    private final KeysQuery query;
    private final Name first;
    private final NavigableSet<Name> names = new TreeSet<>();
    private int bytes;

    /** Where the rest begins: the first name that was left out, or what lies behind all. */
    private Name rest;

    /**
     * @param end the place before which the names lie
     */
    GatheredNames(KeysQuery query, int end) {
        this.query = query;
        this.first = new Name(query.place(), query.from());
        this.rest = new Name(end, new byte[0]);
    }

    /** A name where it stands in the order of all. */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    private record Name(int place, byte[] bytes) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            return place != other.place
                    ? Integer.compare(place, other.place)
                    : Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name && compareTo(name) == 0;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** Somebody holds something of it. */
    void add(EntityKey key) {
        if (!query.wants(key)) {
            return;
        }
        Name name = new Name(Slots.place(key.slot()), key.key());
        boolean isWithin = name.compareTo(first) >= 0 && name.compareTo(rest) < 0;
        if (isWithin && names.add(name)) {
            bytes += name.bytes().length;
            while (names.size() > query.keysMax() || (bytes > BYTES_MAX && names.size() > 1)) {
                Name last = names.removeLast();
                bytes -= last.bytes().length;
                rest = last;
            }
        }
    }

    /**
     * The answer, once everything was added.
     *
     * @param before the names before this place
     */
    KeysAnswer.Listed answer(int before) {
        Name limit = new Name(before, new byte[0]);
        Name next = limit.compareTo(rest) < 0 ? limit : rest;
        return new KeysAnswer.Listed(
                next.place(),
                next.bytes(),
                names.headSet(limit).stream().map(Name::bytes).toList());
    }
}
