package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

/** One watch as the network thread knows it. Owned by the network thread. */
final class WatchTask {
    /** Where a watch is. */
    enum Phase {
        /** It is to be registered at a node when its time has come. */
        WAITING,
        /** A node was asked. */
        REGISTERING,
        /** A node pushes. */
        OPEN,
        /** Its sink is full. */
        PAUSED,
        /** It has ended. */
        CLOSED
    }

    final int space;
    final byte[] entity;
    final int slot;
    final WatchSink sink;

    /** The first version that was not told. */
    long from;

    Phase phase = Phase.WAITING;

    /** Whether it was open at least once. */
    boolean established;

    /** When something is to be done, unless something comes before. */
    long dueNanos;

    /** Registrations in a row that came to nothing. */
    int failures;

    /** Nodes in a row that had too many watches. */
    int refusals;

    final AskedNodes asked = new AskedNodes();

    /** The nodes that can no longer tell of {@link #from}. */
    final AskedNodes lacking = new AskedNodes();

    @Nullable Node node;
    @Nullable Connection connection;
    long correlation;

    WatchTask(int space, byte[] entity, long from, WatchSink sink) {
        this.space = space;
        this.entity = entity;
        this.slot = Slots.of(entity);
        this.from = from;
        this.sink = sink;
    }
}
