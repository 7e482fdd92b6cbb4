package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.history.ChangeBuffer;
import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeFormat;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeMedium;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.history.ChangeSearch;
import io.paxosstore.node.history.ChangeTail;
import io.paxosstore.node.history.ChangeTails;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.node.history.KeptBefore;
import io.paxosstore.node.history.MemoryMedium;
import io.paxosstore.protocol.model.HistoryPosition;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A node's history of changes, on its disk and of little worth: written late, its oldest batches
 * dropped, one in the middle unreadable now and then. With a crash its tail is lost, or nothing is,
 * as if only the process had ended: then it goes on where it was. Not thread-safe.
 */
final class SimHistory implements ChangeHistory {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int BATCHES_MAX = 200;
    private static final long LATE_NANOS_MAX = 50_000_000;
    private static final double LOST_CHANCE = 0.01;
    private static final int KEPT_BEFORE_MAX = 1 << 12;

    private final SimCluster cluster;
    private final SimNode node;
    private final RandomSource random;
    private final TreeMap<Long, ByteBuffer> batches = new TreeMap<>();
    private final MemoryMedium medium = new MemoryMedium(batches);
    private ChangeBuffer buffer = new ChangeBuffer(BUFFER_BYTES);
    private boolean writing;
    private long next;
    private long lineage = 1;
    private long dropped;
    private ChangeTails tails = new ChangeTails(1, ChangeMedium.NOWHERE);
    private @Nullable KeptBefore keptBefore;

    SimHistory(SimCluster cluster, SimNode node, RandomSource random) {
        this.cluster = cluster;
        this.node = node;
        this.random = random;
    }

    /** The node's life ends: what was not written is lost, and some of what was; or nothing. */
    void crash() {
        int lost = random.nextInt(3);
        if (lost == 0 && buffer.dropped() == dropped) {
            begin(waiting());
        } else {
            crash(lost);
        }
    }

    private @Nullable ByteBuffer waiting() {
        return buffer.take(ByteBuffer.allocate(BUFFER_BYTES));
    }

    /** All that was kept, or waited, is there. */
    private void begin(@Nullable ByteBuffer waiting) {
        if (waiting != null) {
            keep(waiting);
        }
        buffer = new ChangeBuffer(BUFFER_BYTES);
        writing = false;
        dropped = 0;
        if (cluster.hostBug() != HostBug.RANGE_TELLS_AGAIN) {
            keptBefore = KeptBefore.of(medium, KEPT_BEFORE_MAX);
        }
        tails = new ChangeTails(lineage, newest());
        cluster.count(Occurrence.HISTORY_SURVIVES, 1);
    }

    private void crash(int lost) {
        buffer = new ChangeBuffer(BUFFER_BYTES);
        writing = false;
        dropped = 0;
        lineage++;
        keptBefore = null;
        for (int i = lost; i > 0 && !batches.isEmpty(); i--) {
            batches.pollLastEntry();
        }
        tails = new ChangeTails(lineage, newest());
    }

    private void beginLineage() {
        lineage++;
        tails.lost(lineage);
    }

    private long newest() {
        return batches.isEmpty() ? ChangeMedium.NOWHERE : batches.lastKey();
    }

    /** Everything is lost. */
    void wipe() {
        batches.clear();
        crash(random.nextInt(3));
    }

    @Override
    public void keep(int shard, ByteBuffer from, int at, int length) {
        if (ChangeFormat.isSkipped(from, at) && cluster.hostBug() == HostBug.RANGE_HIDES_IMAGES) {
            return;
        }
        buffer.add(from, at, length);
        if (!writing) {
            writing = true;
            node.later(random.nextLong(LATE_NANOS_MAX), this::write);
        }
    }

    private void write() {
        writing = false;
        ByteBuffer batch = waiting();
        if (batch != null && !random.chance(LOST_CHANCE)) {
            keep(batch);
        } else {
            beginLineage();
            next++;
        }
        if (buffer.dropped() > dropped) {
            dropped = buffer.dropped();
            beginLineage();
        }
        if (batches.size() > BATCHES_MAX) {
            batches.pollFirstEntry();
        }
    }

    private void keep(ByteBuffer batch) {
        if (keptBefore != null) {
            keptBefore.leaveOut(batch);
        }
        if (batch.hasRemaining()) {
            batches.put(next, batch);
            tails.kept(new ChangeMedium.Batch(next, batch));
            next++;
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

    @Override
    public Following follow(
            ChangeRange range, HistoryPosition from, int windowBytes, ChangeFollower follower) {
        Follower added = new Follower();
        node.later(
                random.nextLong(LATE_NANOS_MAX),
                () -> {
                    if (!added.hasEnded) {
                        added.of = tails;
                        added.tail = tails.begin(range, from, follower, windowBytes, medium);
                        tellBehind();
                    }
                });
        return added;
    }

    private void tellBehind() {
        while (tails.advance(medium, () -> true)) {
            cluster.count(Occurrence.HISTORY_READ, 1);
        }
    }

    /** Ends with the node's life, like everything that is said to it. */
    private final class Follower implements Following {
        private @Nullable ChangeTails of;
        private @Nullable ChangeTail tail;
        private boolean hasEnded;

        @Override
        public void confirm(int bytes) {
            node.later(
                    random.nextLong(LATE_NANOS_MAX),
                    () -> {
                        if (tail != null) {
                            tail.confirm(bytes);
                            tellBehind();
                        }
                    });
        }

        @Override
        public void end() {
            hasEnded = true;
            if (tail != null && of != null) {
                of.end(tail);
            }
        }
    }
}
