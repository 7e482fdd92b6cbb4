package io.paxosstore.sim.entity;

import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import java.util.List;
import java.util.TreeSet;

/**
 * What those who watch an entity are told of its entries. Each effect counts as an object, and what
 * the effect makes of it is part of the name: so two values of one entry cannot look the same.
 */
public final class EntityEvents {
    private EntityEvents() {}

    /** The version after an entry that changed something; 0 for entry 0. */
    public static long version(long entry) {
        return entry == 0 ? 0 : EntityVersion.of(entry, 1);
    }

    /**
     * What an entry did.
     *
     * @param changes the entry's, as {@link Effect#encode} wrote them
     * @param objectsMax how many objects are listed at most
     */
    public static ChangedObjects of(byte[] changes, long entry, int objectsMax) {
        TreeSet<String> names = new TreeSet<>();
        Effect.decode(changes).forEach(effect -> names.add(effect.toString()));
        if (names.isEmpty()) {
            return ChangedObjects.NONE;
        }
        List<ObjectChange> objects =
                names.stream()
                        .limit(objectsMax)
                        .map(name ->
                                new ObjectChange(name, ObjectChange.Kind.CHANGED, ObjectType.VALUE))
                        .toList();
        return new ChangedObjects(version(entry), names.size() <= objectsMax, objects);
    }
}
