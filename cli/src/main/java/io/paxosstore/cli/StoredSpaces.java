package io.paxosstore.cli;

import io.paxosstore.bitcask.StoreInspector;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.data.EntryPayload;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** The names of spaces, as the catalog in a node's directory has them. */
final class StoredSpaces {
    private final SortedMap<String, Integer> numbers;
    private final boolean isWhole;

    private StoredSpaces(SortedMap<String, Integer> numbers, boolean isWhole) {
        this.numbers = numbers;
        this.isWhole = isWhole;
    }

    /** The greatest entry of the catalog that is there; it is written by compare-and-set. */
    private static final class Newest {
        private long entry;
        private @Nullable EntryValue value;
        private boolean isWhole = true;

        private void see(StoreInspector.RecordLine record) {
            EntryValue held = record.value();
            boolean counts = held != null && record.intact();
            if (counts && record.key().equals(Catalog.KEY) && record.entry() >= entry) {
                entry = record.entry();
                value = held;
            }
        }
    }

    /** Looks through a store for the catalog. */
    static StoredSpaces of(StoreInspector store) throws IOException {
        Newest newest = new Newest();
        store.dump(newest::see, unread -> newest.isWhole = false);
        SortedMap<String, Integer> numbers = new TreeMap<>();
        EntryValue value = newest.value;
        byte[] state = value == null ? new byte[0] : EntryPayload.stateOf(value);
        if (KvState.isPresent(state)) {
            ByteBuffer slice = KvState.valueSlice(state);
            byte[] bytes = new byte[slice.remaining()];
            slice.get(bytes);
            try {
                for (SpaceInfo space : Catalog.decode(newest.entry, bytes).spaces()) {
                    numbers.put(space.name(), space.id());
                }
            } catch (MalformedBytesException e) {
                throw new IOException("The catalog of spaces cannot be read: " + e.getMessage(), e);
            }
        }
        return new StoredSpaces(numbers, newest.isWhole);
    }

    /**
     * The number of a space.
     *
     * @param name its name or its number
     * @throws IOException with one sentence when there is none of that name
     */
    int number(String name) throws IOException {
        Integer number = numbers.get(name);
        if (number != null) {
            return number;
        }
        try {
            return Integer.parseInt(name);
        } catch (NumberFormatException e) {
            throw new IOException(
                    (isWhole
                                    ? "This store knows no space '"
                                    : "What could be read of this store names no space '")
                            + name
                            + "'"
                            + (numbers.isEmpty()
                                    ? ""
                                    : "; there are " + String.join(", ", numbers.keySet()))
                            + ".",
                    e);
        }
    }

    /**
     * A key or entity.
     *
     * @param name SPACE/KEY, the space by its name or its number
     * @throws IOException with one sentence when that is no key
     */
    EntityKey key(String name) throws IOException {
        int slash = name.indexOf('/');
        if (slash < 1) {
            throw new IOException("'" + name + "' is no key; write SPACE/KEY.");
        }
        return new EntityKey(
                number(name.substring(0, slash)),
                name.substring(slash + 1).getBytes(StandardCharsets.UTF_8));
    }
}
