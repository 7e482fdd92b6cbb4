package io.paxosstore.node.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What is remembered is what was, and it is the latest. */
final class WatchHistoryTest {
    private record Place(EntityKey key, long entry) {}

    private final Random random = new Random(20261125);

    private static EntityKey key(int number, int length) {
        byte[] id = new byte[length];
        id[0] = (byte) number;
        return new EntityKey(1 << 24, id);
    }

    private ChangedObjects changes() {
        List<ObjectChange> objects = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            boolean isRemoved = random.nextInt(4) == 0;
            objects.add(
                    new ObjectChange(
                            "ö".repeat(random.nextInt(60)) + i,
                            isRemoved ? ObjectChange.Kind.REMOVED : ObjectChange.Kind.CHANGED,
                            isRemoved ? null : ObjectType.MAP));
        }
        return new ChangedObjects(random.nextLong(), random.nextBoolean(), objects);
    }

    /** A plain list beside it says which are the latest. */
    @ParameterizedTest
    @ValueSource(ints = {200, 1_000, 16 << 10, 100_000})
    void itIsTheLatestEntriesAsTheyWere(int bytesMax) {
        WatchHistory history = new WatchHistory(bytesMax, (ring, at, length) -> {});
        Map<Place, ChangedObjects> all = new HashMap<>();
        Deque<Place> order = new ArrayDeque<>();
        for (int i = 0; i < 5_000; i++) {
            EntityKey key = key(random.nextInt(3), 1 + random.nextInt(20));
            Place place = new Place(key, i + 1);
            ChangedObjects changes = changes();
            history.add(place.key(), place.entry(), changes);
            all.put(place, changes);
            order.addLast(place);
            if (i % 50 == 0) {
                check(history, all, order, bytesMax);
            }
        }
    }

    private static void check(
            WatchHistory history,
            Map<Place, ChangedObjects> all,
            Deque<Place> order,
            int bytesMax) {
        boolean isForgotten = false;
        int remembered = 0;
        for (Place place : (Iterable<Place>) order::descendingIterator) {
            ChangedObjects held = history.get(place.key(), place.entry());
            if (held == null) {
                // One that is longer than everything may be is never held.
                isForgotten |= bytesMax > 1_000;
                continue;
            }
            assertTrue(!isForgotten, "older ones are not held longer");
            assertEquals(all.get(place), held);
            remembered++;
        }
        assertTrue(remembered > 0 || bytesMax < 1_000);
        assertTrue(order.size() < 200 || remembered * 40L < bytesMax, "bounded: " + remembered);
        assertTrue(remembered >= Math.min(order.size(), bytesMax / 500), "used: " + remembered);
    }

    @Test
    void anEntryThatIsToldAgainIsTheSame() {
        WatchHistory history = new WatchHistory(1 << 20, (ring, at, length) -> {});
        EntityKey key = key(1, 5);
        ChangedObjects first = new ChangedObjects(7, true, List.of());
        history.add(key, 3, first);
        history.add(key, 3, ChangedObjects.NONE);
        assertEquals(first, history.get(key, 3));
        assertNull(history.get(key, 4));
        assertNull(history.get(key(2, 5), 3));
    }
}
