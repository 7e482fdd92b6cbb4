package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Sums by space beside a map, within their bound. */
final class SpaceSizesTest {
    private static List<SpaceSizes.Size> sorted(SpaceSizes sizes) {
        List<SpaceSizes.Size> all = new ArrayList<>(sizes.all());
        all.sort(Comparator.comparingInt(SpaceSizes.Size::space));
        return all;
    }

    @Test
    void randomChangesMatchAMap() {
        for (int seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            SpaceSizes sizes = new SpaceSizes();
            Map<Integer, SpaceSizes.Size> twin = new TreeMap<>();
            for (int step = 0; step < 5_000; step++) {
                int space = random.nextInt(SpaceCells.SPACES_MAX * 2);
                int entities = random.nextInt(3) - 1;
                long bytes = random.nextLong(-500, 500);
                sizes.addEntities(space, entities);
                sizes.addBytes(space, bytes);
                add(twin, space, entities, bytes);
            }
            twin.values().removeIf(size -> size.entities() == 0 && size.bytes() == 0);
            assertEquals(List.copyOf(twin.values()), sorted(sizes), "seed " + seed);
        }
    }

    /** The first ones have cells of their own; the system has none. */
    private static void add(
            Map<Integer, SpaceSizes.Size> twin, int space, int entities, long bytes) {
        if (space == EntityKey.SYSTEM_SPACE) {
            return;
        }
        boolean hasCell =
                twin.containsKey(space)
                        || twin.keySet().stream().filter(one -> one != SpaceCells.OTHERS).count()
                                < SpaceCells.SPACES_MAX;
        int counted = hasCell ? space : SpaceCells.OTHERS;
        SpaceSizes.Size before = twin.getOrDefault(counted, new SpaceSizes.Size(counted, 0, 0));
        twin.put(
                counted,
                new SpaceSizes.Size(counted, before.entities() + entities, before.bytes() + bytes));
    }

    @Test
    void whatIsGoneIsNotShown() {
        SpaceSizes sizes = new SpaceSizes();
        sizes.addEntities(1, 1);
        sizes.addBytes(1, 100);
        sizes.addEntities(2, 1);
        sizes.addEntities(1, -1);
        sizes.addBytes(1, -100);
        assertEquals(List.of(new SpaceSizes.Size(2, 1, 0)), sizes.all());
    }
}
