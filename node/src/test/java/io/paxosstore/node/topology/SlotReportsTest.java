package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.topology.SlotReports.Answer;
import io.paxosstore.node.topology.SlotReports.Question;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Reports of other nodes: bytes, and what of them is believed. */
final class SlotReportsTest {
    private static final List<SlotEpoch> SLOTS =
            List.of(new SlotEpoch(0, 1), new SlotEpoch(300, 2), new SlotEpoch(16_384, 300));

    @Test
    void bytesAreGolden() {
        assertEquals(
                "0103" + "0101" + "ac0202" + "d47dac02",
                HexFormat.of().formatHex(new Question(SLOTS).encode()));
        assertEquals("0200", HexFormat.of().formatHex(new Answer(List.of()).encode()));
        assertEquals("03", HexFormat.of().formatHex(new SlotReports.Nowhere().encode()));
        assertEquals(new SlotReports.Nowhere(), SlotReports.decode(new byte[] {3}));
        assertEquals(new Question(SLOTS), SlotReports.decode(new Question(SLOTS).encode()));
        assertEquals(new Answer(SLOTS), SlotReports.decode(new Answer(SLOTS).encode()));
    }

    @Test
    void whatCannotBeIsRefused() {
        for (String hex :
                List.of(
                        "0300", // more than it should be
                        "0400", // unknown kind
                        "01", // no count
                        "0101", // a count without slots
                        "01010001", // slot -1
                        "01020101" + "0001", // the same slot twice
                        "0101" + "828001" + "01", // slot 16,385
                        "01010100", // epoch 0
                        "01010180808080" + "08", // epoch 2^31
                        "0101ffffffff0701", // slot 2^31 - 2
                        "010001", // a byte more
                        "0181" + "08")) { // 1,025 slots that do not follow
            assertThrows(
                    MalformedBytesException.class,
                    () -> SlotReports.decode(HexFormat.of().parseHex(hex)),
                    hex);
        }
        List<SlotEpoch> tooMany =
                IntStream.rangeClosed(0, SlotReports.SLOTS_MAX)
                        .mapToObj(slot -> new SlotEpoch(slot, 1))
                        .toList();
        assertThrows(IllegalArgumentException.class, () -> new Answer(tooMany));
    }

    @Test
    void randomBytesNeverEscapeTheCodec() {
        byte[] good = new Answer(SLOTS).encode();
        for (int seed = 1; seed <= 5_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = Arrays.copyOf(good, 1 + random.nextInt(good.length + 2));
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            try {
                SlotReports read = SlotReports.decode(bytes);
                assertEquals(read, SlotReports.decode(read.encode()), "seed " + seed);
            } catch (MalformedBytesException e) {
                assertTrue(String.valueOf(e.getMessage()).endsWith("."), e.toString());
            }
        }
    }

    /** A node speaks for itself, of the change that is under way; nothing else is kept. */
    @Test
    void onlyWhatIsWantedIsBelieved() {
        Topology topology = joint(Clusters.first(Clusters.nodes(2), 3), 7);
        KnownReports known = new KnownReports(topology, node -> 1);
        int newcomer = newcomer(topology, 7);
        assertEquals(List.of(newcomer), known.nodes());
        assertEquals(List.of(new SlotEpoch(7, 2)), known.question(newcomer).slots());
        int other = topology.configurationOf(7).ids().getFirst();
        known.take(other, new Answer(List.of(new SlotEpoch(7, 2))));
        assertFalse(known.isWhole(other, 7, 2));
        known.take(newcomer, new Answer(List.of(new SlotEpoch(7, 1), new SlotEpoch(8, 2))));
        assertFalse(known.isWhole(newcomer, 7, 1));
        assertFalse(known.isWhole(newcomer, 8, 2));
        known.take(newcomer, new Answer(List.of(new SlotEpoch(7, 2))));
        assertTrue(known.isWhole(newcomer, 7, 2));
        assertFalse(known.isWhole(newcomer, 7, 3));
        known.look(topology);
        assertEquals(List.of(), known.nodes(), "nothing is left to be asked");
        known.look(Clusters.first(Clusters.nodes(2), 3));
        assertFalse(known.isWhole(newcomer, 7, 2), "forgotten with the change");
    }

    /** A node that comes to more slots than one question has is asked for all, one after other. */
    @Test
    void manySlotsAreAskedForInParts() {
        Topology first = Clusters.first(Clusters.nodes(1), 3);
        Topology topology = first.with(first.head().with(Clusters.node(4, "a")));
        for (TopologyPage page : first.pages().subList(0, 5)) {
            List<SlotChange> changes =
                    IntStream.range(page.firstSlot(), page.firstSlot() + TopologyPage.SLOTS)
                            .mapToObj(slot -> new SlotChange(slot, towards4(page.slot(slot))))
                            .toList();
            topology = topology.with(page.with(changes));
        }
        KnownReports known = new KnownReports(topology, node -> 1);
        int one = known.question(4).slots().getFirst().slot();
        known.look(topology);
        int other = known.question(4).slots().getFirst().slot();
        assertEquals(1_024, Math.abs(one - other));
    }

    private static SlotConfiguration towards4(SlotConfiguration stable) {
        return ((Stable) stable).towards(List.of(4, 2, 3));
    }

    private static Topology joint(Topology topology, int slot) {
        Stable stable = (Stable) topology.configurationOf(slot);
        int newcomer = newcomerFor(stable);
        List<Integer> next = List.of(newcomer, stable.ids().get(1), stable.ids().get(2));
        return topology.with(
                topology.pages()
                        .getFirst()
                        .with(List.of(new SlotChange(slot, stable.towards(next)))));
    }

    private static int newcomerFor(Stable stable) {
        return IntStream.rangeClosed(1, 6)
                .filter(id -> !stable.ids().contains(id))
                .findFirst()
                .orElseThrow();
    }

    private static int newcomer(Topology topology, int slot) {
        return topology.configurationOf(slot).ids().getLast();
    }
}
