package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectChange.Kind;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.NodeMoves;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.TopologyHead;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One message of every shape, with the bytes that version 1 of the protocol fixed for it. */
final class WireSamples {
    private static final WriteId ID =
            new WriteId(0x0000_0001_0000_0002L, 0x0000_0001_0000_0001L, 3);
    private static final byte[] KEY = ascii("key");
    private static final byte[] VALUE = ascii("val");
    private static final String WRITE_ID = "0000000100000002" + "0000000100000001" + "03";
    private static final String WRITE = "00000007" + WRITE_ID + "000003e8";

    private static final ClusterNode NODE =
            new ClusterNode(4, "h", 7400, 7401, 7402, "a", 1, Membership.ACTIVE, 100);

    /** A list of one: that node. */
    private static final String NODE_HEX = "01" + "040168e839e939ea39016101" + "0164";

    private static final String NODE_LIST_END = NODE_HEX + "10432839";

    private WireSamples() {}

    static Map<Request, String> requests() {
        Map<Request, String> samples = new LinkedHashMap<>();
        samples.put(
                new Request.Hello(9, 1, 0x0102030405060708L, "app"),
                "0000001b"
                        + "01"
                        + "0000000000000009"
                        + "50585354"
                        + "0001"
                        + "0102030405060708"
                        + "03617070");
        samples.put(new Request.Ping(1), "00000009" + "02" + "0000000000000001");
        samples.put(new Request.Status(1), "00000009" + "03" + "0000000000000001");
        samples.put(
                new Request.CreateSpace(2, ID, 1000, "s", SpaceKind.KEY_VALUE, true),
                "00000022"
                        + "10"
                        + "0000000000000002"
                        + WRITE_ID
                        + "000003e8"
                        + "0173"
                        + "01"
                        + "01");
        samples.put(
                new Request.ListSpaces(3, 1000),
                "0000000d" + "11" + "0000000000000003" + "000003e8");
        samples.put(
                new Request.DropSpace(4, ID, 1000, "s"),
                "00000020" + "12" + "0000000000000004" + WRITE_ID + "000003e8" + "0173");
        samples.put(
                new Request.OpenSpace(5, 1000, "s", ReadMode.LINEARIZABLE),
                "0000000f" + "13" + "0000000000000005" + "000003e8" + "0173");
        samples.put(
                new Request.OpenSpace(5, 1000, "s", ReadMode.LOCAL),
                "0000000f" + "14" + "0000000000000005" + "000003e8" + "0173");
        samples.put(new Request.FollowCatalog(5), "00000009" + "15" + "0000000000000005");
        samples.put(
                new Request.FollowTopology(5, 6, Collections.nCopies(64, 7L)),
                "00000211"
                        + "16"
                        + "0000000000000005"
                        + "0000000000000006"
                        + "0000000000000007".repeat(64));
        samples.put(
                new Request.Join(5, 1000, new UUID(6, 7), NODE),
                "00000037"
                        + "17"
                        + "0000000000000005"
                        + "000003e8"
                        + "0000000000000006"
                        + "0000000000000007"
                        + "00000016"
                        + "0101"
                        + "01"
                        + NODE_LIST_END);
        samples.put(
                new Request.ChangeMembers(6, 1000, true, false, new byte[] {1, 3, 2}),
                "00000016"
                        + "18"
                        + "0000000000000006"
                        + "000003e8"
                        + "01"
                        + "00"
                        + "00000003010302");
        samples.put(
                new Request.ShowTopology(6, 1000),
                "0000000d" + "19" + "0000000000000006" + "000003e8");
        samples.put(
                new Request.Balance(6, 1000, true, false),
                "0000000f" + "1a" + "0000000000000006" + "000003e8" + "01" + "00");
        samples.put(
                new Request.ListKeys(6, 1000, 7, 16_383, ascii("b"), ascii("ab"), 500, 1 << 20),
                "00000022"
                        + "27"
                        + "0000000000000006"
                        + "000003e8"
                        + "00000007"
                        + "3fff"
                        + "000001f4"
                        + "000162"
                        + "00026162"
                        + "00100000");
        samples.put(
                new Request.ListKeys(6, 1000, 7, 16_383, ascii("b"), ascii("ab"), 500, 0),
                "0000001e"
                        + "26"
                        + "0000000000000006"
                        + "000003e8"
                        + "00000007"
                        + "3fff"
                        + "000001f4"
                        + "000162"
                        + "00026162");
        samples.put(
                new Request.KvRead(6, 1000, 7, ReadMode.LOCAL, KEY),
                "00000017"
                        + "20"
                        + "0000000000000006"
                        + "00000007"
                        + "01"
                        + "000003e8"
                        + "00036b6579");
        samples.put(
                new Request.EntityRead(8, 1000, 1 << 24, ReadMode.LINEARIZABLE, KEY, VALUE),
                "0000001e"
                        + "22"
                        + "0000000000000008"
                        + "01000000"
                        + "00"
                        + "000003e8"
                        + "00036b6579"
                        + "0000000376616c");
        samples.put(
                new Request.EntityWrite(9, ID, 1000, 1 << 24, KEY, VALUE),
                "0000002e"
                        + "23"
                        + "0000000000000009"
                        + "01000000"
                        + WRITE_ID
                        + "000003e8"
                        + "00036b6579"
                        + "0000000376616c");
        samples.put(
                new Request.Watch(10, 1 << 24, 0x10001, KEY),
                "0000001a"
                        + "24"
                        + "000000000000000a"
                        + "01000000"
                        + "0000000000010001"
                        + "00036b6579");
        RangeSamples.requests(samples);
        TraceSamples.requests(samples);
        samples.put(new Request.Unwatch(10), "00000009" + "25" + "000000000000000a");
        write(samples, new KvOperation.Put(VALUE, 5), "01", "0000000000000005" + "0000000376616c");
        write(
                samples,
                new KvOperation.PutIfAbsent(VALUE, 0),
                "02",
                "0000000000000000" + "0000000376616c");
        write(
                samples,
                new KvOperation.CompareAndSet(ascii("x"), VALUE, 0),
                "03",
                "0000000000000000" + "0000000178" + "0000000376616c");
        write(
                samples,
                new KvOperation.CompareVersionAndSet(8, VALUE, 0),
                "04",
                "0000000000000000" + "0000000000000008" + "0000000376616c");
        write(samples, new KvOperation.Delete(), "05", "");
        write(samples, new KvOperation.CompareVersionAndDelete(8), "06", "0000000000000008");
        write(
                samples,
                new KvOperation.Increment(-1, 5),
                "07",
                "0000000000000005" + "ffffffffffffffff");
        write(
                samples,
                new KvOperation.CompareVersionAndSetUntil(8, VALUE, 5),
                "08",
                "0000000000000005" + "0000000000000008" + "0000000376616c");
        return samples;
    }

    private static void write(
            Map<Request, String> samples, KvOperation operation, String op, String arguments) {
        // 9 bytes of header, 28 fixed ones, the key's 3, then the arguments
        int bytes = 9 + 28 + 3 + arguments.length() / 2;
        samples.put(
                new Request.KvWrite(7, ID, 1000, 7, KEY, operation),
                HexFormat.of().toHexDigits(bytes)
                        + "21"
                        + "0000000000000007"
                        + WRITE
                        + op
                        + "00036b6579"
                        + arguments);
    }

    static Map<Response, String> responses() {
        Map<Response, String> samples = new LinkedHashMap<>();
        samples.put(
                new Response.Welcome(
                        9,
                        1,
                        "c1",
                        2,
                        3,
                        List.of(new NodeAddress(1, "h", 7400), new NodeAddress(2, "::1", 65535)),
                        0x100,
                        0x100000),
                "0000003a"
                        + "81"
                        + "0000000000000009"
                        + "50585354"
                        + "0001"
                        + "026331"
                        + "00000002"
                        + "0000000000000003"
                        + "00000100"
                        + "00100000"
                        + "0002"
                        + "00000001"
                        + "0168"
                        + "1ce8"
                        + "00000002"
                        + "033a3a31"
                        + "ffff");
        samples.put(new Response.Pong(1), "00000009" + "82" + "0000000000000001");
        samples.put(
                new Response.NodeStatus(1, ascii("{}")),
                "0000000f" + "85" + "0000000000000001" + "00000002" + "7b7d");
        samples.put(
                new Response.Goodbye(0, GoodbyeCode.WRONG_VERSION, "no"),
                "00000012" + "83" + "0000000000000000" + "50585354" + "01" + "00026e6f");
        samples.put(
                new Response.Failure(2, FailureCode.REQUEST_EXPIRED, 77, "old"),
                "00000017" + "84" + "0000000000000002" + "04" + "000000000000004d" + "00036f6c64");
        samples.put(
                new Response.Failure(2, FailureCode.EXECUTED, 0, "ok"),
                "00000016" + "84" + "0000000000000002" + "0f" + "0000000000000000" + "00026f6b");
        samples.put(
                new Response.Failure(2, FailureCode.WRONG_KIND, 0, "kv"),
                "00000016" + "84" + "0000000000000002" + "10" + "0000000000000000" + "00026b76");
        samples.put(
                new Response.Space(8, new SpaceInfo(1 << 24, "e", SpaceKind.ENTITY)),
                "00000010" + "90" + "0000000000000008" + "01000000" + "02" + "0165");
        samples.put(
                new Response.EntityResult(10, 11, VALUE),
                "00000018" + "a2" + "000000000000000a" + "000000000000000b" + "0000000376616c");
        samples.put(
                new Response.Failure(2, FailureCode.TOO_MANY_WATCHES, 9, "x"),
                "00000015" + "84" + "0000000000000002" + "11" + "0000000000000009" + "000178");
        samples.put(
                new Response.Watched(10, 0x10001, 2000),
                "00000015" + "a3" + "000000000000000a" + "0000000000010001" + "000007d0");
        samples.put(
                new Response.Changed(
                        10,
                        0x20001,
                        false,
                        List.of(
                                new ObjectChange("q", Kind.CREATED, ObjectType.QUEUE),
                                new ObjectChange("v", Kind.CHANGED, ObjectType.VALUE),
                                new ObjectChange("z", Kind.REMOVED, null))),
                "00000020"
                        + "a4"
                        + "000000000000000a"
                        + "0000000000020001"
                        + "00"
                        + "0003"
                        + "01030171"
                        + "02010176"
                        + "0300017a");
        samples.put(
                new Response.Compacted(10, 0x30001),
                "00000011" + "a5" + "000000000000000a" + "0000000000030001");
        RangeSamples.responses(samples);
        TraceSamples.responses(samples);
        samples.put(
                new Response.Space(3, new SpaceInfo(1, "s", SpaceKind.KEY_VALUE)),
                "00000010" + "90" + "0000000000000003" + "00000001" + "01" + "0173");
        samples.put(
                new Response.SpaceList(
                        4,
                        List.of(
                                new SpaceInfo(1, "s", SpaceKind.KEY_VALUE),
                                new SpaceInfo(2, "t", SpaceKind.KEY_VALUE))),
                "0000001b"
                        + "91"
                        + "0000000000000004"
                        + "00000002"
                        + "00000001"
                        + "01"
                        + "0173"
                        + "00000002"
                        + "01"
                        + "0174");
        samples.put(new Response.SpaceDropped(5), "00000009" + "92" + "0000000000000005");
        samples.put(
                new Response.CatalogVersion(5, 6),
                "00000011" + "93" + "0000000000000005" + "0000000000000006");
        samples.put(
                new Response.TopologyNews(5, List.of(VALUE, ascii("x"))),
                "00000017" + "94" + "0000000000000005" + "0002" + "0000000376616c" + "0000000178");
        samples.put(
                new Response.TopologyNews(5, List.of()),
                "0000000b" + "94" + "0000000000000005" + "0000");
        samples.put(
                new Response.Joined(
                        5,
                        List.of(NODE),
                        new TopologyHead(
                                new NodeList(2, List.of(NODE)),
                                SlotConfiguration.first(List.of(4)),
                                Goal.first(1))),
                "00000049"
                        + "95"
                        + "0000000000000005"
                        + "00000016"
                        + "0101"
                        + "01"
                        + NODE_LIST_END
                        + "00000022"
                        + "0106"
                        + "02"
                        + NODE_HEX
                        + "0101010100"
                        + "04"
                        + "0101"
                        + "01000100"
                        + "b2431767");
        samples.put(
                new Response.MembersChanged(
                        6, new ClusterMoves(7, 5, 2, 6, List.of(new NodeMoves(300, 40, 1, 9)))),
                "0000002f"
                        + "96"
                        + "0000000000000006"
                        + "0000000000000007"
                        + "00000005"
                        + "00000002"
                        + "00000006"
                        + "0001"
                        + "0000012c"
                        + "00000028"
                        + "00000001"
                        + "00000009");
        samples.put(
                new Response.TopologyShown(6, ascii("{}")),
                "0000000f" + "97" + "0000000000000006" + "000000027b7d");
        samples.put(
                new Response.Balanced(6, ascii("{}")),
                "0000000f" + "98" + "0000000000000006" + "000000027b7d");
        samples.put(
                new Response.KeysRead(
                        6,
                        16_384,
                        ascii(""),
                        List.of(
                                new ReadKey(ascii("a"), 3, 1_000, ascii("v")),
                                new ReadKey(ascii("bc"), 0, 0, null))),
                "0000002f"
                        + "a7"
                        + "0000000000000006"
                        + "4000"
                        + "0000"
                        + "00000002"
                        + "000161"
                        + "01"
                        + "0000000000000003"
                        + "00000000000003e8"
                        + "0000000176"
                        + "00026263"
                        + "00");
        samples.put(
                new Response.KeysListed(6, 16_384, ascii(""), List.of(ascii("a"), ascii("bc"))),
                "00000018"
                        + "a6"
                        + "0000000000000006"
                        + "4000"
                        + "0000"
                        + "00000002"
                        + "000161"
                        + "00026263");
        samples.put(
                new Response.Failure(2, FailureCode.REFUSED, 0, "no"),
                "00000016" + "84" + "0000000000000002" + "12" + "0000000000000000" + "00026e6f");
        samples.put(
                new Response.Value(6, true, 10, 11, 12, VALUE),
                "00000029"
                        + "a0"
                        + "0000000000000006"
                        + "01"
                        + "000000000000000a"
                        + "000000000000000b"
                        + "000000000000000c"
                        + "0000000376616c");
        samples.put(
                new Response.Value(6, false, 0, 11, 0, new byte[0]),
                "00000026"
                        + "a0"
                        + "0000000000000006"
                        + "00"
                        + "0000000000000000"
                        + "000000000000000b"
                        + "0000000000000000"
                        + "00000000");
        samples.put(
                new Response.Written(7, WriteStatus.NUMBER_OVERFLOW, 13, -1),
                "0000001a"
                        + "a1"
                        + "0000000000000007"
                        + "04"
                        + "000000000000000d"
                        + "ffffffffffffffff");
        return samples;
    }

    static byte[] bytes(Request request) {
        ByteBuffer out = ByteBuffer.allocate(1 << 16);
        RequestCodec.encode(request, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    static byte[] bytes(Response response) {
        ByteBuffer out = ByteBuffer.allocate(1 << 16);
        ResponseCodec.encode(response, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
