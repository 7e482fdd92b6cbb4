package io.paxosstore.client;

import io.paxosstore.protocol.range.RangeMerge;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** One watch on a range as the network thread knows it. Owned by the network thread. */
final class RangeTask {
    /** The watch as it is registered at one node, or to be. */
    static final class Stream {
        final RangeTask task;
        final int nodeId;
        @Nullable Connection connection;
        long correlation;

        /** When it is to be registered, or is given up for silence. */
        long dueNanos;

        /** So long without a sign of life and it is given up. */
        long silentNanos;

        int failures;

        /** Why its node did not open it when it was asked last; null if it may soon do. */
        Response.@Nullable Failure refusal;

        Stream(RangeTask task, int nodeId, long nowNanos) {
            this.task = task;
            this.nodeId = nodeId;
            this.dueNanos = nowNanos;
        }
    }

    final int space;
    final byte[] prefix;
    final boolean isExact;
    final RangeSink sink;
    final RangeMerge merge;
    final Map<Integer, Stream> streams = new HashMap<>();

    /** When it was first wanted. */
    long begunNanos;

    boolean isClosed;

    /** Whether any node has begun to tell. */
    boolean hasOpened;

    RangeTask(
            int space,
            byte[] prefix,
            boolean isExact,
            int keysMax,
            Function<byte[], int @Nullable []> votersOf,
            RangeSink sink) {
        this.space = space;
        this.prefix = prefix;
        this.isExact = isExact;
        this.sink = sink;
        this.merge = new RangeMerge(space, keysMax, votersOf, sink);
    }
}
