package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The entities and keys of a shard that clients ask for most often, out of a sample of one request
 * in {@link #SAMPLE}. Space-Saving (Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent
 * and Top-k Elements in Data Streams, 2005): a bounded number of counters; who has none takes the
 * place of the least and inherits its count. What is said of an entity is at most too much by that.
 * On the shard's loop only.
 */
final class HotEntities {
    /** Of so many requests one is counted, on average. */
    static final int SAMPLE = 16;

    private static final int COUNTERS = 64;
    private static final long SEED = 0x9E37_79B9_7F4A_7C15L;

    private static final class Cell {
        private long count;
        private long inherited;
    }

    private final Map<EntityKey, Cell> cells = new HashMap<>();
    private long random = SEED;

    /** A request of a client was taken. */
    void asked(EntityKey key) {
        // By chance (xorshift), not by turns: clients have turns too.
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        if ((random & SAMPLE - 1) == 0) {
            count(key);
        }
    }

    private void count(EntityKey key) {
        Cell cell = cells.get(key);
        if (cell == null) {
            if (cells.size() == COUNTERS) {
                cell = Objects.requireNonNull(cells.remove(least()));
                cell.inherited = cell.count;
            } else {
                cell = new Cell();
            }
            cells.put(key, cell);
        }
        cell.count++;
    }

    private EntityKey least() {
        EntityKey least = null;
        long count = Long.MAX_VALUE;
        for (Map.Entry<EntityKey, Cell> entry : cells.entrySet()) {
            if (entry.getValue().count < count) {
                least = entry.getKey();
                count = entry.getValue().count;
            }
        }
        return Objects.requireNonNull(least);
    }

    /** The most asked for, the hottest first. */
    List<Standouts.Hot> top(int count) {
        List<Standouts.Hot> all = new ArrayList<>();
        cells.forEach((key, cell) ->
                all.add(new Standouts.Hot(key, cell.count * SAMPLE, cell.inherited * SAMPLE)));
        all.sort(Comparator.comparingLong(Standouts.Hot::requests).reversed());
        return List.copyOf(all.subList(0, Math.min(count, all.size())));
    }
}
