package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.paxosstore.redis.resp.Reply;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Messages where it takes long to see whom they are for. */
class SubscriptionsTest {
    private static final int PATTERNS = 50;

    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<String> heard = new ArrayList<>();
    private long nanos;

    /** So long a look at one pattern takes. */
    private long lookNanos;

    private final Subscriptions all =
            new Subscriptions(
                    _ -> {},
                    later::add,
                    () -> {
                        nanos += lookNanos;
                        return nanos;
                    });

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    private void listen(Subject.Kind kind, String name) {
        all.add(new Subject(kind, bytes(name)), (_, message) -> heard.add(content(message)));
    }

    private static String content(List<Reply> message) {
        byte[] bytes = ((Reply.Bulk) message.getLast()).bytes();
        return new String(bytes, 0, Math.min(bytes.length, 10), US_ASCII);
    }

    private int publish(String message) {
        return all.publish(false, bytes("news"), bytes(message));
    }

    private void listenToManyPatterns() {
        for (int i = 0; i < PATTERNS; i++) {
            listen(Subject.Kind.PATTERN, "n*" + "*".repeat(i));
        }
    }

    @Test
    void allIsDoneAtOnceIfItTakesNoTime() {
        listenToManyPatterns();
        listen(Subject.Kind.CHANNEL, "news");
        listen(Subject.Kind.PATTERN, "x*");
        assertEquals(PATTERNS + 1, publish("m"));
        assertEquals(PATTERNS + 1, heard.size());
        assertTrue(later.isEmpty());
    }

    /** Before, the publisher's loop was busy as long as there were patterns. */
    @Test
    void noTurnTakesLong() {
        listenToManyPatterns();
        lookNanos = PatternMessages.TURN_NANOS / 8;
        long begin = nanos;
        int told = publish("m");
        assertTrue(told > 0 && told < PATTERNS, told + " at once");
        int turns = 1;
        long longest = nanos - begin;
        while (!later.isEmpty()) {
            begin = nanos;
            later.remove().run();
            longest = Math.max(longest, nanos - begin);
            turns++;
        }
        assertTrue(longest <= PatternMessages.TURN_NANOS + 2 * lookNanos, longest + " ns");
        assertTrue(turns >= PATTERNS / 10, turns + " turns");
        assertEquals(PATTERNS, heard.size());
    }

    @Test
    void theOrderIsKept() {
        listenToManyPatterns();
        lookNanos = PatternMessages.TURN_NANOS / 8;
        publish("first");
        lookNanos = 0;
        publish("second");
        while (!later.isEmpty()) {
            later.remove().run();
        }
        assertEquals(2 * PATTERNS, heard.size());
        assertEquals(PATTERNS, heard.indexOf("second"));
        publish("third");
        assertEquals(3 * PATTERNS, heard.size());
        assertTrue(later.isEmpty());
    }

    @Test
    void whatWaitsIsBounded() {
        listenToManyPatterns();
        lookNanos = PatternMessages.TURN_NANOS;
        String message = "m".repeat(1 << 20);
        for (int i = 0; i < 40; i++) {
            publish(message);
        }
        assertTrue(all.isOverloaded());
        lookNanos = 0;
        while (!later.isEmpty()) {
            later.remove().run();
        }
        assertFalse(all.isOverloaded());
        assertTrue(heard.size() <= 17 * PATTERNS, heard.size() + " heard");
        int before = heard.size();
        publish("m");
        assertEquals(before + PATTERNS, heard.size());
    }
}
