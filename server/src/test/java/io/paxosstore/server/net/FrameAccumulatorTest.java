package io.paxosstore.server.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.memory.Use;
import io.paxosstore.protocol.bytes.MalformedBytesException;

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
    void whatIsKeptIsAccountedAndGivenBack() throws Exception {
        MemoryBudget budget = new MemoryBudget(1 << 20);
        FrameAccumulator frames = new FrameAccumulator(1 << 20);
        frames.memory(budget.loop());
        List<Integer> received = new ArrayList<>();
        FrameAccumulator.Sink sink = (array, offset, size) -> received.add(size);

        frames.read(Unpooled.buffer().writeInt(100_000).writeZero(40_000), sink);
        assertTrue(frames.isUnfinished());
        assertTrue(budget.usedBytes() >= 40_000, "used " + budget.usedBytes());
        frames.read(Unpooled.buffer().writeZero(60_000), sink);

        assertEquals(List.of(100_000), received);
        assertFalse(frames.isUnfinished());
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void whatIsAnnouncedTakesNoMemory() throws Exception {
        MemoryBudget budget = new MemoryBudget(1 << 20);
        FrameAccumulator frames = new FrameAccumulator(1 << 20);
        frames.memory(budget.loop());
        frames.read(Unpooled.buffer().writeInt(1_000_000).writeZero(100), (a, o, size) -> true);
        assertTrue(budget.usedBytes() <= 200, "used " + budget.usedBytes());
        frames.release();
        assertEquals(0, budget.usedBytes());
    }

    @RepeatedTest(20)
    void aFrameWithoutRoomIsRefusedAndTheNextOneIsRead(RepetitionInfo repetition) throws Exception {
        Random random = new Random(repetition.getCurrentRepetition());
        MemoryBudget budget = new MemoryBudget(64 * 1024);
        FrameAccumulator frames = new FrameAccumulator(1 << 20);
        frames.memory(budget.loop());
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(stream);
        for (int i = 0; i < 10; i++) {
            byte[] frame = new byte[i % 2 == 0 ? 200_000 : 10];
            frame[0] = (byte) i;
            out.writeInt(frame.length);
            out.write(frame);
        }
        List<Integer> received = new ArrayList<>();
        List<Integer> refused = new ArrayList<>();
        FrameAccumulator.Sink sink =
                new FrameAccumulator.Sink() {
                    @Override
                    public boolean frame(byte[] bytes, int offset, int length) {
                        return received.add((int) bytes[offset]);
                    }

                    @Override
                    public void refused(byte[] bytes, int offset, int length) {
                        assertTrue(length >= 9, "type and correlation id are there");
                        refused.add((int) bytes[offset]);
                    }
                };
        byte[] bytes = stream.toByteArray();
        int at = 0;
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(30_000));
            frames.read(Unpooled.wrappedBuffer(bytes, at, length), sink);
            at += length;
        }
        assertEquals(List.of(0, 2, 4, 6, 8), refused);
        assertEquals(List.of(1, 3, 5, 7, 9), received);
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void aPeersFrameIsKeptWhenClientsHaveTakenAllMemory() throws Exception {
        MemoryBudget budget = new MemoryBudget(1 << 20);
        LoopMemory loop = budget.loop();
        assertTrue(loop.reserve(1 << 20, Use.SMALL));
        FrameAccumulator frames = new FrameAccumulator(1 << 20);
        frames.memoryOfPeer(loop);
        List<Integer> received = new ArrayList<>();
        FrameAccumulator.Sink sink = (array, offset, size) -> received.add(size);

        frames.read(Unpooled.buffer().writeInt(300_000).writeZero(200_000), sink);
        assertTrue(budget.usedBytes() > budget.bytesMax(), "it counts: " + budget.usedBytes());
        frames.read(Unpooled.buffer().writeZero(100_000), sink);

        assertEquals(List.of(300_000), received);
        assertEquals(budget.bytesMax(), budget.usedBytes());
    }

    @Test
    void aSinkThatStopsGetsTheRestLater() throws Exception {
        MemoryBudget budget = new MemoryBudget(1 << 20);
        FrameAccumulator frames = new FrameAccumulator(1 << 20);
        frames.memory(budget.loop());
        List<Integer> received = new ArrayList<>();
        FrameAccumulator.Sink one =
                (array, offset, size) -> {
                    received.add(size);
                    return false;
                };
        frames.read(
                Unpooled.buffer()
                        .writeInt(1)
                        .writeZero(1)
                        .writeInt(2)
                        .writeZero(2)
                        .writeInt(3)
                        .writeZero(1),
                one);
        assertEquals(List.of(1), received);
        assertFalse(frames.isUnfinished(), "it is not the sender who is slow");
        frames.resume(one);
        assertEquals(List.of(1, 2), received);
        frames.resume(one);
        assertTrue(frames.isUnfinished());
        frames.read(Unpooled.buffer().writeZero(2), one);
        assertEquals(List.of(1, 2, 3), received);
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void refusesImpossibleLengths() {
        for (int length : new int[] {0, -1, 101, Integer.MAX_VALUE}) {
            FrameAccumulator frames = new FrameAccumulator(100);
            assertThrows(
                    MalformedBytesException.class,
                    () ->
                            frames.read(
                                    Unpooled.buffer().writeInt(length),
                                    (array, offset, size) -> true));
        }
    }
}
