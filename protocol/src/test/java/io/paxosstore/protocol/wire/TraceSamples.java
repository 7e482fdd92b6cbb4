package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.TraceContext;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Frames that belong to a trace, and those that ask for that, with their bytes. */
final class TraceSamples {
    static final TraceContext CONTEXT =
            TraceContext.of("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", 3);

    private static final String CONTEXT_HEX =
            "0af7651916cd43dd" + "8448eb211c80319c" + "b7ad6b7169203331" + "03";

    private TraceSamples() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static void requests(Map<Request, String> samples) {
        samples.put(new Request.Features(1), "00000009" + "04" + "0000000000000001");
        samples.put(
                new Request.Traced(
                        CONTEXT, new Request.KvRead(6, 1000, 7, ReadMode.LOCAL, ascii("key"))),
                "00000030"
                        + "60"
                        + "0000000000000006"
                        + "00000007"
                        + "01"
                        + "000003e8"
                        + "00036b6579"
                        + CONTEXT_HEX);
        samples.put(
                new Request.Traced(
                        CONTEXT,
                        new Request.KvWrite(
                                7,
                                new WriteId(2, 1, 3),
                                1000,
                                7,
                                ascii("key"),
                                new KvOperation.Delete())),
                "00000041"
                        + "61"
                        + "0000000000000007"
                        + "00000007"
                        + "0000000000000002"
                        + "0000000000000001"
                        + "03"
                        + "000003e8"
                        + "05"
                        + "00036b6579"
                        + CONTEXT_HEX);
        samples.put(
                new Request.Traced(CONTEXT, new Request.ListSpaces(3, 1000)),
                "00000026" + "51" + "0000000000000003" + "000003e8" + CONTEXT_HEX);
    }

    static void responses(Map<Response, String> samples) {
        samples.put(
                new Response.FeaturesKnown(1, Response.FeaturesKnown.TRACES),
                "00000011" + "86" + "0000000000000001" + "0000000000000001");
    }
}
