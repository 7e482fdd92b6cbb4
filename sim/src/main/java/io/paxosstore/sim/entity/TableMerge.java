package io.paxosstore.sim.entity;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A bounded part of the merge of a delta table into its main table, as the engine of tables does
 * it: the blocks that a run of delta records falls into are written anew. It is made from a
 * snapshot, and applied later; rows may be written meanwhile, so that records are removed only if
 * they are still the same. Immutable.
 *
 * @param blocks the rows of each block that is written anew, by the block's number
 * @param merged the delta records that these rows have taken in
 * @param next the key where the next step begins; 0 if this was the last one
 */
public record TableMerge(
        Map<Long, TreeMap<Long, Row>> blocks, TreeMap<Long, Optional<Row>> merged, long next) {
    /** How many keys fall into one block. */
    private static final int BLOCK_KEYS = 3;

    /**
     * Makes a step.
     *
     * @param from where the one before it ended
     * @param recordsMax after how many records it ends, be it amid a block
     */
    public static TableMerge of(HeldTable view, long from, int recordsMax) {
        Map<Long, TreeMap<Long, Row>> blocks = new HashMap<>();
        TreeMap<Long, Optional<Row>> merged = new TreeMap<>();
        long next = 0;
        for (Map.Entry<Long, Optional<Row>> record : view.delta().tailMap(from).entrySet()) {
            if (merged.size() == recordsMax) {
                next = record.getKey();
                break;
            }
            TreeMap<Long, Row> block =
                    blocks.computeIfAbsent(
                            record.getKey() / BLOCK_KEYS,
                            number ->
                                    new TreeMap<>(
                                            view.main()
                                                    .subMap(
                                                            number * BLOCK_KEYS,
                                                            (number + 1) * BLOCK_KEYS)));
            HeldTable.put(block, record.getKey(), record.getValue());
            merged.put(record.getKey(), record.getValue());
        }
        return new TableMerge(blocks, merged, next);
    }

    /** How many of its records are others now, or gone, and so are not removed. */
    public long overtaken(HeldTable now) {
        return merged.entrySet().stream()
                .filter(record -> !now.holds(record.getKey(), record.getValue()))
                .count();
    }

    /** The table with this step done. */
    public HeldTable appliedTo(HeldTable now) {
        TreeMap<Long, Optional<Row>> delta = new TreeMap<>(now.delta());
        merged.forEach(delta::remove);
        return HeldTable.of(written(now), delta);
    }

    /** The same in a way that is a planted bug: whatever has been written since is removed too. */
    public HeldTable appliedBlindlyTo(HeldTable now) {
        return HeldTable.of(written(now), without(now));
    }

    /** The table without the records that were merged, and without what they were merged into. */
    public HeldTable removedFrom(HeldTable now) {
        return HeldTable.of(new TreeMap<>(now.main()), without(now));
    }

    private TreeMap<Long, Optional<Row>> without(HeldTable now) {
        TreeMap<Long, Optional<Row>> delta = new TreeMap<>(now.delta());
        delta.keySet().removeAll(merged.keySet());
        return delta;
    }

    private TreeMap<Long, Row> written(HeldTable now) {
        TreeMap<Long, Row> main = new TreeMap<>(now.main());
        blocks.forEach((number, rows) -> {
            main.subMap(number * BLOCK_KEYS, (number + 1) * BLOCK_KEYS).clear();
            main.putAll(rows);
        });
        return main;
    }
}
