package io.paxosstore.node.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Who follows is told of every change of its range in order, at its own pace, or that it lost. */
final class ChangeTailsTest {
    private static final int SPACE = 1;
    private static final long LINEAGE = 77;

    private final Random random = new Random(20261128);
    private final TreeMap<Long, ByteBuffer> batches = new TreeMap<>();
    private final MemoryMedium medium = new MemoryMedium(batches);
    private final ChangeTails tails = new ChangeTails(LINEAGE, ChangeMedium.NOWHERE);
    private final List<String> all = new ArrayList<>();
    private long place = -1;

    private static EntityKey key(String name) {
        return new EntityKey(SPACE, name.getBytes(StandardCharsets.UTF_8));
    }

    private void keep(List<String> names) {
        ChangeBuffer buffer = new ChangeBuffer(1 << 20);
        for (String name : names) {
            ByteBuffer note = ByteBuffer.allocate(1000);
            EntityKey key = key(name);
            long version = all.size() + 1L;
            ChangeFormat.put(note, key, version, version, false);
            buffer.add(note, 0, ChangeFormat.bytesWithoutObjects(key));
            all.add(name + "@" + version);
        }
        ByteBuffer batch = buffer.take(ByteBuffer.allocate(10));
        if (batch != null) {
            place += 1 + (place < 0 ? 0 : random.nextInt(3)); // not one after the other
            batches.put(place, batch);
            tails.kept(new ChangeMedium.Batch(place, batch.duplicate()));
        }
    }

    private final class Follower implements ChangeFollower {
        private final String prefix;
        private final int window;
        private final List<String> told = new ArrayList<>();
        private final List<String> expected = new ArrayList<>();
        private @Nullable ChangeTail tail;
        private HistoryPosition next = HistoryPosition.NOW;
        private boolean isResumed;
        private boolean isLost;
        private int unconfirmed;

        private Follower(String prefix, int window) {
            this.prefix = prefix;
            this.window = window;
        }

        private void begin() {
            byte[] bytes = prefix.getBytes(StandardCharsets.UTF_8);
            tail = tails.begin(new ChangeRange(SPACE, bytes, false), next, this, window, medium);
        }

        private void confirm() {
            if (tail != null) {
                tail.confirm(unconfirmed);
                unconfirmed = 0;
            }
        }

        @Override
        public void begins(boolean resumed, HistoryPosition position) {
            isResumed = resumed;
            next = position;
        }

        @Override
        public void changed(HistoryPosition position, List<RangeChange> changes) {
            assertTrue(unconfirmed < window, "more than it takes");
            next = position;
            for (RangeChange change : changes) {
                unconfirmed += ChangeTail.bytes(change);
                told.add(new String(change.key(), StandardCharsets.UTF_8) + "@" + change.version());
            }
        }

        @Override
        public void lost() {
            isLost = true;
            tail = null;
        }
    }

    @Test
    void eachIsToldInOrderAtItsPaceAlsoAfterABreak() {
        List<Follower> followers = new ArrayList<>();
        for (String prefix : List.of("", "a", "ab", "b", "nobody")) {
            followers.add(new Follower(prefix, 1 + random.nextInt(1000)));
        }
        followers.forEach(Follower::begin);
        for (int round = 0; round < 2000; round++) {
            List<String> names = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                names.add(List.of("a", "ab", "abc", "b", "c").get(random.nextInt(5)));
            }
            keep(names);
            Follower one = followers.get(random.nextInt(followers.size()));
            switch (random.nextInt(4)) {
                case 0 -> one.confirm();
                case 1 -> tails.advance(medium, random::nextBoolean);
                case 2 -> {
                    if (one.tail != null) {
                        tails.end(one.tail);
                        one.unconfirmed = 0;
                        one.begin();
                        assertTrue(one.isResumed);
                    }
                }
                default -> {}
            }
        }
        for (int i = 0; i < 5000; i++) {
            followers.forEach(Follower::confirm);
            tails.advance(medium, random::nextBoolean);
        }
        for (Follower one : followers) {
            all.stream().filter(name -> name.startsWith(one.prefix)).forEach(one.expected::add);
            assertEquals(one.expected, one.told, one.prefix);
            assertFalse(one.isLost);
        }
    }

    @Test
    void whoIsTooSlowForTheMediumHasLost() {
        Follower slow = new Follower("", 1);
        slow.begin();
        keep(List.of("a", "b"));
        keep(List.of("c"));
        keep(List.of("d"));
        assertEquals(List.of("a@1"), slow.told);
        batches.pollFirstEntry();
        slow.confirm();
        tails.advance(medium, random::nextBoolean);
        assertTrue(slow.isLost);
        slow.begin();
        assertFalse(slow.isResumed, "what it missed is not there");
    }

    @Test
    void anotherLineageIsAnotherBeginning() {
        Follower follower = new Follower("", 1000);
        follower.begin();
        assertFalse(follower.isResumed);
        keep(List.of("a"));
        tails.lost(LINEAGE + 1);
        assertTrue(follower.isLost);
        follower.begin();
        assertFalse(follower.isResumed);
        keep(List.of("b"));
        assertEquals(List.of("a@1", "b@2"), follower.told);
        assertEquals(LINEAGE + 1, follower.next.lineage());
    }

    /** Clients say where they are, and may say anything. */
    @Test
    void aPositionThatNobodyWasToldDoesNoHarm() {
        keep(List.of("a", "b", "c"));
        keep(List.of("d"));
        for (int offset : new int[] {0, 1, 2, 17, 40, 1000, Integer.MAX_VALUE}) {
            for (long from : new long[] {0, 1, 2, 3, Long.MAX_VALUE}) {
                Follower follower = new Follower("", 1000);
                follower.next = new HistoryPosition(LINEAGE, from, offset);
                follower.begin();
                tails.advance(medium, random::nextBoolean);
                tails.advance(medium, random::nextBoolean);
                assertTrue(all.containsAll(follower.told), () -> from + "/" + offset);
            }
        }
    }

    @Test
    void anExactNameIsNoPrefix() {
        Follower follower = new Follower("a", 1000);
        ChangeRange exact = new ChangeRange(SPACE, "a".getBytes(StandardCharsets.UTF_8), true);
        follower.tail = tails.begin(exact, HistoryPosition.NOW, follower, 1000, medium);
        keep(List.of("ab", "a", "b"));
        assertEquals(List.of("a@2"), follower.told);
    }
}
