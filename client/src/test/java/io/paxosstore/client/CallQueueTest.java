package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.wire.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

/** The queue keeps its order and its bound. */
final class CallQueueTest {
    private static Call<Boolean> call() {
        return Call.async(
                new Operation.Spaces(Operation.Spaces.Kind.LIST, "", SpaceKind.KEY_VALUE),
                TimeUnit.SECONDS.toNanos(1),
                response -> true);
    }

    @Test
    void handsCallsOverInTheirOrder() {
        CallQueue queue = new CallQueue(3, () -> {});
        Call<?> first = call();
        Call<?> second = call();
        assertNull(queue.submit(first));
        assertNull(queue.submit(second));
        Call<?> taken = queue.takeAll();
        assertEquals(first, taken);
        assertTrue(taken != null && second.equals(taken.nextSubmitted));
        assertTrue(queue.isEmpty());
    }

    @Test
    void isBoundedUntilCallsEnd() {
        CallQueue queue = new CallQueue(1, () -> {});
        assertNull(queue.submit(call()));
        assertTrue(queue.submit(call()) instanceof OverloadedException);
        queue.finished();
        assertNull(queue.submit(call()));
        queue.close();
        assertNotEquals(null, queue.submit(call()));
        assertEquals(false, queue.isDrained());
        queue.finished();
        assertTrue(queue.isDrained());
    }
}
