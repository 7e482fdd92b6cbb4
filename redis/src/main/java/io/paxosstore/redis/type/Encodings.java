package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;

import java.util.Iterator;

/**
 * How Redis would keep what a key holds, if nothing that the key held before mattered: here it says
 * nothing but that.
 */
final class Encodings {
    /** Longest string that Redis keeps together with its head. */
    private static final int EMBEDDED_BYTES_MAX = 44;

    /** Most members and fields that Redis keeps packed. */
    private static final int PACKED_MAX = 512;

    /** The same of sorted sets. */
    private static final int PACKED_SORTED_MAX = 128;

    /** Longest field and value that Redis keeps packed. */
    private static final int PACKED_BYTES_MAX = 64;

    private static final byte[] FIRST = {};

    private final Keyspace keys;
    private final byte[] key;

    Encodings(Keyspace keys, byte[] key) {
        this.keys = keys;
        this.key = key;
    }

    String of(Keyspace.Found found) {
        return switch (found.type()) {
            case VALUE -> ofString(found.size());
            case LIST -> "quicklist";
            case SET -> found.size() <= PACKED_MAX && hasNumbersOnly() ? "intset" : "hashtable";
            case MAP -> found.size() <= PACKED_MAX && isShort() ? "listpack" : "hashtable";
            case SORTED_SET ->
                    found.size() <= PACKED_SORTED_MAX && hasShortMembers()
                            ? "listpack"
                            : "skiplist";
            case STREAM -> "stream";
            case QUEUE, TABLE -> found.type().word();
        };
    }

    private String ofString(long bytes) {
        if (bytes > EMBEDDED_BYTES_MAX) {
            return "raw";
        }
        byte[] value = keys.string(key).value();
        return value != null && Arguments.isInteger(value) ? "int" : "embstr";
    }

    private boolean hasNumbersOnly() {
        return keys
                .run(
                        new SetOperation.Scan(keys.name(key), FIRST, null, Page.of(PACKED_MAX)),
                        Result.Members.class)
                .members()
                .stream()
                .allMatch(Arguments::isInteger);
    }

    private boolean hasShortMembers() {
        Iterator<SortedSetOperation.Scored> members = ScoredMembers.of(keys, key).iterator();
        while (members.hasNext()) {
            if (members.next().member().length > PACKED_BYTES_MAX) {
                return false;
            }
        }
        return true;
    }

    private boolean isShort() {
        return keys
                .run(
                        new MapOperation.Scan(keys.name(key), FIRST, null, Page.of(PACKED_MAX)),
                        Result.Fields.class)
                .fields()
                .stream()
                .allMatch(field ->
                        field.name().length <= PACKED_BYTES_MAX
                                && field.value().length <= PACKED_BYTES_MAX);
    }
}
