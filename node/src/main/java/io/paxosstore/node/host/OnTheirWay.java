package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The records of a shard that are on their way to the disk, and who waits for those of a moment. On
 * the shard's loop only.
 */
final class OnTheirWay {
    /** Who waits until as many records are durable. */
    private record Waiting(long keys, long entities, Runnable task) {}

    private final Queue<Waiting> waiting = new ArrayDeque<>();

    // By part of the storage, since each reports its records in order.
    private long keysAppended;
    private long keysDurable;
    private long entitiesAppended;
    private long entitiesDurable;

    /** A record was appended. */
    void appended(EntityKey key) {
        switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> keysAppended++;
            case ENTITY -> entitiesAppended++;
        }
    }

    /** A record is durable, and the replica knows. */
    void durable(EntityKey key) {
        switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> keysDurable++;
            case ENTITY -> entitiesDurable++;
        }
    }

    /** Has a task run when all that was appended so far is durable. */
    void whenLanded(Runnable task) {
        waiting.add(new Waiting(keysAppended, entitiesAppended, task));
        runDue();
    }

    /** Runs what is due; after records have become durable. */
    void runDue() {
        Waiting first = waiting.peek();
        while (first != null
                && first.keys() <= keysDurable
                && first.entities() <= entitiesDurable) {
            waiting.remove();
            first.task().run();
            first = waiting.peek();
        }
    }
}
