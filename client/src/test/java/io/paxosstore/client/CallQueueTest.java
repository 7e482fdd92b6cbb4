package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The queue keeps its order and its bound. */
final class CallQueueTest {
    private static Call<Boolean> call() {
        return call(false);
    }

    private static Call<Boolean> call(boolean isWaitedFor) {
        return Call.async(
                new CallReports(null),
                new Operation.Spaces(Operation.Spaces.Kind.LIST, "", SpaceKind.KEY_VALUE),
                TimeUnit.SECONDS.toNanos(1),
                response -> true,
                isWaitedFor);
    }

    @Test
    void handsCallsOverInTheirOrder() {
        CallQueue queue = new CallQueue(3, () -> {});
        Call<?> first = call();
        Call<?> second = call();
        assertNull(queue.submit(first));
        assertNull(queue.submit(second));
        List<Call<?>> taken = new ArrayList<>();
        queue.takeAll(taken::add);
        assertEquals(List.of(first, second), taken);
        assertTrue(queue.isEmpty());
        queue.takeAll(call -> fail("there are no more"));
    }

    /** The thread ends with the error, and ends all calls: those that it is given then. */
    @Test
    void anErrorLosesNoCall() {
        CallQueue queue = new CallQueue(4, () -> {});
        Call<?>[] calls = {call(), call(), call(), call()};
        for (int i = 0; i < 3; i++) {
            assertNull(queue.submit(calls[i]));
        }
        List<Call<?>> taken = new ArrayList<>();
        assertThrows(
                OutOfMemoryError.class,
                () ->
                        queue.takeAll(call -> {
                            if (call.equals(calls[1])) {
                                throw new OutOfMemoryError("a test");
                            }
                            taken.add(call);
                        }));
        assertNull(queue.submit(calls[3]));
        queue.takeAll(taken::add);
        queue.takeAll(taken::add);
        assertEquals(List.of(calls), taken);
    }

    @Test
    void callsForWhichNoThreadWaitsAreBoundedUntilTheyEnd() {
        CallQueue queue = new CallQueue(1, () -> {});
        Call<?> first = call();
        assertNull(queue.submit(first));
        assertTrue(queue.submit(call()) instanceof OverloadedException);
        Call<?> waitedFor = call(true);
        assertNull(queue.submit(waitedFor));
        queue.finished(waitedFor);
        assertTrue(queue.submit(call()) instanceof OverloadedException);
        queue.finished(first);
        Call<?> second = call();
        assertNull(queue.submit(second));
        queue.close();
        assertNotEquals(null, queue.submit(call()));
        assertNotEquals(null, queue.submit(call(true)));
        assertEquals(false, queue.isDrained());
        queue.finished(second);
        assertTrue(queue.isDrained());
    }

    @Test
    void whoComesFirstIsLetInFirstAndWhoGaveUpIsPassedOver() {
        Admission admission = new Admission(2);
        Call<?> first = call();
        Call<?> second = call();
        assertTrue(admission.admit(first));
        assertTrue(admission.admit(second));
        Call<?>[] queued = {call(), call(), call()};
        for (Call<?> call : queued) {
            assertFalse(admission.admit(call));
        }
        assertNull(admission.next());
        admission.ended(queued[0]);
        admission.ended(first);
        assertFalse(admission.admit(call()), "nobody gets in before those who wait");
        assertEquals(queued[1], admission.next());
        assertNull(admission.next());
        admission.ended(queued[1]);
        assertEquals(queued[2], admission.next());
    }
}
