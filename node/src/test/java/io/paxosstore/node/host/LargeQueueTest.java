package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Input;
import io.paxosstore.core.RequestId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Who waits, and for how long. */
class LargeQueueTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final int LARGE = 100;

    private final GiveWay giveWay = new GiveWay(10 * MILLI);
    private final LargeQueue queue = new LargeQueue(LARGE, 2 * LARGE, giveWay);
    private long now = SECOND;
    private long tokens;

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    private Input.Write write(String name) {
        return writeWithin(name, SECOND);
    }

    private Input.Read read(String name) {
        return new Input.Read(tokens++, key(name), ReadMode.LINEARIZABLE, now + SECOND);
    }

    /** Whether it begins at once. */
    private boolean begins(Input.Request request, int bytes) {
        if (queue.keep(request, bytes, now)) {
            return false;
        }
        if (queue.isLarge(bytes)) {
            queue.begun(bytes, now);
        }
        return true;
    }

    /** The tokens of those that begin now. */
    private List<Long> next() {
        List<Long> begun = new ArrayList<>();
        LargeQueue.Waiting next = queue.next(now);
        while (next != null) {
            begun.add(next.request().token());
            if (queue.isLarge(next.bytes())) {
                queue.begun(next.bytes(), now);
            }
            next = queue.next(now);
        }
        return begun;
    }

    @Test
    void soManyBytesAreUnderWayAndTheRestComesInOrder() {
        assertTrue(begins(write("a"), LARGE));
        assertTrue(begins(write("b"), LARGE));
        assertFalse(begins(write("c"), LARGE));
        assertFalse(begins(read("d"), LARGE));
        assertEquals(List.of(), next());
        queue.ended(LARGE, MILLI, true, now);
        assertEquals(List.of(2L), next());
        queue.ended(LARGE, MILLI, true, now);
        queue.ended(LARGE, MILLI, true, now);
        assertEquals(List.of(3L), next());
        assertEquals(0, queue.size());
    }

    @Test
    void whatIsLargerThanTheBoundGoesAlone() {
        assertTrue(begins(write("a"), 10 * LARGE));
        assertFalse(begins(write("b"), LARGE));
        queue.ended(10 * LARGE, MILLI, true, now);
        assertEquals(List.of(1L), next());
        assertFalse(begins(write("c"), 10 * LARGE));
        assertEquals(List.of(), next());
        queue.ended(LARGE, MILLI, true, now);
        assertEquals(List.of(2L), next());
    }

    @Test
    void othersDoNotWaitButForAWriteOfTheirKey() {
        assertTrue(begins(write("a"), 2 * LARGE));
        assertFalse(begins(write("k"), LARGE));
        assertTrue(begins(write("other"), LARGE - 1));
        assertTrue(begins(read("k"), 0), "a read may see what was before");
        assertFalse(begins(write("k"), 0), "writes of a key keep their order");
        queue.ended(2 * LARGE, MILLI, true, now);
        assertEquals(List.of(1L, 4L), next());
        assertTrue(begins(write("k"), 0), "nobody waits any more");
    }

    @Test
    void aSmallWriteWaitsForTheLargeOnesOfItsKeyOnly() {
        assertTrue(begins(write("a"), 2 * LARGE));
        assertFalse(begins(write("k"), LARGE));
        assertFalse(begins(write("b"), 2 * LARGE));
        assertFalse(begins(write("k"), 0), "behind 1");
        assertFalse(begins(write("k"), 0), "behind 1");
        queue.ended(2 * LARGE, MILLI, true, now);
        assertEquals(List.of(1L, 3L, 4L), next(), "2 came before them, but is of another key");
        assertTrue(begins(write("k"), 0));
        assertEquals(1, queue.size());
    }

    @Test
    void whoFollowsALateWriteFollowsTheOneBeforeIt() {
        assertTrue(begins(write("a"), 2 * LARGE));
        assertFalse(begins(writeWithin("k", SECOND), LARGE));
        assertFalse(begins(writeWithin("k", 9 * SECOND), 0), "2 behind 1");
        assertFalse(begins(writeWithin("k", 300 * MILLI), LARGE));
        assertFalse(begins(writeWithin("k", 9 * SECOND), 0), "4 behind 3");
        assertFalse(begins(writeWithin("k", 300 * MILLI), 0), "5 behind 3");
        now += 250 * MILLI;
        assertEquals(Set.of(3L, 5L), late());
        assertEquals(3, queue.size());
        assertEquals(List.of(), next());
        now += 700 * MILLI;
        assertEquals(Set.of(1L), late());
        assertEquals(List.of(2L, 4L), next(), "nothing large of their key is left");
        assertEquals(0, queue.size());
        assertTrue(begins(write("k"), 0));
    }

    private Input.Write writeWithin(String name, long nanos) {
        long token = tokens++;
        return new Input.Write(
                token,
                key(name),
                new RequestId(1, token),
                0,
                new KvOperation.Delete(),
                now + nanos);
    }

    private Set<Long> late() {
        return queue.late(now).stream().map(Input.Request::token).collect(Collectors.toSet());
    }

    @Test
    void whoHasWaitedInVainIsToldInTime() {
        assertTrue(begins(write("a"), 2 * LARGE));
        assertFalse(begins(write("k"), LARGE));
        now += 850 * MILLI;
        assertEquals(List.of(), queue.late(now));
        now += 60 * MILLI;
        assertEquals(1, queue.late(now).getFirst().token(), "before its deadline");
        assertEquals(0, queue.size());
        assertTrue(begins(write("k"), 0));
    }

    @Test
    void nobodyIsAskedForPatienceWhileNothingMoves() {
        assertTrue(begins(write("a"), 2 * LARGE));
        assertFalse(begins(write("b"), LARGE));
        assertEquals(List.of(1L), queue.patient(now));
        now += 500 * MILLI;
        assertEquals(List.of(), queue.patient(now), "he should try another node");
        queue.ended(2 * LARGE, MILLI, false, now);
        assertEquals(List.of(), queue.patient(now), "what ended in vain is no progress");
        queue.begun(2 * LARGE, now - 500 * MILLI);
        queue.ended(2 * LARGE, MILLI, true, now);
        assertEquals(List.of(1L), queue.patient(now));
    }

    @Test
    void soManyGetASignAtOnceLargeOnesFirst() {
        assertTrue(begins(write("a"), 2 * LARGE));
        assertFalse(begins(write("k"), LARGE));
        for (int i = 0; i < 5000; i++) {
            assertFalse(begins(write("k"), 0));
        }
        assertFalse(begins(write("b"), LARGE));
        List<Long> signs = queue.patient(now);
        assertEquals(1000, signs.size());
        assertEquals(List.of(1L, 5002L, 2L), signs.subList(0, 3));
    }

    @Test
    void largeOnesRestWhenOthersAreSlow() {
        for (int i = 0; i < 100; i++) {
            queue.other(30 * MILLI, now);
        }
        assertTrue(begins(write("a"), LARGE));
        assertFalse(begins(write("b"), 2 * LARGE));
        queue.ended(LARGE, 20 * MILLI, true, now);
        assertNull(queue.next(now));
        long rest = queue.restNanos(now);
        assertTrue(rest > 0);
        now += rest;
        assertEquals(List.of(1L), next());
    }
}
