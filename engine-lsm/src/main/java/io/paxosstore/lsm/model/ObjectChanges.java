package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads from an entry's changes alone what it did to the objects: every operation that changes
 * anything of an object writes or deletes the object's header in the same entry.
 */
public final class ObjectChanges {
    private static final int PUT = 1;
    private static final int DELETE = 2;
    private static final int DELETE_RANGE = 3;

    private ObjectChanges() {}

    /** Like {@link #of}; null if the bytes are no changes. */
    public static @Nullable ChangedObjects orNull(byte[] changes, long entry, int objectsMax) {
        try {
            return of(changes, entry, objectsMax);
        } catch (MalformedBytesException e) {
            return null;
        }
    }

    /**
     * Reads an entry's changes; what is not a header is passed over.
     *
     * @param changes as {@link EntityChanges#encode} made them; empty for none
     * @param entry the entry's id
     * @param objectsMax most objects to list
     * @throws MalformedBytesException if the bytes are no changes
     */
    public static ChangedObjects of(byte[] changes, long entry, int objectsMax) {
        if (changes.length == 0) {
            return ChangedObjects.NONE;
        }
        ByteReader in = ByteReader.of(changes);
        int format = in.getByte();
        if (format != EntityChanges.FORMAT) {
            throw new MalformedBytesException("Changes have the format " + format + ".");
        }
        long version = 0;
        boolean complete = true;
        List<ObjectChange> objects = new ArrayList<>();
        for (int left = in.getCount(); left > 0; left--) {
            int kind = in.getByte();
            int keyBytes = in.getCount();
            int first = keyBytes == 0 ? -1 : in.peekByte();
            if (kind == PUT && first == KeyLayout.VERSION[0] && keyBytes == 1) {
                in.skip(keyBytes);
                version = ByteReader.of(in.getBytes()).getLong();
            } else if (kind != DELETE_RANGE && first == KeyLayout.HEADERS[0]) {
                String name = KeyLayout.nameOf(in.getRaw(keyBytes));
                ObjectChange change = kind == PUT ? written(name, entry, in) : removed(name);
                if (isRemoved(objects, name)) {
                    objects.set(objects.size() - 1, renamed(change));
                    continue;
                }
                complete &= objects.size() < objectsMax;
                if (complete) {
                    objects.add(change);
                }
            } else {
                in.skip(keyBytes);
                skipRest(kind, in);
            }
        }
        in.end();
        return version == 0 ? ChangedObjects.NONE : new ChangedObjects(version, complete, objects);
    }

    /** Whether the change before this one has removed the object of this name. */
    private static boolean isRemoved(List<ObjectChange> objects, String name) {
        return !objects.isEmpty() && objects.getLast().name().equals(name);
    }

    /** An object that has got this name is older, but is new here. */
    private static ObjectChange renamed(ObjectChange change) {
        return new ObjectChange(change.name(), ObjectChange.Kind.CREATED, change.type());
    }

    private static void skipRest(int kind, ByteReader in) {
        switch (kind) {
            case PUT, DELETE_RANGE -> in.skip(in.getCount());
            case DELETE -> {}
            default -> throw new MalformedBytesException("No change has the number " + kind + ".");
        }
    }

    private static ObjectChange written(String name, long entry, ByteReader in) {
        ObjectHeader header = ObjectHeader.decode(in.getBytes());
        ObjectType type = header.type();
        boolean created = EntityVersion.entryOf(header.generation()) == entry;
        return new ObjectChange(
                name, created ? ObjectChange.Kind.CREATED : ObjectChange.Kind.CHANGED, type);
    }

    private static ObjectChange removed(String name) {
        return new ObjectChange(name, ObjectChange.Kind.REMOVED, null);
    }
}
