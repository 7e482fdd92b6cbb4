package io.paxosstore.node.history;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A change as bytes, in memory and on disk (big-endian):
 *
 * <pre>
 *  change: entry: u64 | version: u64 | what: u8 | space: u32 | id: u16 length, bytes |
 *          objects: u16 count
 *  what:   0 not all changed objects are listed, 1 all are, 2 skipped
 *  object: kind: u8 | type: u8, 0 for none | name: u16 length, UTF-8
 * </pre>
 *
 * <p>Of a key the version is the entry, and no objects are listed. <em>Skipped</em> says that the
 * key or the entity has come to this version otherwise than entry by entry.
 *
 * <p>Its methods leave a buffer's position and limit alone but where they say so. Thread-safe, the
 * buffers are not.
 */
public final class ChangeFormat {
    private static final int VERSION_AT = Long.BYTES;
    private static final int WHAT_AT = VERSION_AT + Long.BYTES;
    private static final int SPACE_AT = WHAT_AT + 1;
    private static final int ID_AT = SPACE_AT + Integer.BYTES;
    private static final int FIXED_BYTES = ID_AT + 2 * Short.BYTES;
    private static final int OBJECT_BYTES = 2 + Short.BYTES;

    private static final byte LISTED = 1;
    private static final byte SKIPPED = 2;

    private ChangeFormat() {}

    /** The names of the changed objects as bytes, in their order. */
    public static List<byte[]> names(ChangedObjects changes) {
        List<byte[]> names = new ArrayList<>(changes.objects().size());
        for (ObjectChange object : changes.objects()) {
            names.add(object.name().getBytes(StandardCharsets.UTF_8));
        }
        return names;
    }

    /**
     * How many bytes a change takes.
     *
     * @param names see {@link #names}
     */
    public static int bytes(EntityKey key, List<byte[]> names) {
        int length = bytesWithoutObjects(key);
        for (byte[] name : names) {
            length += OBJECT_BYTES + name.length;
        }
        return length;
    }

    /** How many bytes a change takes that lists no objects. */
    public static int bytesWithoutObjects(EntityKey key) {
        return FIXED_BYTES + key.key().length;
    }

    /**
     * Writes a change at the buffer's position, which moves behind it.
     *
     * @param names see {@link #names}
     */
    public static void put(
            ByteBuffer to, EntityKey key, long entry, ChangedObjects changes, List<byte[]> names) {
        to.putLong(entry).putLong(changes.version());
        to.put(changes.complete() ? LISTED : 0).putInt(key.space());
        to.putShort((short) key.key().length).put(key.key());
        to.putShort((short) names.size());
        for (int i = 0; i < names.size(); i++) {
            ObjectChange object = changes.objects().get(i);
            ObjectType type = object.type();
            to.put(object.kind().code()).put(type == null ? 0 : type.code());
            to.putShort((short) names.get(i).length).put(names.get(i));
        }
    }

    /**
     * Writes that a key has come to a version, or that an entity has skipped to one.
     *
     * @param entry the entry, or a later one
     */
    public static void put(
            ByteBuffer to, EntityKey key, long entry, long version, boolean isSkipped) {
        to.putLong(entry).putLong(version);
        to.put(isSkipped ? SKIPPED : LISTED).putInt(key.space());
        to.putShort((short) key.key().length).put(key.key());
        to.putShort((short) 0);
    }

    /** Whether the change that lies there is a version that was come to otherwise. */
    public static boolean isSkipped(ByteBuffer from, int at) {
        return from.get(at + WHAT_AT) == SKIPPED;
    }

    /** The entry of the change that lies there. */
    public static long entry(ByteBuffer from, int at) {
        return from.getLong(at);
    }

    /**
     * How many bytes from its beginning say of which entity or key the change that lies there is,
     * to which version it has come, and how.
     */
    static int identityBytes(ByteBuffer from, int at) {
        return ID_AT + Short.BYTES + length(from, at + ID_AT);
    }

    /** Whether the change that lies there is one of this entity. */
    public static boolean isOf(ByteBuffer from, int at, EntityKey key) {
        byte[] id = key.key();
        int begin = from.arrayOffset() + at + ID_AT + Short.BYTES;
        return from.getInt(at + SPACE_AT) == key.space()
                && length(from, at + ID_AT) == id.length
                && Arrays.equals(from.array(), begin, begin + id.length, id, 0, id.length);
    }

    /** The entity of the change that lies there. */
    public static EntityKey key(ByteBuffer from, int at) {
        byte[] id = new byte[length(from, at + ID_AT)];
        from.get(at + ID_AT + Short.BYTES, id);
        return new EntityKey(from.getInt(at + SPACE_AT), id);
    }

    /** What the change that lies there did. */
    public static ChangedObjects changes(ByteBuffer from, int at) {
        int place = at + ID_AT + Short.BYTES + length(from, at + ID_AT);
        int count = length(from, place);
        place += Short.BYTES;
        List<ObjectChange> objects = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ObjectChange.Kind kind = ObjectChange.Kind.of(from.get(place));
            byte type = from.get(place + 1);
            byte[] name = new byte[length(from, place + 2)];
            from.get(place + OBJECT_BYTES, name);
            place += OBJECT_BYTES + name.length;
            objects.add(
                    new ObjectChange(new String(name, StandardCharsets.UTF_8), kind, typeOf(type)));
        }
        boolean complete = from.get(at + WHAT_AT) == LISTED;
        return new ChangedObjects(from.getLong(at + VERSION_AT), complete, objects);
    }

    /** Whether the change that lies there is one of the range. */
    public static boolean isIn(ByteBuffer from, int at, ChangeRange range) {
        byte[] prefix = range.prefix();
        int length = length(from, at + ID_AT);
        int begin = from.arrayOffset() + at + ID_AT + Short.BYTES;
        return from.getInt(at + SPACE_AT) == range.space()
                && (range.isExact() ? length == prefix.length : length >= prefix.length)
                && Arrays.equals(
                        from.array(), begin, begin + prefix.length, prefix, 0, prefix.length);
    }

    /** The change that lies there, as one of a range. */
    public static RangeChange rangeChange(ByteBuffer from, int at) {
        ChangedObjects changes = changes(from, at);
        return new RangeChange(
                key(from, at).key(),
                changes.version(),
                isSkipped(from, at),
                changes.complete(),
                changes.objects());
    }

    private static @Nullable ObjectType typeOf(byte code) {
        return code == 0 ? null : ObjectType.of(code);
    }

    private static int length(ByteBuffer from, int at) {
        return from.getShort(at) & 0xffff;
    }
}
