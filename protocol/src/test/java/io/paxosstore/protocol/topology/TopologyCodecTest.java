package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** The bytes of the topology are a contract, and damage never passes for a topology. */
final class TopologyCodecTest {
    private static final int SEEDS = 20;

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static void assertRefused(Function<byte[], ?> decoder, byte[] bytes, String what) {
        assertThrows(MalformedBytesException.class, () -> decoder.apply(bytes), what);
    }

    @Test
    void partsHaveTheGoldenBytes() {
        ClusterNode node =
                new ClusterNode(300, "a", 7400, 7401, 7402, "z", 1, Membership.DRAINING, 100);
        assertEquals(
                "0101" + "0701" + "ac02" + "0161" + "e839e939ea39" + "017a" + "01" + "02" + "64",
                withoutChecksum(TopologyCodec.encode(new NodeList(7, List.of(node)))));
        SlotConfiguration.Stable first = SlotConfiguration.first(List.of(1, 2, 300));
        assertEquals(
                "0104" + "8e60" + "03" + "01" + "010100" + "0101" + "0201" + "ac0201",
                withoutChecksum(TopologyCodec.encode(new SlotChange(12_302, first))));
        SlotConfiguration.Joint joint = first.towards(List.of(4, 2, 300));
        assertEquals(
                "0103"
                        + "000509"
                        + "01"
                        + "07"
                        + "b3"
                        + "02"
                        + "010100"
                        + "010202"
                        + "02ac0202"
                        + "0402ac02",
                withoutChecksum(
                        TopologyCodec.encode(
                                new PageDelta(0, 5, 9, List.of(new SlotChange(7, joint))))));
    }

    @Test
    void whatStandsBesideThePagesHasTheGoldenBytes() {
        ClusterNode one = new ClusterNode(1, "a", 7400, 7401, 7402, "z", 1, Membership.ACTIVE, 100);
        ClusterNode two = new ClusterNode(2, "b", 7400, 7401, 7402, "z", 1, Membership.ACTIVE, 100);
        TopologyHead head =
                new TopologyHead(
                        new NodeList(7, List.of(one, two)),
                        SlotConfiguration.first(List.of(1)).towards(List.of(2)),
                        new Goal(300, 3, true, Course.CANCELLED, List.of(new Replacement(1, 2))));
        assertEquals(
                "0106"
                        + ("0702" + "01" + "0161" + "e839e939ea39" + "017a" + "01" + "01" + "64")
                        + ("02" + "0162" + "e839e939ea39" + "017a" + "01" + "01" + "64")
                        + ("91" + "02" + "010100" + "0102" + "02")
                        + ("ac02" + "03" + "01" + "03" + "01" + "0102"),
                withoutChecksum(TopologyCodec.encode(head)));
        MovePlan plan =
                new MovePlan(
                        2,
                        300,
                        true,
                        List.of(
                                new PlannedMove(12_302, 5, List.of(4, 2, 300)),
                                new PlannedMove(1, 1, List.of(9))));
        assertEquals(
                "0107" + "02" + "ac02" + "01" + "02" + "8e60" + "05" + "030402ac02" + "01010109",
                withoutChecksum(TopologyCodec.encode(plan)));
    }

    private static String withoutChecksum(byte[] bytes) {
        return hex(Arrays.copyOf(bytes, bytes.length - Integer.BYTES));
    }

    @Test
    void everythingSurvivesARoundTrip() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            TopologyPage page = TopologySamples.page(random.nextInt(64), random, 1_000);
            assertEquals(
                    page, TopologyCodec.decodePage(TopologyCodec.encode(page)), "seed " + seed);
            PageDelta delta = page.changesSince(1 + random.nextLong(page.version()));
            assertEquals(delta, TopologyCodec.decodeDelta(TopologyCodec.encode(delta)));
            SlotChange change =
                    new SlotChange(
                            random.nextInt(16_384), TopologySamples.configuration(random, 9));
            assertEquals(change, TopologyCodec.decodeChange(TopologyCodec.encode(change)));
        }
        NodeList nodes =
                new NodeList(7, TopologySamples.nodes(30))
                        .with(TopologySamples.node(3).as(Membership.REMOVED))
                        .with(TopologySamples.node(4).as(Membership.DRAINING));
        assertEquals(nodes, TopologyCodec.decodeNodes(TopologyCodec.encode(nodes)));
        for (int seed = 1; seed <= SEEDS; seed++) {
            TopologyHead head = TopologySamples.head(new Random(seed), 9);
            assertEquals(head, TopologyCodec.decodeHead(TopologyCodec.encode(head)));
            MovePlan plan = TopologySamples.plan(new Random(seed), 9);
            assertEquals(plan, TopologyCodec.decodePlan(TopologyCodec.encode(plan)));
        }
        Topology topology = TopologySamples.topology(new Random(1), 50);
        assertEquals(topology, TopologyCodec.decodeTopology(TopologyCodec.encode(topology)));
    }

    @Test
    void everyTruncationAndEveryFlippedBitIsRefused() {
        Random random = new Random(1);
        byte[] page = TopologyCodec.encode(TopologySamples.page(3, random, 9));
        byte[] nodes = TopologyCodec.encode(new NodeList(1, TopologySamples.nodes(3)));
        byte[] change =
                TopologyCodec.encode(new SlotChange(5, SlotConfiguration.first(List.of(1, 2, 3))));
        assertDamageIsRefused(TopologyCodec::decodePage, page, 5);
        assertDamageIsRefused(TopologyCodec::decodeNodes, nodes, 1);
        assertDamageIsRefused(TopologyCodec::decodeChange, change, 1);
        byte[] head = TopologyCodec.encode(TopologySamples.head(random, 9));
        byte[] plan = TopologyCodec.encode(TopologySamples.plan(random, 9));
        assertDamageIsRefused(TopologyCodec::decodeHead, head, 1);
        assertDamageIsRefused(TopologyCodec::decodePlan, plan, 1);
    }

    private static void assertDamageIsRefused(Function<byte[], ?> decoder, byte[] bytes, int step) {
        for (int length = 0; length < bytes.length; length += step) {
            assertRefused(decoder, Arrays.copyOf(bytes, length), "cut to " + length);
        }
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit += step) {
            byte[] flipped = bytes.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertRefused(decoder, flipped, "bit " + bit);
        }
        assertRefused(decoder, Arrays.copyOf(bytes, bytes.length + 1), "one byte more");
    }

    /** Whoever wrote the checksum, too: what is read is a page, or the exception says why not. */
    @Test
    void wrongBytesUnderARightChecksumNeverEscapeTheCodec() {
        assertHostileBytesStayInside(
                random ->
                        TopologyCodec.encode(
                                new PageDelta(
                                        0,
                                        5,
                                        9,
                                        List.of(
                                                new SlotChange(
                                                        7,
                                                        TopologySamples.configuration(random, 9)),
                                                new SlotChange(
                                                        99,
                                                        TopologySamples.configuration(
                                                                random, 9))))),
                TopologyCodec::decodeDelta,
                TopologyCodec::encode);
        assertHostileBytesStayInside(
                random -> TopologyCodec.encode(TopologySamples.head(random, 9)),
                TopologyCodec::decodeHead,
                TopologyCodec::encode);
        assertHostileBytesStayInside(
                random -> TopologyCodec.encode(TopologySamples.plan(random, 9)),
                TopologyCodec::decodePlan,
                TopologyCodec::encode);
    }

    private static <T> void assertHostileBytesStayInside(
            Function<Random, byte[]> sample,
            Function<byte[], T> decoder,
            Function<T, byte[]> encoder) {
        int accepted = 0;
        int refused = 0;
        for (int seed = 1; seed <= 3_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = sample.apply(random);
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[2 + random.nextInt(bytes.length - 6)] = (byte) random.nextInt(256);
            }
            sealAgain(bytes);
            try {
                T value = decoder.apply(bytes);
                assertEquals(value, decoder.apply(encoder.apply(value)), "seed " + seed);
                accepted++;
            } catch (MalformedBytesException e) {
                assertTrue(String.valueOf(e.getMessage()).endsWith("."), "a sentence: " + e);
                refused++;
            }
        }
        assertTrue(accepted > 100 && refused > 100, accepted + " and " + refused);
    }

    private static void sealAgain(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, (int) checksum.getValue());
    }

    @Test
    void onePartDoesNotPassForAnother() {
        byte[] nodes = TopologyCodec.encode(new NodeList(1, TopologySamples.nodes(3)));
        assertRefused(TopologyCodec::decodePage, nodes, "nodes as a page");
        byte[] later = nodes.clone();
        later[0] = 2;
        sealAgain(later);
        assertEquals(
                "A part of the topology has the format 2; this version reads format 1.",
                assertThrows(MalformedBytesException.class, () -> TopologyCodec.decodeNodes(later))
                        .getMessage());
    }

    /** A page is one value of the store; the whole is what a client holds. */
    @Test
    void aTopologyOfAThousandNodesIsSmall() {
        Topology topology = TopologySamples.first(1_000);
        for (TopologyPage page : topology.pages()) {
            int bytes = TopologyCodec.encode(page).length;
            assertTrue(bytes <= 24 * TopologyPage.SLOTS, bytes + " bytes");
        }
        int bytes = TopologyCodec.encode(topology).length;
        assertTrue(bytes < 1 << 20, bytes + " bytes");
        Topology moving = TopologySamples.topology(new Random(1), 1_000);
        int most = TopologyCodec.encode(moving).length;
        assertTrue(most < 1 << 20, "all slots under change: " + most + " bytes");
    }
}
