package io.paxosstore.console;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What the other nodes tell of themselves while somebody looks at this node's console. It saves
 * questions, and answers none: who has told nothing of late is asked. Thread-safe.
 */
final class NodeStreams implements AutoCloseable {
    /** What was told longer ago is not how a node is: it tells something every second. */
    static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    /** After so long without a word it is begun anew. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(5);

    private final LongSupplier nanoTime;
    private final Map<Integer, NodeStream> streams = new HashMap<>(); // guarded by this
    private boolean isClosed; // guarded by this

    NodeStreams(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Has these tell, and nobody else; to be called every second. Nobody after {@link #close}. */
    synchronized void follow(List<Neighbour> nodes) {
        if (isClosed) {
            return;
        }
        Set<Neighbour> wanted = new HashSet<>(nodes);
        for (NodeStream stream : List.copyOf(streams.values())) {
            if (stream.hasEnded() || !wanted.contains(stream.node())) {
                stream.close();
                streams.remove(stream.node().id());
            }
        }
        for (Neighbour node : nodes) {
            streams.computeIfAbsent(node.id(), _ -> NodeStream.begin(node, SILENCE_MAX, nanoTime));
        }
    }

    /** What a node has told of late; null for nothing. */
    synchronized @Nullable String fresh(Neighbour node) {
        NodeStream stream = streams.get(node.id());
        return stream != null && stream.node().equals(node) ? stream.told(FRESH_NANOS) : null;
    }

    /** Nobody tells anything any more. */
    @Override
    public synchronized void close() {
        follow(List.of());
        isClosed = true;
    }
}
