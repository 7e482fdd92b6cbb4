package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.redis.resp.Reply;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** In which order replies leave, and what was not asked for. */
class ReplyQueueTest {
    private static final Reply CONFIRMED = new Reply.Status("confirmed");

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> turns = new ArrayList<>();
    private final ReplyQueue replies = new ReplyQueue(new MemoryBudget(1 << 20).loop(), 1 << 20);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private ReplySlot open() {
        return replies.open(3, 10, () -> {});
    }

    private void push(String message) {
        replies.push((message + " ").getBytes(US_ASCII));
    }

    private String left() {
        StringBuilder left = new StringBuilder();
        while (replies.isReady()) {
            replies.write(channel);
            ByteBuf out = channel.readOutbound();
            left.append(out.toString(US_ASCII).replace("\r\n", " "));
            out.release();
        }
        return left.toString().strip();
    }

    @Test
    void messagesDoNotWaitForReplies() {
        open().give(Reply.OK);
        ReplySlot waits = open();
        ReplySlot behind = open();
        push("one");
        behind.give(Reply.OK);
        push("two");
        assertEquals("+OK one two", left());
        assertEquals(2, replies.size());
        waits.give(Reply.QUEUED);
        assertEquals("+QUEUED +OK", left());
        assertEquals(0, replies.heldBytes());
    }

    @Test
    void messagesComeBehindTheWordThatTheyWillCome() {
        ReplySlot waits = open();
        open().pushAll(List.of(CONFIRMED));
        open();
        push("one");
        assertEquals("", left());
        waits.give(Reply.OK);
        assertEquals("+OK +confirmed one", left());
        assertEquals(1, replies.size());
    }

    @Test
    void messagesComeBeforeTheWordThatNoneComesAnyMore() {
        open().give(Reply.OK);
        push("one");
        open().pushAll(List.of(CONFIRMED));
        open().give(Reply.QUEUED);
        assertEquals("+OK one +confirmed +QUEUED", left());
    }

    /** It waits itself for what is sent before it. */
    @Test
    void messagesComeBeforeAWordThatIsWaitedFor() {
        ReplySlot first = open();
        ReplySlot end = open();
        end.waitsBehindTurns();
        push("one");
        first.give(Reply.OK);
        push("two");
        end.pushAll(List.of(CONFIRMED));
        push("three");
        assertEquals("+OK one two +confirmed three", left());
        ReplySlot endOfTwo = open();
        endOfTwo.waitsBehindTurns();
        replies.pushInOrder(open(), new Reply.Status("four"));
        endOfTwo.pushAll(List.of(CONFIRMED));
        assertEquals("+four +confirmed", left());
        assertEquals(0, replies.heldBytes());
    }

    private void inTurn(ReplySlot slot, String done) {
        replies.inTurn(
                slot,
                () -> {
                    turns.add(done);
                    slot.give(Reply.OK);
                });
    }

    @Test
    void aTurnComesWhenAllBeforeItAreAnswered() {
        ReplySlot first = open();
        ReplySlot second = open();
        inTurn(open(), "a");
        inTurn(open(), "b");
        ReplySlot between = open();
        inTurn(open(), "c");
        ReplySlot last = open();
        second.give(Reply.OK);
        last.give(Reply.OK);
        assertEquals(List.of(), turns);
        first.give(Reply.OK);
        assertEquals(List.of("a", "b"), turns);
        assertTrue(replies.hasTurns());
        between.silence();
        assertEquals(List.of("a", "b"), turns, "it is under way all the same");
        between.give(Reply.OK);
        assertEquals(List.of("a", "b", "c"), turns);
        assertFalse(replies.hasTurns());
        inTurn(open(), "at once");
        assertEquals(List.of("a", "b", "c", "at once"), turns);
    }

    /** Each gives the turn to the next one. */
    @Test
    void veryManyMayWaitForTheirTurns() {
        ReplySlot first = open();
        for (int i = 0; i < 100_000; i++) {
            inTurn(open(), "turn");
        }
        first.give(Reply.OK);
        assertEquals(100_000, turns.size());
    }

    /** Who wants it done knows then when what was before it has ended. */
    @Test
    void whatIsForgottenIsDoneElsewhere() {
        open();
        inTurn(open(), "a");
        inTurn(open(), "b");
        ReplySlot late = open();
        List<Runnable> elsewhere = new ArrayList<>();
        replies.forget(elsewhere::add);
        inTurn(late, "c");
        assertEquals(List.of(), turns);
        elsewhere.forEach(Runnable::run);
        assertEquals(List.of("a", "b", "c"), turns);
        assertEquals(0, replies.heldBytes());
    }

    /** A client that reads may ask for more than it may leave unread of what it listens to. */
    @Test
    void onlyWhatNobodyHasAskedForIsEverTooMuch() {
        ReplySlot large = open();
        large.keep(2 << 20);
        push("one");
        assertFalse(replies.isOverfull());
        large.give(new byte[2 << 20]);
        assertFalse(replies.isOverfull());
        replies.push(new byte[1 << 20]);
        assertTrue(replies.isOverfull());
        while (replies.isReady()) {
            replies.write(channel);
        }
        assertFalse(replies.isOverfull());
        for (int i = 0; i < 3; i++) { // version 2
            replies.pushInOrder(open(), new Reply.Bulk(new byte[1 << 19]));
        }
        assertTrue(replies.isOverfull());
        replies.forget(Runnable::run);
        assertFalse(replies.isOverfull());
    }

    @Test
    void whatIsForgottenTakesNothing() {
        push("one");
        assertTrue(replies.heldBytes() > 0);
        replies.forget(Runnable::run);
        assertEquals(0, replies.heldBytes());
        assertEquals(0, replies.size());
    }
}
