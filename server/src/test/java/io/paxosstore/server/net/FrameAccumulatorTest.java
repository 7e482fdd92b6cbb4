package io.paxosstore.server.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

final class FrameAccumulatorTest {
    @RepeatedTest(20)
    void framesDoNotDependOnHowTheStreamIsCut(RepetitionInfo repetition) throws Exception {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        List<byte[]> sent = new ArrayList<>();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(stream);
        for (int i = 0; i < 50; i++) {
            byte[] frame = new byte[1 + random.nextInt(random.nextBoolean() ? 20 : 60_000)];
            random.nextBytes(frame);
            sent.add(frame);
            out.writeInt(frame.length);
            out.write(frame);
        }
        byte[] bytes = stream.toByteArray();
        List<byte[]> received = new ArrayList<>();
        FrameAccumulator frames = new FrameAccumulator(60_000);
        int at = 0;
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(30_000));
            frames.read(
                    Unpooled.wrappedBuffer(bytes, at, length),
                    (array, offset, size) ->
                            received.add(Arrays.copyOfRange(array, offset, offset + size)));
            at += length;
        }
        assertEquals(sent.size(), received.size(), "seed " + seed);
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(sent.get(i), received.get(i), "seed " + seed + " frame " + i);
        }
    }

    @Test
    void refusesImpossibleLengths() {
        for (int length : new int[] {0, -1, 101, Integer.MAX_VALUE}) {
            FrameAccumulator frames = new FrameAccumulator(100);
            assertThrows(
                    MalformedFrameException.class,
                    () ->
                            frames.read(
                                    Unpooled.buffer().writeInt(length),
                                    (array, offset, size) -> true));
        }
    }
}
