package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;

/**
 * What an entry does to the data of its entity: changes in their order, which replicas apply
 * without knowing why. Immutable; arrays are not copied.
 *
 * <pre>
 *  u8 format (1) | varint count | per change:
 *  u8 1 PUT           bytes key, bytes value
 *  u8 2 DELETE        bytes key
 *  u8 3 DELETE_RANGE  bytes from, bytes to (not included)
 *  bytes: varint length, bytes
 * </pre>
 *
 * @param changes in the order in which they take effect
 */
public record EntityChanges(List<Change> changes) {
    /** No changes. */
    public static final EntityChanges NONE = new EntityChanges(List.of());

    /** The version of the format. */
    public static final int FORMAT = 1;

    private static final int PUT = 1;
    private static final int DELETE = 2;
    private static final int DELETE_RANGE = 3;

    /** A change. */
    public sealed interface Change {}

    /** Writes a key. */
    @SuppressWarnings("ArrayRecordComponent") // on their way into an entry or a write batch
    public record Put(byte[] key, byte[] value) implements Change {}

    /** Removes a key. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Delete(byte[] key) implements Change {}

    /** Removes all keys from one to below another. */
    @SuppressWarnings("ArrayRecordComponent")
    public record DeleteRange(byte[] from, byte[] to) implements Change {}

    /** Changes; the list is copied. */
    public EntityChanges {
        changes = List.copyOf(changes);
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Their bytes; equal changes have equal bytes. */
    public byte[] encode() {
        ByteWriter out = new ByteWriter(64);
        out.putByte(FORMAT).putVarint(changes.size());
        for (Change change : changes) {
            switch (change) {
                case Put put -> out.putByte(PUT).putBytes(put.key()).putBytes(put.value());
                case Delete delete -> out.putByte(DELETE).putBytes(delete.key());
                case DeleteRange range ->
                        out.putByte(DELETE_RANGE).putBytes(range.from()).putBytes(range.to());
            }
        }
        return out.toBytes();
    }

    /**
     * The changes of these bytes.
     *
     * @throws MalformedBytesException if they are none
     */
    public static EntityChanges decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException("Changes have the format " + format + ".");
        }
        int count = in.getCount();
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = in.getByte();
            changes.add(
                    switch (kind) {
                        case PUT -> new Put(in.getBytes(), in.getBytes());
                        case DELETE -> new Delete(in.getBytes());
                        case DELETE_RANGE -> new DeleteRange(in.getBytes(), in.getBytes());
                        default ->
                                throw new MalformedBytesException(
                                        "No change has the number " + kind + ".");
                    });
        }
        in.end();
        return new EntityChanges(changes);
    }
}
