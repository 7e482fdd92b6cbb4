package io.paxosstore.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.TraceContext;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** A trace context is behind the request that it came with, or the frame is refused. */
final class TracedRequestTest {
    private static final int TYPE_AT = Wire.LENGTH_BYTES;
    private static final Request READ = new Request.KvRead(6, 9, 7, ReadMode.LOCAL, new byte[3]);

    private static byte[] traced(Request request) {
        return WireSamples.bytes(new Request.Traced(TraceSamples.CONTEXT, request));
    }

    private static MalformedFrameException refused(byte[] frame) {
        MalformedFrameException e =
                assertThrows(
                        MalformedFrameException.class,
                        () -> RequestCodec.decode(ByteBuffer.wrap(frame)));
        assertEquals(Wire.correlationOf(ByteBuffer.wrap(frame)), e.correlation());
        return e;
    }

    @Test
    void theContextAndTheRequestArriveAsTheyWere() throws MalformedFrameException {
        Request.Traced decoded =
                assertInstanceOf(
                        Request.Traced.class, RequestCodec.decode(ByteBuffer.wrap(traced(READ))));
        assertEquals(TraceSamples.CONTEXT, decoded.context());
        assertEquals(6, decoded.correlation());
        assertArrayEquals(WireSamples.bytes(READ), WireSamples.bytes(decoded.request()));
    }

    @Test
    void aFrameGetsItsContextWhereItStands() {
        ByteBuffer out = ByteBuffer.allocate(200);
        RequestCodec.encode(new Request.Ping(1), out);
        int start = out.position();
        RequestCodec.encode(READ, out);
        int bytes = out.position() - start;
        RequestCodec.addTrace(out, start, TraceSamples.CONTEXT);
        assertEquals(bytes + RequestCodec.TRACE_BYTES, out.position() - start);
        assertArrayEquals(traced(READ), Arrays.copyOfRange(out.array(), start, out.position()));
    }

    @Test
    void whatNobodyWaitsForCarriesNone() {
        for (Request request :
                List.of(
                        new Request.Hello(9, 1, 1, "app"),
                        new Request.Ping(9),
                        new Request.Features(9),
                        new Request.FollowCatalog(9),
                        new Request.Watch(9, 1 << 24, 1, new byte[1]),
                        new Request.Unwatch(9),
                        new Request.Traced(TraceSamples.CONTEXT, READ))) {
            assertThrows(IllegalArgumentException.class, () -> traced(request));
            byte[] frame = WireSamples.bytes(request);
            byte[] longer = Arrays.copyOf(frame, frame.length + RequestCodec.TRACE_BYTES);
            ByteBuffer.wrap(longer).putInt(longer.length - Wire.LENGTH_BYTES);
            longer[TYPE_AT] += FrameType.TRACED;
            MalformedFrameException e = refused(longer);
            assertTrue(e.toString().contains("ype "), e.toString());
        }
    }

    @Test
    void idsOfZerosAreRefused() {
        byte[] noSpan = traced(READ);
        Arrays.fill(noSpan, noSpan.length - 9, noSpan.length - 1, (byte) 0);
        assertTrue(refused(noSpan).toString().contains("id of its span"));
        byte[] noTrace = traced(READ);
        Arrays.fill(noTrace, noTrace.length - 25, noTrace.length - 9, (byte) 0);
        assertTrue(refused(noTrace).toString().contains("id of its trace"));
    }

    @Test
    void aFrameThatIsTooShortForAContextIsRefused() {
        byte[] frame = WireSamples.bytes(new Request.ListSpaces(3, 1000));
        frame[TYPE_AT] += FrameType.TRACED;
        assertTrue(refused(frame).toString().contains("too short"));
        byte[] missing = Arrays.copyOf(traced(READ), traced(READ).length - 1);
        ByteBuffer.wrap(missing).putInt(missing.length - Wire.LENGTH_BYTES);
        refused(missing);
        byte[] more = Arrays.copyOf(traced(READ), traced(READ).length + 1);
        ByteBuffer.wrap(more).putInt(more.length - Wire.LENGTH_BYTES);
        assertTrue(refused(more).toString().contains("after its last field"));
    }

    @Test
    void idsAreSpeltAsTheStandardSpellsThem() {
        TraceContext context = TraceSamples.CONTEXT;
        assertEquals("0af7651916cd43dd8448eb211c80319c", context.traceIdText());
        assertEquals("b7ad6b7169203331", context.spanIdText());
        assertTrue(context.isSampled());
        assertFalse(new TraceContext(0, 1, 1, 2).isSampled());
        assertThrows(IllegalArgumentException.class, () -> TraceContext.of("00", "00", 0));
        assertThrows(IllegalArgumentException.class, () -> new TraceContext(1, 1, 1, 256));
    }
}
