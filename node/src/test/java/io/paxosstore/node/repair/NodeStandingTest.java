package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.Standing;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

final class NodeStandingTest {
    private final FakeStore store = new FakeStore();

    private NodeStanding node(Integer... peers) {
        return new NodeStanding(store, store::standing, 2, Founding.withAll(Set.of(peers)));
    }

    @Test
    void aNodeAloneNeedsNobody() throws Exception {
        NodeStanding node = node();
        node.begin(false);
        assertEquals(Standing.WHOLE, store.standing());
        assertEquals("", node.waiting());
        store.standing(Standing.REBUILDING);
        node().begin(false);
        assertEquals(Standing.WHOLE, store.standing(), "there is nobody to rebuild from");
    }

    @Test
    void ofThreeBothOthersMustAnswer() throws Exception {
        NodeStanding node = node(2, 3);
        node.begin(false);
        assertEquals(
                "this store is new; nodes 2, 3 must say whether this node had another one before",
                node.waiting());
        node.answered(2, 1, false);
        node.answered(2, 1, false);
        node.answered(9, 1, false);
        assertEquals(
                "this store is new; node 3 must say whether this node had another one before",
                node.waiting());
        assertEquals(Standing.NEW, store.standing());
        node.answered(3, 1, false);
        assertEquals(Standing.WHOLE, store.standing());
        assertEquals("", node.waiting());
        node.answered(3, 1, true);
        assertEquals(Standing.WHOLE, store.standing(), "what was decided stays");
    }

    @Test
    void ofFiveThreeOthersMustAnswer() throws Exception {
        NodeStanding node = node(1, 2, 4, 5);
        node.begin(false);
        node.answered(1, 1, false);
        assertEquals(
                "this store is new; 2 of nodes 2, 4, 5 must say whether this node had another one"
                        + " before",
                node.waiting());
        node.answered(2, 1, false);
        node.answered(5, 1, false);
        assertEquals(Standing.WHOLE, store.standing());
    }

    /** Rule A4: it may have forgotten since what it would remember. */
    @Test
    void whatANodeSaidEndsWithItsIncarnation() throws Exception {
        NodeStanding node = node(1, 2, 4, 5);
        node.begin(false);
        node.answered(1, 7, false);
        node.answered(2, 3, false);
        node.begunAnew(2, 3);
        node.begunAnew(1, 8);
        node.answered(5, 1, false);
        assertEquals(Standing.NEW, store.standing(), "nodes 2 and 5 have answered");
        node.answered(1, 8, false);
        assertEquals(Standing.WHOLE, store.standing());
    }

    /** Rule A4: what was taken over of a node that begins anew may be lost there. */
    @Test
    void whatAShardTakesBackCountsNoMore() throws Exception {
        NodeStanding node = node(2, 3);
        store.standing(Standing.REBUILDING);
        node.begin(false);
        assertFalse(node.rebuilt(0, true));
        assertFalse(node.rebuilt(0, false));
        assertFalse(node.rebuilt(1, true));
        assertTrue(node.rebuilt(0, true));
        assertFalse(node.rebuilt(1, false));
        node.complete();
        assertEquals(Standing.REBUILDING, store.standing(), "it was taken back before the end");
        assertTrue(node.rebuilt(1, true));
        node.complete();
        assertEquals(Standing.WHOLE, store.standing());
    }

    /** Its store may have lost records of which nobody knows the names (Rules A1, A5). */
    @Test
    void whoCameToVoteLaterRebuildsWhatItHasLost() throws Exception {
        store.standing(Standing.REBUILDING);
        Founding later = new Founding(false, Set.of(1, 2, 3), false);
        new NodeStanding(store, store::standing, 1, later).begin(true);
        assertEquals(Standing.REBUILDING, store.standing());
    }

    /**
     * Rule M8: it is a newcomer in every slot that its store does not know. But the same node may
     * have voted before, with a disk that is lost, in epochs that those which it meets first do not
     * know of yet.
     */
    @Test
    void whoCameToVoteLaterTakesPartWhenItHasReadTheTopology() throws Exception {
        Founding later = new Founding(false, Set.of(1, 2, 3), false);
        NodeStanding node = new NodeStanding(store, store::standing, 1, later);
        node.begin(true);
        for (int peer = 1; peer <= 3; peer++) {
            node.answered(peer, 1, false);
        }
        assertEquals(Standing.NEW, store.standing());
        assertTrue(node.isNewcomer());
        assertTrue(node.waiting().contains("who votes"), node.waiting());
        node.answered(2, 1, true);
        node.lost();
        assertEquals(Standing.NEW, store.standing(), "it rebuilds slot by slot");
        node.entered();
        assertEquals(Standing.WHOLE, store.standing());
        assertFalse(node.isNewcomer());
        assertEquals("", node.waiting());
    }

    @Test
    void aFirstVoterIsNotDecidedByTheTopology() throws Exception {
        NodeStanding node = node(2, 3);
        node.begin(false);
        node.entered();
        assertEquals(Standing.NEW, store.standing());
    }

    /** A cluster of one node has grown, and that node has lost its disk. */
    @Test
    void theFirstOfAGrownClusterIsNotAlone() throws Exception {
        Founding first = new Founding(true, Set.of(), false);
        new NodeStanding(store, store::standing, 1, first).begin(true);
        assertEquals(Standing.REBUILDING, store.standing());
        new NodeStanding(store, store::standing, 1, first).begin(true);
        assertEquals(Standing.REBUILDING, store.standing(), "the others have what it had");
    }

    /** Rule M8: those that voted at first may have lost their memory of it since. */
    @Test
    void aNewStoreOfAClusterThatHasChangedIsALostOne() throws Exception {
        NodeStanding node = node(2, 3);
        node.begin(true);
        assertEquals(Standing.REBUILDING, store.standing());
    }

    /** Rule A4: the shards' loops wait for no disk, and what they say meanwhile counts. */
    @Test
    void whatIsRebuiltMayBeTakenBackWhileTheStoreIsMadeDurable() throws Exception {
        List<String> flushed = new ArrayList<>();
        NodeStanding[] made = new NodeStanding[1];
        NodeStanding node =
                new NodeStanding(
                        store,
                        new NodeStanding.Change() {
                            @Override
                            public void beforeWhole() {
                                flushed.add("flush in " + store.standing());
                                if (flushed.size() == 1) {
                                    onALoop(() -> made[0].rebuilt(0, false));
                                    assertTrue(made[0].rebuilt(0, true));
                                }
                            }

                            @Override
                            public void to(Standing standing) {
                                store.standing(standing);
                            }
                        },
                        1,
                        Founding.withAll(Set.of(2, 3)));
        made[0] = node;
        store.standing(Standing.REBUILDING);
        node.begin(false);
        node.rebuilt(0, true);
        node.complete();
        assertEquals(
                Standing.REBUILDING, store.standing(), "what came last may not be durable yet");
        node.complete();
        assertEquals(Standing.WHOLE, store.standing());
        assertEquals(List.of("flush in REBUILDING", "flush in REBUILDING"), flushed);
    }

    private static void onALoop(Runnable task) {
        CompletableFuture.runAsync(task).orTimeout(10, TimeUnit.SECONDS).join();
    }

    /**
     * Rule A1: a copy of a store that was new. Those who remember that store alone do not tell of
     * another one; it must not come to be whole by their answers.
     */
    @Test
    void whatIsRememberedByOneWhoRefusesIsNotOvertakenByTheOthers() throws Exception {
        NodeStanding node = node(1, 2, 4, 5);
        node.begin(false);
        node.answered(1, 1, false);
        node.answered(2, 1, false);
        node.lost();
        node.answered(4, 1, false);
        node.answered(5, 1, false);
        assertEquals(Standing.REBUILDING, store.standing());
        store.standing(Standing.WHOLE);
        node.lost();
        assertEquals(Standing.WHOLE, store.standing(), "it has rebuilt everything");
    }

    @Test
    void oneThatRemembersAnotherStoreIsEnough() throws Exception {
        NodeStanding node = node(1, 2, 4, 5);
        node.begin(false);
        node.answered(4, 1, true);
        assertEquals(Standing.REBUILDING, store.standing());
        assertEquals("", node.waiting(), "it serves what it has rebuilt");
    }

    @Test
    void isWholeWhenEveryShardHasTakenOverWhatOthersHold() throws Exception {
        NodeStanding node = node(2, 3);
        store.standing(Standing.REBUILDING);
        node.begin(false);
        assertFalse(node.rebuilt(0, true));
        assertFalse(node.rebuilt(0, true), "the same shard twice is one");
        node.complete();
        assertEquals(Standing.REBUILDING, store.standing());
        assertTrue(node.rebuilt(1, true));
        assertTrue(node.rebuilt(1, true), "again and again, until the store says so");
        node.complete();
        assertEquals(Standing.WHOLE, store.standing());
        assertFalse(node.rebuilt(1, true), "there is nothing left to say");
    }
}
