package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.history.ChangeBuffer;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangeSearch;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.node.history.MemoryMedium;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A node's history of changes, on its disk and of little worth: written late, its tail lost with a
 * crash, its oldest batches dropped, one in the middle unreadable now and then. Not thread-safe.
 */
final class SimHistory implements ChangeHistory {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int BATCHES_MAX = 200;
    private static final long LATE_NANOS_MAX = 50_000_000;
    private static final double LOST_CHANCE = 0.01;

    private final SimCluster cluster;
    private final SimNode node;
    private final RandomSource random;
    private final TreeMap<Long, ByteBuffer> batches = new TreeMap<>();
    private final MemoryMedium medium = new MemoryMedium(batches);
    private ChangeBuffer buffer = new ChangeBuffer(BUFFER_BYTES);
    private boolean writing;
    private long next;

    SimHistory(SimCluster cluster, SimNode node, RandomSource random) {
        this.cluster = cluster;
        this.node = node;
        this.random = random;
    }

    /** The node's life ends: what was not written is lost, and some of what was. */
    void crash() {
        buffer = new ChangeBuffer(BUFFER_BYTES);
        writing = false;
        for (int i = random.nextInt(3); i > 0 && !batches.isEmpty(); i--) {
            batches.pollLastEntry();
        }
    }

    /** Everything is lost. */
    void wipe() {
        crash();
        batches.clear();
    }

    @Override
    public void keep(int shard, ByteBuffer from, int at, int length) {
        buffer.add(from, at, length);
        if (!writing) {
            writing = true;
            node.later(random.nextLong(LATE_NANOS_MAX), this::write);
        }
    }

    private void write() {
        writing = false;
        ByteBuffer batch = buffer.take(ByteBuffer.allocate(BUFFER_BYTES));
        if (batch != null && !random.chance(LOST_CHANCE)) {
            batches.put(next, batch);
        }
        next++;
        if (batches.size() > BATCHES_MAX) {
            batches.pollFirstEntry();
        }
    }

    @Override
    public void find(ChangeQuestion question, Consumer<ChangesFound> answer) {
        node.later(
                random.nextLong(LATE_NANOS_MAX),
                () -> {
                    ChangeSearch search = new ChangeSearch(medium, List.of(question));
                    while (search.step()) {
                        cluster.count(Occurrence.HISTORY_READ, 1);
                    }
                    ChangesFound found = search.answers().getFirst();
                    cluster.count(Occurrence.HISTORY_TOLD, found.changes().size());
                    answer.accept(found);
                });
    }
}
