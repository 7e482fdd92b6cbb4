package io.paxosstore.bench.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Whole frames are lost, doubled and swapped, however the stream is cut into reads. */
class FrameFilterTest {
    private static final byte[] HELLO = frame(1, "hello");
    private static final byte[] HEARTBEAT = batch(0, "");
    private static final byte[] FIRST = batch(1, "first message");
    private static final byte[] SECOND = batch(2, "second\0\0\0\0");
    private static final byte[] THIRD = batch(300, "third, a longer one");
    private static final byte[] PAGE = frame(6, "page");
    private static final byte[] STREAM = join(HELLO, FIRST, HEARTBEAT, SECOND, THIRD, PAGE);

    private final Link link = new Link(new RandomSource(1));

    private static byte[] frame(int type, String body) {
        return frame(type, body.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] frame(int type, byte[] body) {
        return ByteBuffer.allocate(Integer.BYTES + 1 + body.length)
                .putInt(1 + body.length)
                .put((byte) type)
                .put(body)
                .array();
    }

    /** A BATCH: its number, that of what its sender knew, how many messages. */
    private static byte[] batch(int count, String messages) {
        byte[] bytes = messages.getBytes(StandardCharsets.US_ASCII);
        return frame(
                4,
                ByteBuffer.allocate(3 * Integer.BYTES + bytes.length)
                        .putInt(0x01020304)
                        .putInt(2)
                        .putInt(count)
                        .put(bytes)
                        .array());
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** What comes out of a stream that is read in pieces that end at the given places. */
    private byte[] filtered(byte[] stream, int... ends) {
        FrameFilter filter = new FrameFilter(link);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int start = 0;
        for (int end : ends) {
            byte[] piece = Arrays.copyOfRange(stream, start, end);
            out.writeBytes(filter.pass(piece, piece.length));
            start = end;
        }
        out.writeBytes(filter.rest());
        return out.toByteArray();
    }

    private void assertFiltered(byte[] expected) {
        assertArrayEquals(expected, filtered(STREAM, STREAM.length));
        int[] each = new int[STREAM.length];
        for (int end = 1; end <= STREAM.length; end++) {
            each[end - 1] = end;
            assertArrayEquals(expected, filtered(STREAM, end, STREAM.length), "read until " + end);
        }
        assertArrayEquals(expected, filtered(STREAM, each), "byte by byte");
    }

    @Test
    void withoutAFaultBytesPassAtOnce() {
        FrameFilter filter = new FrameFilter(link);
        for (byte one : STREAM) {
            assertArrayEquals(new byte[] {one}, filter.pass(new byte[] {one}, 1));
        }
        assertFiltered(STREAM);
        assertEquals(0, link.restoreFrames());
    }

    @Test
    void aFaultWithoutAChanceChangesNothing() {
        link.alterFrames(FrameFault.LOSE, 0);
        assertFiltered(STREAM);
        assertEquals(0, link.restoreFrames());
    }

    @Test
    void lostFramesAreWholeOnesAndCarryMessages() {
        link.alterFrames(FrameFault.LOSE, 1);
        assertFiltered(join(HELLO, HEARTBEAT, PAGE));
        assertEquals(3L * (STREAM.length + 2), link.restoreFrames());
        assertEquals(0, link.restoreFrames());
    }

    @Test
    void doubledFramesFollowEachOther() {
        link.alterFrames(FrameFault.DOUBLE, 1);
        assertFiltered(join(HELLO, FIRST, FIRST, HEARTBEAT, SECOND, SECOND, THIRD, THIRD, PAGE));
    }

    @Test
    void aSwappedFrameComesAfterTheNextOfAnyType() {
        link.alterFrames(FrameFault.SWAP, 1);
        assertFiltered(join(HELLO, HEARTBEAT, FIRST, THIRD, SECOND, PAGE));
        byte[] atTheEnd = join(HELLO, FIRST);
        assertArrayEquals(atTheEnd, filtered(atTheEnd, atTheEnd.length));
    }

    @Test
    void someAreLostWithAChance() {
        link.alterFrames(FrameFault.LOSE, 0.3);
        int count = 1_000;
        FrameFilter filter = new FrameFilter(link);
        int bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += filter.pass(FIRST, FIRST.length).length;
        }
        long lost = link.restoreFrames();
        assertEquals((count - lost) * FIRST.length, bytes);
        assertTrue(lost > 200 && lost < 400, lost + " of " + count + " lost");
    }

    @Test
    void aFaultThatBeginsOrEndsWithinAFrameSparesIt() {
        FrameFilter filter = new FrameFilter(link);
        assertArrayEquals(new byte[] {FIRST[0]}, filter.pass(FIRST, 1));
        link.alterFrames(FrameFault.LOSE, 1);
        byte[] tail = Arrays.copyOfRange(FIRST, 1, FIRST.length);
        assertArrayEquals(tail, filter.pass(tail, tail.length));
        assertEquals(0, filter.pass(SECOND, 7).length);
        assertEquals(0, link.restoreFrames());
        tail = Arrays.copyOfRange(SECOND, 7, SECOND.length);
        assertArrayEquals(SECOND, filter.pass(tail, tail.length));
    }

    @Test
    void whatIsHeldBackGoesOnWithTheNextFrameWhenTheFaultHasEnded() {
        FrameFilter filter = new FrameFilter(link);
        link.alterFrames(FrameFault.SWAP, 1);
        assertEquals(0, filter.pass(FIRST, FIRST.length).length);
        assertEquals(1, link.restoreFrames());
        assertArrayEquals(join(SECOND, FIRST), filter.pass(SECOND, SECOND.length));
        assertArrayEquals(THIRD, filter.pass(THIRD, THIRD.length));
    }

    @Test
    void aStreamOfSomethingElsePasses() {
        link.alterFrames(FrameFault.LOSE, 1);
        byte[] garbage = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertArrayEquals(garbage, filtered(garbage, 2, garbage.length));
        byte[] negative = {-1, -1, -1, -1, 4, 0};
        assertArrayEquals(negative, filtered(negative, 2, negative.length));
    }
}
