package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Changed objects of an entity: their count (u16), then kind (u8), type (u8) or 0, name of each.
 */
final class ObjectFields {
    private static final int FIXED_BYTES = 3;

    /** What a character of a name can take in UTF-8. */
    private static final int CHARACTER_BYTES = 3;

    private ObjectFields() {}

    /** An upper bound of what they take. */
    static int bytesMax(List<ObjectChange> objects) {
        int bytes = Short.BYTES;
        for (ObjectChange object : objects) {
            int name = CHARACTER_BYTES * object.name().length();
            bytes += FIXED_BYTES + Math.min(name, Wire.NAME_BYTES_MAX);
        }
        return bytes;
    }

    static void put(ByteBuffer out, List<ObjectChange> objects) {
        if (objects.size() > Wire.CHANGED_OBJECTS_MAX) {
            throw new IllegalArgumentException(
                    "%d changed objects do not fit into a frame; the limit is %d."
                            .formatted(objects.size(), Wire.CHANGED_OBJECTS_MAX));
        }
        out.putShort((short) objects.size());
        for (ObjectChange object : objects) {
            ObjectType type = object.type();
            out.put(object.kind().code()).put(type == null ? 0 : type.code());
            Fields.putName(out, Fields.name(object.name()));
        }
    }

    static List<ObjectChange> get(ByteBuffer in) throws MalformedFrameException {
        int count = Fields.getUnsignedShort(in);
        if (count > Wire.CHANGED_OBJECTS_MAX) {
            throw new MalformedFrameException("A change lists " + count + " objects.");
        }
        List<ObjectChange> objects = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            objects.add(getOne(in));
        }
        return objects;
    }

    private static ObjectChange getOne(ByteBuffer in) throws MalformedFrameException {
        byte kind = Fields.getByte(in);
        byte type = Fields.getByte(in);
        String name = Fields.getName(in);
        try {
            return new ObjectChange(
                    name, ObjectChange.Kind.of(kind), type == 0 ? null : ObjectType.of(type));
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException(String.valueOf(e.getMessage()));
        }
    }
}
