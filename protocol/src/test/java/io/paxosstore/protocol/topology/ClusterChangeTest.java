package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What operators want: golden bytes, hostile bytes, and whether the cluster is as wanted. */
final class ClusterChangeTest {
    private static final ClusterNode NODE = node(300);

    private static ClusterNode node(int id) {
        return new ClusterNode(id, "a" + id, 7400, 7401, 7402, "z", 1, Membership.ACTIVE, 100);
    }

    private static Map<ClusterChange, String> samples() {
        Map<ClusterChange, String> samples = new LinkedHashMap<>();
        samples.put(
                new ClusterChange.Add(NODE),
                "0101" + "ac02" + "0461333030" + "e839e939ea39" + "017a" + "01" + "01" + "64");
        samples.put(new ClusterChange.Replace(3, 300), "0102" + "03" + "ac02");
        samples.put(new ClusterChange.Drain(300), "0103" + "ac02");
        samples.put(new ClusterChange.Keep(3), "0104" + "03");
        samples.put(new ClusterChange.Remove(3), "0105" + "03");
        samples.put(new ClusterChange.Reweigh(3, 200), "0106" + "03" + "c801");
        samples.put(new ClusterChange.Relocate(3, "z", 2), "0107" + "03" + "017a" + "02");
        samples.put(
                new ClusterChange.Readdress(3, "b", 7400, 7401, 7402),
                "0108" + "03" + "0162" + "e839e939ea39");
        samples.put(new ClusterChange.Voters(5), "0109" + "05");
        samples.put(new ClusterChange.Spread(), "010a");
        samples.put(new ClusterChange.Steer(Course.PAUSED), "010b" + "02");
        return samples;
    }

    @Test
    void everyWishHasTheGoldenBytes() {
        assertEquals(ClusterChange.class.getPermittedSubclasses().length, samples().size());
        samples()
                .forEach((change, bytes) -> {
                    byte[] encoded = ClusterChangeCodec.encode(change);
                    assertEquals(bytes, HexFormat.of().formatHex(encoded));
                    assertEquals(change, ClusterChangeCodec.decode(encoded));
                });
    }

    private static String refusal(String hex) {
        return String.valueOf(
                assertThrows(
                                MalformedBytesException.class,
                                () -> ClusterChangeCodec.decode(HexFormat.of().parseHex(hex)))
                        .getMessage());
    }

    @Test
    void whatIsNoWishIsASentence() {
        assertEquals(
                "A change of the cluster has the format 2; this version reads format 1.",
                refusal("020303"));
        assertEquals(
                "No change of the cluster has the number 12; this version knows 1 to 11.",
                refusal("010c"));
        assertEquals("There are 1 bytes after the last field.", refusal("01030300"));
        assertEquals(
                "No course has the number 4; 1 to 3 are running, paused, cancelled.",
                refusal("010b04"));
        assertEquals(
                "Port 0 of node 3 is out of range; ports are 1 to 65535.",
                refusal("0101" + "03" + "0161" + "00e939ea39" + "017a" + "01" + "01" + "64"));
        assertThrows(
                IllegalArgumentException.class,
                () -> ClusterChangeCodec.encode(new ClusterChange.Drain(-1)));
    }

    private static String unsaid(ClusterChange change) {
        return String.valueOf(
                assertThrows(
                                IllegalArgumentException.class,
                                () -> ClusterChangeCodec.encode(change))
                        .getMessage());
    }

    /** Clients reserve room by what a wish can be at most. */
    @Test
    void textsAreNoLongerThanThoseOfNodes() {
        assertEquals(
                "The host has 254 characters; write at most 253.",
                unsaid(new ClusterChange.Readdress(3, "h".repeat(254), 1, 2, 3)));
        assertEquals(
                "The zone has 65 characters; write at most 64.",
                unsaid(new ClusterChange.Relocate(3, "z".repeat(65), 0)));
        ClusterChange longest =
                new ClusterChange.Readdress(
                        Integer.MAX_VALUE, "\u20ac".repeat(253), 65_535, 65_535, 65_535);
        assertTrue(ClusterChangeCodec.encode(longest).length < 1000);
    }

    @Test
    void hostileBytesStayInside() {
        Random random = new Random(1);
        List<byte[]> frames = samples().keySet().stream().map(ClusterChangeCodec::encode).toList();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = frames.get(random.nextInt(frames.size())).clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            try {
                ClusterChange change = ClusterChangeCodec.decode(cut);
                byte[] again = ClusterChangeCodec.encode(change);
                assertArrayEquals(
                        again, ClusterChangeCodec.encode(ClusterChangeCodec.decode(again)));
            } catch (MalformedBytesException e) {
                assertTrue(String.valueOf(e.getMessage()).endsWith("."), "a sentence: " + e);
            }
        }
    }

    /** So that what was asked for once, and may be done, can be asked for again. */
    @Test
    void whetherTheClusterIsAsWanted() {
        List<ClusterNode> nodes =
                List.of(
                        node(1),
                        node(2),
                        node(3).as(Membership.DRAINING),
                        node(4).as(Membership.REMOVED));
        Goal goal = new Goal(2, 3, true, Course.PAUSED, List.of(new Replacement(3, 2)));
        TopologyHead head =
                new TopologyHead(
                        new NodeList(7, nodes), SlotConfiguration.first(List.of(1, 2, 3)), goal);
        List<ClusterChange> so =
                List.of(
                        new ClusterChange.Add(node(1)),
                        new ClusterChange.Replace(3, 2),
                        new ClusterChange.Drain(3),
                        new ClusterChange.Keep(2),
                        new ClusterChange.Remove(4),
                        new ClusterChange.Reweigh(1, 100),
                        new ClusterChange.Relocate(1, "z", 1),
                        new ClusterChange.Readdress(1, "a1", 7400, 7401, 7402),
                        new ClusterChange.Voters(3),
                        new ClusterChange.Steer(Course.PAUSED));
        so.forEach(change -> assertTrue(change.holdsIn(head), change.toString()));
        List<ClusterChange> otherwise =
                List.of(
                        new ClusterChange.Add(node(4)),
                        new ClusterChange.Add(node(5)),
                        new ClusterChange.Replace(3, 1),
                        new ClusterChange.Drain(4),
                        new ClusterChange.Keep(3),
                        new ClusterChange.Remove(5),
                        new ClusterChange.Reweigh(1, 99),
                        new ClusterChange.Relocate(1, "z", 0),
                        new ClusterChange.Readdress(1, "a1", 7400, 7401, 7403),
                        new ClusterChange.Voters(5),
                        new ClusterChange.Spread(),
                        new ClusterChange.Steer(Course.RUNNING));
        otherwise.forEach(change -> assertFalse(change.holdsIn(head), change.toString()));
    }
}
