package io.paxosstore.node.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What was kept before a crash is known by entity, entry, version and kind. */
final class KeptBeforeTest {
    private static final EntityKey ONE = new EntityKey(1 << 24, new byte[] {1});
    private static final EntityKey OTHER = new EntityKey(1 << 24, new byte[] {1, 0});

    private record Change(EntityKey key, long entry, boolean isSkipped) {}

    private static ByteBuffer batch(List<Change> changes) {
        ByteBuffer batch = ByteBuffer.allocate(64 * changes.size());
        for (Change change : changes) {
            batch.putInt(ChangeFormat.bytesWithoutObjects(change.key));
            ChangeFormat.put(batch, change.key, change.entry, change.entry, change.isSkipped);
        }
        return batch.flip();
    }

    private static List<Change> in(ByteBuffer batch) {
        List<Change> changes = new ArrayList<>();
        ChangeBatches.forEach(
                batch,
                (bytes, at) ->
                        changes.add(
                                new Change(
                                        ChangeFormat.key(bytes, at),
                                        ChangeFormat.entry(bytes, at),
                                        ChangeFormat.isSkipped(bytes, at))));
        return changes;
    }

    private static MemoryMedium medium(List<List<Change>> batches) {
        TreeMap<Long, ByteBuffer> all = new TreeMap<>();
        for (List<Change> each : batches) {
            all.put((long) all.size(), batch(each));
        }
        return new MemoryMedium(all);
    }

    @Test
    void onlyWhatIsNewStays() {
        Change first = new Change(ONE, 1, false);
        Change second = new Change(OTHER, 1, false);
        Change third = new Change(ONE, 2, false);
        KeptBefore known =
                KeptBefore.of(medium(List.of(List.of(first), List.of(second, third))), 100);
        List<Change> news =
                List.of(
                        new Change(OTHER, 2, false),
                        new Change(ONE, 1, true),
                        new Change(new EntityKey(2 << 24, new byte[] {1}), 1, false));
        ByteBuffer again =
                batch(List.of(first, news.get(0), third, news.get(1), second, news.get(2), first));
        assertEquals(4, known.leaveOut(again));
        assertEquals(news, in(again));
    }

    @Test
    void whatIsKeptMeanwhileIsKnownToo() {
        KeptBefore known = KeptBefore.of(medium(List.of()), 100);
        List<Change> some = List.of(new Change(ONE, 7, false), new Change(ONE, 8, false));
        known.add(batch(some));
        ByteBuffer again = batch(some);
        assertEquals(2, known.leaveOut(again));
        assertEquals(0, again.remaining());
    }

    /** It takes no more memory than it may, and knows the latest. */
    @Test
    void theLatestAreKnown() {
        List<Change> old = new ArrayList<>();
        List<Change> latest = new ArrayList<>();
        for (long entry = 1; entry <= 1000; entry++) {
            old.add(new Change(ONE, entry, false));
            latest.add(new Change(ONE, 1000 + entry, false));
        }
        KeptBefore known = KeptBefore.of(medium(List.of(old, latest)), 1000);
        assertEquals(latest.size(), known.leaveOut(batch(latest)));
        assertEquals(0, known.leaveOut(batch(old)));
    }
}
