package io.paxosstore.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.FirstVoters;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** The format is a contract: golden bytes, and every message survives a round trip. */
final class WireFormatTest {
    @Test
    void requestsHaveTheGoldenBytes() throws MalformedFrameException {
        for (var sample : WireSamples.requests().entrySet()) {
            byte[] encoded = WireSamples.bytes(sample.getKey());
            assertEquals(sample.getValue(), WireSamples.hex(encoded), sample.getKey().toString());
            Request decoded = RequestCodec.decode(ByteBuffer.wrap(encoded));
            assertEquals(sample.getKey().getClass(), decoded.getClass());
            assertArrayEquals(encoded, WireSamples.bytes(decoded));
        }
    }

    @Test
    void responsesHaveTheGoldenBytes() throws MalformedFrameException {
        for (var sample : WireSamples.responses().entrySet()) {
            byte[] encoded = WireSamples.bytes(sample.getKey());
            assertEquals(sample.getValue(), WireSamples.hex(encoded), sample.getKey().toString());
            assertTrue(encoded.length <= ResponseCodec.encodedBytesMax(sample.getKey()));
            Response decoded = ResponseCodec.decode(ByteBuffer.wrap(encoded));
            assertEquals(sample.getKey().getClass(), decoded.getClass());
            assertArrayEquals(encoded, WireSamples.bytes(decoded));
        }
    }

    @Test
    void hotPathEncodersWriteTheSameBytes() {
        ByteBuffer out = ByteBuffer.allocate(256);
        byte[] key = WireSamples.ascii("key");
        RequestCodec.encodeKvRead(out, 6, 1000, 7, ReadMode.LOCAL, key);
        assertEquals(RequestCodec.kvReadBytes(key), out.position());
        assertGolden(new Request.KvRead(6, 1000, 7, ReadMode.LOCAL, key), out);

        byte[] value = WireSamples.ascii("..val..");
        ResponseCodec.encodeFound(out.clear(), 6, 10, 11, 12, ByteBuffer.wrap(value, 2, 3));
        assertEquals(ResponseCodec.valueBytes(3), out.position());
        assertGolden(new Response.Value(6, true, 10, 11, 12, WireSamples.ascii("val")), out);

        ResponseCodec.encodeNotFound(out.clear(), 6, 11);
        assertGolden(new Response.Value(6, false, 0, 11, 0, new byte[0]), out);
    }

    private static void assertGolden(Record message, ByteBuffer encoded) {
        byte[] expected =
                message instanceof Request request
                        ? WireSamples.bytes(request)
                        : WireSamples.bytes((Response) message);
        byte[] actual = new byte[encoded.position()];
        encoded.flip().get(actual);
        assertArrayEquals(expected, actual);
    }

    @Test
    void writeSizesArePredictedExactly() {
        for (Request request : WireSamples.requests().keySet()) {
            if (request instanceof Request.KvWrite write) {
                assertEquals(
                        WireSamples.bytes(request).length,
                        RequestCodec.kvWriteBytes(write.key(), write.operation()));
            } else if (request instanceof Request.EntityRead read) {
                assertEquals(
                        WireSamples.bytes(request).length,
                        RequestCodec.entityReadBytes(read.entity(), read.multiOp()));
            } else if (request instanceof Request.EntityWrite write) {
                assertEquals(
                        WireSamples.bytes(request).length,
                        RequestCodec.entityWriteBytes(write.entity(), write.multiOp()));
            } else if (request instanceof Request.Watch watch) {
                assertEquals(
                        WireSamples.bytes(request).length, RequestCodec.watchBytes(watch.entity()));
            } else if (request instanceof Request.WatchRange watch) {
                assertEquals(
                        WireSamples.bytes(request).length,
                        RequestCodec.watchRangeBytes(watch.prefix()));
            }
        }
    }

    @Test
    void pipelinedFramesAreReadOneAfterTheOther() throws MalformedFrameException {
        ByteBuffer stream = ByteBuffer.allocateDirect(1 << 16);
        List<Request> sent = List.copyOf(WireSamples.requests().keySet());
        sent.forEach(request -> RequestCodec.encode(request, stream));
        stream.flip();
        for (Request request : sent) {
            int bytes = Wire.completeFrameBytes(stream, Wire.FRAME_BYTES_MAX);
            int start = stream.position();
            assertEquals(request.correlation(), Wire.correlationOf(stream));
            assertEquals(request.getClass(), RequestCodec.decode(stream).getClass());
            assertEquals(start + bytes, stream.position());
        }
        assertEquals(Wire.INCOMPLETE, Wire.completeFrameBytes(stream, Wire.FRAME_BYTES_MAX));
    }

    @Test
    void garbageIsRecognisedByItsFirstFourBytes() {
        for (byte[] garbage :
                List.of(
                        WireSamples.ascii("GET / HTTP/1.1\r\n"),
                        WireSamples.ascii("*1\r\n$4\r\nPING\r\n"),
                        HexFormat.of().parseHex("1603010200010001fc03"),
                        new byte[64])) {
            MalformedFrameException e =
                    assertThrows(
                            MalformedFrameException.class,
                            () ->
                                    Wire.completeFrameBytes(
                                            ByteBuffer.wrap(garbage),
                                            Wire.HANDSHAKE_FRAME_BYTES_MAX));
            assertEquals(Wire.NO_CORRELATION, e.correlation());
            assertTrue(e.toString().contains("length field says"), e.toString());
        }
    }

    @Test
    void helloOfAnotherVersionIsReadSoThatItCanBeRefusedPolitely() throws Exception {
        byte[] hello =
                HexFormat.of()
                        .parseHex(
                                "00000013"
                                        + "01"
                                        + "0000000000000009"
                                        + "50585354"
                                        + "0002"
                                        + "abcdef42");
        Request.Hello decoded = (Request.Hello) RequestCodec.decode(ByteBuffer.wrap(hello));
        assertEquals(2, decoded.protocolVersion());
    }

    @Test
    void helloWithoutTheMagicIsRefused() {
        byte[] hello = WireSamples.bytes(new Request.Hello(9, 1, 1, "app"));
        hello[Wire.HEADER_BYTES] ^= 1;
        MalformedFrameException e =
                assertThrows(
                        MalformedFrameException.class,
                        () -> RequestCodec.decode(ByteBuffer.wrap(hello)));
        assertTrue(e.toString().contains("no PaxosStore client"), e.toString());
    }

    @Test
    void overlongSentencesAreCutAtACharacter() throws MalformedFrameException {
        Response.Failure failure =
                new Response.Failure(1, FailureCode.INTERNAL, 0, "x" + "\u00e9".repeat(2000));
        ByteBuffer out = ByteBuffer.allocate(ResponseCodec.encodedBytesMax(failure));
        ResponseCodec.encode(failure, out);
        Response.Failure decoded = (Response.Failure) ResponseCodec.decode(out.flip());
        assertEquals(999, decoded.sentence().getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void overlongNamesAndKeysAreRefusedWithTheirSize() {
        ByteBuffer out = ByteBuffer.allocate(1 << 18);
        IllegalArgumentException name =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                RequestCodec.encode(
                                        new Request.OpenSpace(
                                                1, 1, "n".repeat(256), ReadMode.LINEARIZABLE),
                                        out));
        assertTrue(name.toString().contains("256 bytes"), name.toString());
        IllegalArgumentException key =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                RequestCodec.encodeKvRead(
                                        out, 1, 1, 1, ReadMode.LOCAL, new byte[65_536]));
        assertTrue(key.toString().contains("65536 bytes"), key.toString());
    }

    @Test
    void multiOpsAboveTheLimitAreRefused() {
        int tooMany = ModelLimits.MULTI_OP_BYTES_MAX + 1;
        ByteBuffer out = ByteBuffer.allocate(tooMany + 100);
        Request write =
                new Request.EntityWrite(
                        1, new WriteId(2, 1, 1), 1, 1 << 24, new byte[0], new byte[tooMany]);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> RequestCodec.encode(write, out));
        assertTrue(e.toString().contains(tooMany + " bytes"), e.toString());
        byte[] frame =
                WireSamples.bytes(
                        new Request.EntityRead(
                                1, 1, 1 << 24, ReadMode.LOCAL, new byte[0], new byte[0]));
        ByteBuffer.wrap(frame).putInt(frame.length - 4, tooMany);
        MalformedFrameException malformed =
                assertThrows(
                        MalformedFrameException.class,
                        () -> RequestCodec.decode(ByteBuffer.wrap(frame)));
        assertTrue(malformed.toString().contains("split it"), malformed.toString());
        assertEquals(1, malformed.correlation());
    }

    @Test
    void watchesBeginAtVersionOne() {
        byte[] frame = WireSamples.bytes(new Request.Watch(1, 1 << 24, 0, new byte[0]));
        MalformedFrameException e =
                assertThrows(
                        MalformedFrameException.class,
                        () -> RequestCodec.decode(ByteBuffer.wrap(frame)));
        assertTrue(e.toString().contains("first version is 1"), e.toString());
        assertEquals(1, e.correlation());
    }

    @Test
    void heldVersionsOfTheTopologyAreNotNegative() {
        byte[] frame =
                WireSamples.bytes(new Request.FollowTopology(1, 0, Collections.nCopies(64, 0L)));
        frame[frame.length - 8] = (byte) 0x80;
        MalformedFrameException e =
                assertThrows(
                        MalformedFrameException.class,
                        () -> RequestCodec.decode(ByteBuffer.wrap(frame)));
        assertTrue(e.toString().contains("versions begin at 1"), e.toString());
        assertEquals(1, e.correlation());
    }

    /** Part of the wire contract: clients route by it, and peers agree on the right to entry 1. */
    @Test
    void orderOfPreferenceIsFixedForEver() {
        List<Integer> three = List.of(2, 5, 9);
        assertEquals(List.of(2, 5, 9), FirstVoters.order(0, three));
        assertEquals(List.of(5, 2, 9), FirstVoters.order(1, three));
        assertEquals(List.of(2, 9, 5), FirstVoters.order(3, three));
        assertEquals(List.of(2, 9, 5), FirstVoters.order(Slots.of(ascii("{bar}")), three));
        assertEquals(List.of(9, 2, 5), FirstVoters.order(Slots.of(ascii("foo")), three));
        List<Integer> five = List.of(1, 2, 3, 4, 5);
        assertEquals(List.of(1, 2, 3, 4, 5), FirstVoters.order(0, five));
        assertEquals(List.of(2, 1, 4, 5, 3), FirstVoters.order(Slots.of(ascii("bar")), five));
        assertEquals(List.of(3, 1, 2, 4, 5), FirstVoters.order(Slots.of(ascii("foo")), five));
        assertEquals(List.of(4, 1, 2, 3, 5), FirstVoters.order(16_383, five));
        assertEquals(List.of(7), FirstVoters.order(16_383, List.of(7)));
        assertEquals(List.of(2, 1), FirstVoters.order(16_383, List.of(1, 2)));
    }

    private static byte[] ascii(String text) {
        return WireSamples.ascii(text);
    }

    /** Peers' connections belong to shards: both ends must have an entity in the same one. */
    @Test
    void shardsOfSlotsAreFixedForEver() {
        int[] slots = {0, 1, 5061, 12_182, 16_383};
        assertArrayEquals(
                new int[] {0, 1, 1, 0, 0},
                Arrays.stream(slots).map(slot -> Slots.shard(slot, 2)).toArray());
        assertArrayEquals(
                new int[] {0, 2, 2, 0, 1},
                Arrays.stream(slots).map(slot -> Slots.shard(slot, 4)).toArray());
        assertArrayEquals(
                new int[] {0, 39, 38, 15, 24},
                Arrays.stream(slots).map(slot -> Slots.shard(slot, 64)).toArray());
        assertEquals(2, new EntityKey(7, ascii("x{bar}")).shard(4));
        assertEquals(0, new EntityKey(7, ascii("foo")).shard(1));
    }
}
