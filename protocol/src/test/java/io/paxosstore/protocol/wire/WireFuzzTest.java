package io.paxosstore.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Whatever bytes arrive, decoding ends in a message or a MalformedFrameException. */
final class WireFuzzTest {
    private static final int ROUNDS = 20_000;

    @Test
    void everyTruncationIsIncompleteOrMalformed() throws MalformedFrameException {
        for (byte[] frame : frames()) {
            for (int cut = 0; cut < frame.length; cut++) {
                byte[] head = Arrays.copyOf(frame, cut);
                assertEquals(
                        Wire.INCOMPLETE,
                        Wire.completeFrameBytes(ByteBuffer.wrap(head), Wire.FRAME_BYTES_MAX));
                if (cut >= Wire.HEADER_BYTES) {
                    ByteBuffer.wrap(head).putInt(cut - Wire.LENGTH_BYTES);
                    boolean request = head[Wire.LENGTH_BYTES] > 0;
                    assertThrows(
                            MalformedFrameException.class,
                            () -> decode(request, ByteBuffer.wrap(head)));
                }
            }
        }
    }

    @Test
    void flippedBytesNeverEscapeTheCodec() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<byte[]> frames = frames();
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] frame = frames.get(random.nextInt(frames.size())).clone();
            boolean request = frame[Wire.LENGTH_BYTES] > 0;
            int flips = 1 + random.nextInt(4);
            for (int i = 0; i < flips; i++) {
                int at = Wire.LENGTH_BYTES + random.nextInt(frame.length - Wire.LENGTH_BYTES);
                frame[at] = (byte) random.nextInt(256);
            }
            ByteBuffer in = ByteBuffer.allocate(frame.length + 8);
            in.put(frame).putLong(0).flip();
            try {
                byte[] again = decode(request, in);
                assertArrayEquals(frame, again, "seed " + seed);
                accepted++;
            } catch (MalformedFrameException e) {
                assertEquals(Wire.correlationOf(ByteBuffer.wrap(frame)), e.correlation());
            }
            assertEquals(frame.length, in.position(), "the next frame is found, seed " + seed);
        }
        assertTrue(accepted > 0, "seed " + seed);
    }

    /** Returns the decoded message's bytes; a foreign version's HELLO gives back its input. */
    private static byte[] decode(boolean request, ByteBuffer in) throws MalformedFrameException {
        int start = in.position();
        if (!request) {
            return WireSamples.bytes(ResponseCodec.decode(in));
        }
        Request decoded = RequestCodec.decode(in);
        if (decoded instanceof Request.Hello hello
                && hello.protocolVersion() != Wire.PROTOCOL_VERSION) {
            byte[] same = new byte[in.position() - start];
            in.get(start, same);
            return same;
        }
        return WireSamples.bytes(decoded);
    }

    private static List<byte[]> frames() {
        List<byte[]> frames = new ArrayList<>();
        WireSamples.requests().keySet().forEach(r -> frames.add(WireSamples.bytes(r)));
        WireSamples.responses().keySet().forEach(r -> frames.add(WireSamples.bytes(r)));
        return frames;
    }
}
