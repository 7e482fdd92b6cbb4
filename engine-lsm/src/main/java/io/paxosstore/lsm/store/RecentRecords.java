package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Small records of one entity as they are at its newest metadata, and keys that it is known not to
 * have. When they would be too many, all are forgotten. Call with the entity's lock held.
 */
final class RecentRecords {
    /** Stands for a key without a value; known by its identity. */
    static final byte[] NONE = {};

    /** A longer value is not worth its place. */
    private static final int VALUE_BYTES_MAX = 1024;

    /** All records of an entity. */
    private static final int BYTES_MAX = 8 * 1024;

    /** What a record takes beside key and value: objects and references. */
    private static final int RECORD_BYTES = 112;

    /** A key, to be found by its bytes. */
    private static final class Key {
        private final byte[] bytes;
        private final int hash;

        Key(byte[] bytes) {
            this.bytes = bytes;
            this.hash = Arrays.hashCode(bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final Map<Key, byte[]> values = new HashMap<>();
    private int bytes;

    /** About how many bytes they take. */
    int bytes() {
        return bytes;
    }

    /** The value of a key, or {@link #NONE}; null if it is not known here. */
    byte @Nullable [] get(byte[] key) {
        return values.isEmpty() ? null : values.get(new Key(key));
    }

    /**
     * A record was read.
     *
     * @param value null if there is none
     */
    void read(byte[] key, byte @Nullable [] value) {
        if (isKept(key)) {
            put(key, value == null ? NONE : value);
        }
    }

    /** An entry was applied: from now on these are the records after it. */
    void applied(EntityChanges changes) {
        for (EntityChanges.Change change : changes.changes()) {
            switch (change) {
                case EntityChanges.Put put -> {
                    if (isKept(put.key())) {
                        put(put.key(), put.value());
                    }
                }
                case EntityChanges.Delete delete -> {
                    if (isKept(delete.key())) {
                        put(delete.key(), NONE);
                    }
                }
                case EntityChanges.DeleteRange _ -> forget();
            }
        }
    }

    /** Nothing is known any more. */
    void forget() {
        values.clear();
        bytes = 0;
    }

    /** What is looked up by its key; the rest is walked over. */
    private static boolean isKept(byte[] key) {
        return !KeyLayout.isExpiry(key) && !KeyLayout.isFieldDeadline(key);
    }

    private void put(byte[] key, byte[] value) {
        Key mine = new Key(key);
        byte[] before = values.remove(mine);
        if (before != null) {
            bytes -= size(key, before);
        }
        if (value.length <= VALUE_BYTES_MAX) {
            if (bytes + size(key, value) > BYTES_MAX) {
                forget();
            }
            values.put(mine, value);
            bytes += size(key, value);
        }
    }

    private static int size(byte[] key, byte[] value) {
        return RECORD_BYTES + key.length + value.length;
    }
}
