package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.RangeChange;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Frames of watches on ranges, with their bytes. */
final class RangeSamples {
    private static final byte[] KEY = ascii("key");

    private RangeSamples() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static void requests(Map<Request, String> samples) {
        samples.put(
                new Request.WatchRange(10, 1, true, KEY, new HistoryPosition(7, 8, 9)),
                "00000027"
                        + "28"
                        + "000000000000000a"
                        + "00000001"
                        + "01"
                        + "00036b6579"
                        + "0000000000000007"
                        + "0000000000000008"
                        + "00000009");
    }

    static void responses(Map<Response, String> samples) {
        samples.put(
                new Response.RangeWatched(10, true, new HistoryPosition(7, 8, 9), 500),
                "00000022"
                        + "a8"
                        + "000000000000000a"
                        + "01"
                        + "0000000000000007"
                        + "0000000000000008"
                        + "00000009"
                        + "000001f4");
        samples.put(
                new Response.RangeChanged(
                        10,
                        new HistoryPosition(7, 8, 9),
                        List.of(
                                new RangeChange(ascii("a"), 3, true, true, List.of()),
                                new RangeChange(
                                        ascii("b"),
                                        0x30001,
                                        false,
                                        false,
                                        List.of(
                                                new ObjectChange(
                                                        "q",
                                                        ObjectChange.Kind.CREATED,
                                                        ObjectType.QUEUE))))),
                "0000003f"
                        + "a9"
                        + "000000000000000a"
                        + "0000000000000007"
                        + "0000000000000008"
                        + "00000009"
                        + "0002"
                        + "000161"
                        + "0000000000000003"
                        + "03"
                        + "0000"
                        + "000162"
                        + "0000000000030001"
                        + "00"
                        + "0001"
                        + "01"
                        + "03"
                        + "0171");
    }
}
