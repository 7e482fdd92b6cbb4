package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Whoever holds an old page gets the new one by what changed, and nothing older than it has. */
final class TopologyPageTest {
    private static final Stable FIRST = SlotConfiguration.first(List.of(1, 2, 3));
    private static final TopologyPage PAGE =
            TopologyPage.first(2, Collections.nCopies(TopologyPage.SLOTS, FIRST));

    private static String refusal(Runnable what) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }

    @Test
    void aPageHasItsSlotsAlone() {
        assertEquals(512, PAGE.firstSlot());
        assertEquals(2, TopologyPage.numberOf(512));
        assertEquals(2, TopologyPage.numberOf(767));
        assertEquals(FIRST, PAGE.slot(767));
        assertEquals(
                "Slot 768 is not on page 2; it has the slots 512 to 767.",
                refusal(() -> PAGE.slot(768)));
        assertThrows(IllegalArgumentException.class, () -> PAGE.slot(511));
    }

    @Test
    void equalConfigurationsAreOneObject() {
        TopologyPage read = TopologyCodec.decodePage(TopologyCodec.encode(PAGE));
        assertSame(read.slot(512), read.slot(767));

        Joint joint = FIRST.towards(List.of(1, 2, 4));
        TopologyPage first = read.with(List.of(new SlotChange(600, joint)));
        Joint same = FIRST.towards(List.of(1, 2, 4));
        TopologyPage second = first.with(List.of(new SlotChange(601, same)));
        assertSame(second.slot(600), second.slot(601));

        TopologyPage again = TopologyCodec.decodePage(TopologyCodec.encode(second));
        TopologyPage shared = again.sharing(second);
        assertEquals(again, shared);
        assertSame(second.slot(600), shared.slot(601));
        assertSame(second.slot(512), shared.slot(767));
    }

    @Test
    void whatChangedSinceAVersionIsEverythingThatDid() {
        Joint joint = FIRST.towards(List.of(1, 2, 4));
        TopologyPage second = PAGE.with(List.of(new SlotChange(600, joint)));
        TopologyPage third =
                second.with(
                        List.of(
                                new SlotChange(600, joint.completed()),
                                new SlotChange(512, FIRST.reordered(List.of(3, 2, 1)))));
        assertEquals(3, third.version());
        assertEquals(List.of(new SlotChange(600, joint)), second.changesSince(1).changes());
        assertEquals(
                List.of(512, 600),
                third.changesSince(1).changes().stream().map(SlotChange::slot).toList());
        assertEquals(List.of(), third.changesSince(3).changes());
    }

    @Test
    void changesBringAnyOlderPageToTheNewest() {
        for (int seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<TopologyPage> versions = new ArrayList<>(List.of(PAGE));
            for (int step = 0; step < 40; step++) {
                TopologyPage page = versions.get(versions.size() - 1);
                int slot = page.firstSlot() + random.nextInt(20);
                SlotConfiguration next =
                        page.slot(slot) instanceof Joint joint
                                ? joint.reversed()
                                : ((Stable) page.slot(slot))
                                        .towards(List.of(1, 2, 4 + random.nextInt(5)));
                versions.add(page.with(List.of(new SlotChange(slot, next))));
            }
            // Relayed: the holder in between knows only what it was told.
            TopologyPage relay = PAGE.with(versions.get(20).changesSince(1));
            for (int from = 0; from < versions.size(); from++) {
                TopologyPage newest = versions.get(versions.size() - 1);
                TopologyPage told = versions.get(from).with(newest.changesSince(from + 1));
                assertSlots(newest, told, seed);
                if (from < 20) {
                    assertSlots(
                            versions.get(20),
                            versions.get(from).with(relay.changesSince(from + 1)),
                            seed);
                }
            }
        }
    }

    private static void assertSlots(TopologyPage expected, TopologyPage actual, int seed) {
        assertEquals(expected.version(), actual.version(), "seed " + seed);
        IntStream.range(expected.firstSlot(), expected.firstSlot() + TopologyPage.SLOTS)
                .forEach(slot ->
                        assertEquals(expected.slot(slot), actual.slot(slot), "seed " + seed));
    }

    @Test
    void whatIsOldChangesNothing() {
        TopologyPage second =
                PAGE.with(List.of(new SlotChange(600, FIRST.towards(List.of(1, 2, 4)))));
        PageDelta delta = second.changesSince(1);
        assertSame(second, second.with(delta));
        assertSame(second, second.with(new PageDelta(2, 1, 1, List.of())));
    }

    /**
     * A refusal names the slot's newest voters; the rest of the page comes with the next change.
     */
    @Test
    void whatIsToldOfOneSlotHidesNoOtherChangeAndIsNotForgotten() {
        Joint joint = FIRST.towards(List.of(1, 2, 4));
        TopologyPage second = PAGE.with(List.of(new SlotChange(600, joint)));
        TopologyPage third =
                second.with(List.of(new SlotChange(512, FIRST.towards(List.of(5, 2, 3)))));
        TopologyPage fourth = third.with(List.of(new SlotChange(600, joint.completed())));
        TopologyPage told = PAGE.learning(new SlotChange(600, joint.completed()));
        assertEquals(joint.completed(), told.slot(600));
        assertEquals(1, told.version());
        assertSame(told, told.learning(new SlotChange(600, joint)), "older");
        TopologyPage behind = told.with(third.changesSince(told.version()));
        assertEquals(third.slot(512), behind.slot(512));
        assertEquals(joint.completed(), behind.slot(600), "what it knew is newer");
        assertSlots(fourth, behind.with(fourth.changesSince(behind.version())), 0);
    }

    @Test
    void aGapIsNotJumped() {
        assertEquals(
                "A change of page 2 from version 5 does not fit version 1 of page 2; ask for what"
                        + " changed since that version.",
                refusal(() -> PAGE.with(new PageDelta(2, 5, 6, List.of()))));
        assertThrows(
                IllegalArgumentException.class, () -> PAGE.with(new PageDelta(3, 1, 2, List.of())));
    }

    @Test
    void epochsNeverFallAndVotersNeverChangeWithinOne() {
        Stable later = FIRST.towards(List.of(1, 2, 4)).reversed();
        TopologyPage page = PAGE.with(List.of(new SlotChange(600, later)));
        assertEquals(
                "Slot 600 is in epoch 3 with voters [1, 2, 3]; epoch 1 with voters [1, 2, 3] cannot"
                        + " follow, read the page again.",
                refusal(() -> page.with(List.of(new SlotChange(600, FIRST)))));
        Stable other =
                new Stable(3, SlotConfiguration.first(List.of(1, 2, 4)).voters(), FIRST.right());
        assertThrows(
                IllegalArgumentException.class,
                () -> page.with(List.of(new SlotChange(600, other))));
    }

    /** A list that is older than a page: whoever has both reads the list again. */
    @Test
    void votersAreInTheListOfNodes() {
        Topology topology = TopologySamples.first(9);
        SlotConfiguration ten =
                SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(2, 3, 10));
        TopologyPage page = topology.pages().get(0).with(List.of(new SlotChange(1, ten)));
        assertEquals(
                "Node 10 votes for slot 1 and is not in the list of nodes; read the list again.",
                refusal(() -> topology.with(page)));
        Topology later = topology.with(topology.head().with(TopologySamples.node(10))).with(page);
        assertEquals(ten, later.configurationOf(1));
        assertEquals(SlotConfiguration.first(List.of(2, 3, 4)), topology.configurationOf(10));
        int like = Slots.likeSlot(Slots.SYSTEM);
        assertEquals(topology.configurationOf(like), topology.configurationOf(Slots.SYSTEM));
    }
}
