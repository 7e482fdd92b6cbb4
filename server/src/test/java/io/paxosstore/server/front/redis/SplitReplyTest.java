package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.redis.command.CommandSpec.Splitting;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Objects;

/** Replies in parts, and what they hold of the node's memory. */
class SplitReplyTest {
    private static final int MIB = 1 << 20;

    private final MemoryBudget budget = new MemoryBudget(256 * MIB);
    private final ReplyQueue queue = new ReplyQueue(budget.loop(), 4 * MIB);
    private int given;

    private ReplySlot open() {
        return queue.open(2, 100, () -> given++);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    /** An array of one string. */
    private static byte[] large(int size) {
        byte[] part = new byte[size];
        Arrays.fill(part, (byte) 'x');
        byte[] line = bytes("*1\r\n");
        System.arraycopy(line, 0, part, 0, line.length);
        return part;
    }

    private static String text(ReplySlot slot) {
        return new String(Objects.requireNonNull(slot.bytes()), US_ASCII);
    }

    /** Before, parts were held that nobody had accounted. */
    @Test
    void partsAreAccountedUntilTheWholeIsThere() {
        ReplySlot slot = open();
        SplitReply whole = new SplitReply(Splitting.IN_ORDER, 6, slot);
        for (int i = 0; i < 5; i++) {
            assertTrue(queue.hasRoom() || i > 3, "room before part " + i);
            whole.give(i, large(MIB));
        }
        assertFalse(queue.hasRoom());
        assertTrue(budget.usedBytes() >= 5 * MIB, "used " + budget.usedBytes());
        assertEquals(0, given);
        whole.give(5, bytes("*1\r\n$-1\r\n"));
        assertEquals(1, given);
        int replyBytes = Objects.requireNonNull(slot.bytes()).length;
        assertEquals(replyBytes, queue.heldBytes());
        assertEquals(replyBytes, budget.usedBytes());
    }

    @Test
    void nothingIsHeldBehindAnError() {
        ReplySlot slot = open();
        SplitReply whole = new SplitReply(Splitting.IN_ORDER, 5, slot);
        whole.give(0, large(MIB));
        whole.give(3, bytes("-ERR late\r\n"));
        whole.give(1, large(MIB));
        assertEquals(100, queue.heldBytes());
        whole.give(2, bytes("-ERR early\r\n"));
        whole.give(4, large(MIB));
        assertEquals("-ERR early\r\n", text(slot));
        assertEquals(slot.heldBytes(), queue.heldBytes());
    }

    @Test
    void tooMuchEndsIt() {
        ReplySlot slot = open();
        SplitReply whole = new SplitReply(Splitting.IN_ORDER, 70, slot);
        for (int i = 0; i < 70; i++) {
            whole.give(i, large(MIB));
        }
        assertTrue(text(slot).startsWith("-ERR the values have more than"), text(slot));
        assertEquals(text(slot).length(), queue.heldBytes());
        assertEquals(1, given);
    }

    @Test
    void nothingIsHeldForNobody() {
        ReplySlot slot = open();
        SplitReply whole = new SplitReply(Splitting.IN_ORDER, 3, slot);
        whole.give(0, large(MIB));
        queue.forget(Runnable::run);
        assertEquals(0, budget.usedBytes());
        whole.give(1, large(MIB));
        whole.give(2, large(MIB));
        assertEquals(0, budget.usedBytes());
        assertEquals(0, queue.heldBytes());
        assertEquals(0, given);
    }

    @Test
    void numbersAreAdded() {
        ReplySlot slot = open();
        SplitReply whole = new SplitReply(Splitting.SUM, 3, slot);
        whole.give(2, bytes(":1\r\n"));
        whole.give(0, bytes(":0\r\n"));
        assertEquals(100, queue.heldBytes());
        whole.give(1, bytes(":41\r\n"));
        assertEquals(":42\r\n", text(slot));
    }

    @Test
    void allMustSayOk() {
        ReplySlot slot = open();
        SplitReply whole = new SplitReply(Splitting.ALL_OK, 2, slot);
        whole.give(1, bytes("+OK\r\n"));
        whole.give(0, bytes("+OK\r\n"));
        assertEquals("+OK\r\n", text(slot));
    }
}
