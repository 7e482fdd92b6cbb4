package io.paxosstore.node.host;

import io.paxosstore.core.Message;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What was loaded of damaged entities and is held back until the node lives under a later
 * incarnation (Rule A3). The store is asked again then, which it may be only when no record of the
 * entity is on its way: an image may have come meanwhile. On the shard's loop only.
 */
final class HeldLoads {
    private static final class Held {
        private final RecordsSince records = new RecordsSince();

        /** Whether the later incarnation has begun. */
        private boolean due;
    }

    private final Map<EntityKey, Held> held = new LinkedHashMap<>();
    private final Consumer<EntityKey> takeIn;

    /**
     * @param takeIn asks the store again, and gives the answer to the replica
     */
    HeldLoads(Consumer<EntityKey> takeIn) {
        this.takeIn = takeIn;
    }

    /** What was loaded of an entity, none of whose records is on its way, is held back. */
    void hold(EntityKey key) {
        held.put(key, new Held());
    }

    /** Whether something is held back of an entity. */
    boolean holds(EntityKey key) {
        return held.containsKey(key);
    }

    /**
     * Whether a message may be kept until the store is asked again, which may take until there is
     * room on the disk: not a value, of which there may be thousands. Who is not answered says it
     * again, and what is chosen is caught up with.
     */
    boolean keeps(EntityKey key, Message message) {
        return held.isEmpty() || !holds(key) || PacedLoads.broughtBy(message) == null;
    }

    /** A record of an entity is on its way. */
    void appended(EntityKey key) {
        if (!held.isEmpty()) {
            Held one = held.get(key);
            if (one != null) {
                one.records.appended();
            }
        }
    }

    /** A record of an entity is durable, and the replica knows. */
    void durable(EntityKey key) {
        if (!held.isEmpty()) {
            Held one = held.get(key);
            if (one != null) {
                one.records.durable();
            }
        }
    }

    /**
     * The later incarnation has begun.
     *
     * @return whether something is held back
     */
    boolean due(EntityKey key) {
        Held one = held.get(key);
        if (one != null) {
            one.due = true;
        }
        return one != null;
    }

    /**
     * Takes in what is due; when all that the replica wanted so far has been performed.
     *
     * @return whether there was anything
     */
    boolean takeIn() {
        if (held.isEmpty()) {
            return false;
        }
        List<EntityKey> ready = new ArrayList<>();
        held.forEach((key, one) -> {
            if (one.due && one.records.isNone()) {
                ready.add(key);
            }
        });
        ready.forEach(held::remove);
        ready.forEach(takeIn);
        return !ready.isEmpty();
    }
}
