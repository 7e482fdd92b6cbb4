package io.paxosstore.log;

import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How much a shard holds of each space: kept with every change by the shard's thread alone, read by
 * anyone. The first {@link SpaceCells#SPACES_MAX} spaces have figures of their own, the others have
 * one together; the system's space has none.
 */
public final class SpaceSizes {
    private final SpaceCells cells = new SpaceCells();
    private final AtomicLongArray entities = new AtomicLongArray(SpaceCells.COUNT);
    private final AtomicLongArray bytes = new AtomicLongArray(SpaceCells.COUNT);

    /**
     * What is held of a space.
     *
     * @param space its number, or {@link SpaceCells#OTHERS}
     * @param entities keys or entities of which anything is held
     * @param bytes of the records that are needed of them
     */
    public record Size(int space, long entities, long bytes) {}

    /** Adds or takes away; on the shard's thread only, like all that changes something here. */
    public void addEntities(int space, int change) {
        add(entities, space, change);
    }

    /** Adds or takes away. */
    public void addBytes(int space, long change) {
        add(bytes, space, change);
    }

    private void add(AtomicLongArray sums, int space, long change) {
        if (space != EntityKey.SYSTEM_SPACE) {
            int cell = cells.of(space);
            // Whoever sees the sum also sees whose it is: pairs with the acquire of all().
            sums.setRelease(cell, sums.getPlain(cell) + change);
        }
    }

    /** What is held, as of a moment ago, in no order; of spaces of which nothing is, nothing. */
    public List<Size> all() {
        List<Size> all = new ArrayList<>();
        for (int cell = 0; cell < SpaceCells.COUNT; cell++) {
            long itsEntities = entities.getAcquire(cell);
            long itsBytes = bytes.getAcquire(cell);
            if (itsEntities != 0 || itsBytes != 0) {
                all.add(new Size(cells.space(cell), itsEntities, itsBytes));
            }
        }
        return all;
    }
}
