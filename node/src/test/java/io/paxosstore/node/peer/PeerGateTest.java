package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.node.repair.Founding;
import io.paxosstore.node.repair.NodeStanding;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

final class PeerGateTest {
    private static final UUID STORE = new UUID(1, 2);
    private static final UUID OTHER = new UUID(9, 9);

    /** This node's life; its store was made in this run. */
    private static final class Life implements PeerGate.OwnLife {
        private int incarnation = 1;

        @Override
        public int incarnation() {
            return incarnation;
        }

        @Override
        public Lives lives() {
            return new Lives(List.of(new Lives.Life(incarnation, 1)));
        }

        @Override
        public void outlive(int other) {
            incarnation = other + 1;
        }
    }

    private final FakeStore store = new FakeStore();
    private final PeerMemory memory = memory();
    private final Life life = new Life();
    private boolean hasChanged;
    private final PeerGate gate =
            new PeerGate(
                    hello("c", 1, "aa", 1, STORE, 1, 0, 2, Remembered.NOTHING),
                    Set.of(1, 2, 3)::contains,
                    () -> hasChanged,
                    memory,
                    life,
                    store::standing,
                    new NodeStanding(store, store::standing, 1, Founding.withAll(Set.of(2, 3))));

    private static PeerMemory memory() {
        try {
            NodeIdentity identity =
                    NodeIdentity.open(
                            IdentityConfig.of(Path.of("/store"), "c", 1, 1),
                            new CrashableFileSystem(1),
                            StorageEngine.Listener.NONE,
                            IdentityEnvironment.system());
            identity.begin(() -> {});
            return identity.peers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PeerHello hello(
            String cluster,
            long epoch,
            String setting,
            int node,
            UUID store,
            int incarnation,
            int shard,
            int shards,
            Remembered remembered) {
        return new PeerHello(
                cluster,
                epoch,
                new TreeMap<>(Map.of("cluster.nodes", setting)),
                node,
                store,
                incarnation,
                shard,
                shards,
                0,
                0,
                Standing.NEW,
                remembered,
                0,
                Lives.NONE);
    }

    private static PeerHello peer(int node, UUID store, int incarnation, Remembered remembered) {
        return hello("c", 1, "aa", node, store, incarnation, 1, 2, remembered);
    }

    private static PeerHello peer(int node, UUID store, int incarnation) {
        return peer(node, store, incarnation, Remembered.NOTHING);
    }

    @Test
    void aMemberThatLostItsStoreIsWelcomeUnderALaterIncarnation() throws Exception {
        UUID first = new UUID(3, 4);
        assertNull(gate.refusal(peer(2, first, 5)));
        assertNull(gate.refusal(peer(2, first, 5)), "another connection");
        assertFalse(memory.remembered(2).lost());
        assertEquals(
                "Node 2 comes with another store than before, whose incarnation 4 is not above 5:"
                        + " it is an old directory; start the node with an empty one.",
                gate.refusal(peer(2, OTHER, 4)),
                "Rule A1");
        assertNull(gate.refusal(peer(2, OTHER, 6)));
        assertTrue(memory.remembered(2).lost());
        assertEquals(6, gate.self(0, 0, 2, 0).remembered().incarnation());
        assertTrue(gate.self(0, 0, 2, 0).remembered().lost(), "and it is told so");
        assertEquals(
                "Node 2 comes with incarnation 5 of its store, though it has lived under 6"
                        + " already: its directory is an old copy; start it with an empty"
                        + " directory instead.",
                gate.refusal(peer(2, OTHER, 5)));
    }

    @Test
    void thatAnotherNodeKnowsNothingCountsOnceItRemembersThisStore() throws Exception {
        PeerHello second = peer(2, OTHER, 5);
        PeerHello third = peer(3, OTHER, 5);
        assertNull(gate.refusal(second));
        assertNull(gate.refusal(third));
        assertEquals(Standing.NEW, store.standing(), "they may never have heard of this store");
        gate.remembersThis(second);
        gate.remembersThis(peer(2, OTHER, 5));
        assertEquals(Standing.NEW, store.standing(), "one of two is not enough");
        gate.heard(3, 6);
        gate.remembersThis(third);
        assertEquals(Standing.NEW, store.standing(), "it has begun anew since");
        gate.remembersThis(peer(3, OTHER, 6));
        assertEquals(Standing.WHOLE, store.standing());
        assertFalse(gate.isUndecided());
    }

    @Test
    void learnsFromOthersWhetherItHadAnotherStore() throws Exception {
        assertEquals(Standing.NEW, gate.self(0, 0, 2, 0).standing());
        PeerHello knows = peer(2, OTHER, 5, new Remembered(true, STORE, 1, false, false));
        assertNull(gate.refusal(knows));
        gate.remembersThis(knows);
        assertEquals(Standing.NEW, store.standing(), "one of two is not enough");
        assertNull(gate.refusal(peer(3, OTHER, 5, new Remembered(true, OTHER, 1, false, false))));
        assertEquals(Standing.REBUILDING, store.standing(), "Rule A1");
        assertEquals(Standing.REBUILDING, gate.self(0, 0, 2, 0).standing());
    }

    @Test
    void isWholeWhenNobodyRemembersAnotherStore() throws Exception {
        PeerHello second = peer(2, OTHER, 5);
        PeerHello third = peer(3, OTHER, 5, new Remembered(false, OTHER, 7, false, false));
        assertNull(gate.refusal(second));
        assertNull(gate.refusal(third));
        gate.remembersThis(second);
        gate.remembersThis(third);
        assertEquals(Standing.WHOLE, store.standing());
    }

    /** Nobody there has met a store of this node, but a life was heard of that is not its own. */
    @Test
    void aNewStoreOutlivesWhatWasOnlyHeardOf() throws Exception {
        gate.outlive(new Remembered(false, OTHER, 900, false, false));
        assertEquals(901, life.incarnation);
    }

    @Test
    void aNewStoreOutlivesWhatIsRememberedOfTheOneBefore() throws Exception {
        assertNull(gate.refusal(peer(2, OTHER, 5, new Remembered(true, OTHER, 700, false, false))));
        assertEquals(701, life.incarnation, "the clock that numbered one of them was wrong");
        assertEquals(Standing.REBUILDING, store.standing(), "Rule A1");
        gate.outlive(new Remembered(true, STORE, 900, false, false));
        gate.outlive(new Remembered(false, OTHER, 701, false, false));
        gate.outlive(new Remembered(true, OTHER, Integer.MAX_VALUE, false, false));
        assertEquals(701, life.incarnation, "an old copy of its own store does not go on");
    }

    @Test
    void anIncarnationThatNobodyCanHaveReachedIsNotRemembered() throws Exception {
        assertEquals(
                "Node 2 comes with incarnation 2147483647, which is years ahead of this node's"
                        + " clock: correct the clocks; if that node's was wrong when its directory"
                        + " was made, start it with an empty one.",
                gate.refusal(peer(2, OTHER, Integer.MAX_VALUE)));
        assertEquals(Remembered.NOTHING, memory.remembered(2));
    }

    @Test
    void refusalsSayWhy() throws Exception {
        UUID store = new UUID(3, 4);
        Remembered none = Remembered.NOTHING;
        assertEquals(
                "It belongs to cluster 'd', this node to 'c'; check cluster.id and cluster.nodes.",
                gate.refusal(hello("d", 1, "aa", 2, store, 5, 1, 2, none)));
        assertEquals(
                "It knows membership epoch 2, this node epoch 1.",
                gate.refusal(hello("c", 2, "aa", 2, store, 5, 1, 2, none)));
        assertEquals(
                "It calls itself node 7, which is no other member of this cluster; check node.id"
                        + " and cluster.nodes, or add it as a member first.",
                gate.refusal(hello("c", 1, "aa", 7, store, 5, 1, 2, none)));
        assertEquals(
                "It calls itself node 1, which is no other member of this cluster; check node.id"
                        + " and cluster.nodes, or add it as a member first.",
                gate.refusal(hello("c", 1, "aa", 1, store, 5, 1, 2, none)));
        assertEquals(
                "It has 4 shards, this node 2; set server.shards to one number in the"
                        + " configuration of every node, and start those again that had another:"
                        + " they keep their data.",
                gate.refusal(hello("c", 1, "bb", 2, store, 5, 1, 4, none)));
        assertEquals(
                "Its cluster-wide settings differ: cluster.nodes is 'bb', here 'aa'; set them to"
                        + " the same values on every node.",
                gate.refusal(hello("c", 1, "bb", 2, store, 5, 1, 2, none)));
        assertEquals(
                "It asks for shard 2 of 2.",
                gate.refusal(hello("c", 1, "aa", 2, store, 5, 2, 2, none)));
        assertEquals(Remembered.NOTHING, memory.remembered(2), "who is refused is not remembered");
    }

    /** The node was started once since the copy was taken, and so was the copy. */
    @Test
    void anOldCopyOfADirectoryIsRefused() throws Exception {
        assertNull(gate.refusal(lived(5, new Lives.Life(5, 50), new Lives.Life(4, 40))));
        assertEquals(
                "Node 2 was met in a life of which its directory knows nothing, under incarnation"
                        + " 5: the directory is an old copy; start it with an empty directory"
                        + " instead.",
                gate.refusal(lived(5, new Lives.Life(5, 51), new Lives.Life(4, 40))));
        assertNull(gate.refusal(lived(6, new Lives.Life(6, 60), new Lives.Life(5, 50))));
    }

    private static PeerHello lived(int incarnation, Lives.Life... newestFirst) {
        return peer(2, OTHER, incarnation)
                .forConnection(
                        1,
                        0,
                        0,
                        incarnation,
                        new Lives(List.of(newestFirst)),
                        Standing.WHOLE,
                        Remembered.NOTHING,
                        false);
    }

    /** Rule M8: those that voted at first may have left since, and remember nothing. */
    @Test
    void aNewStoreTakesItselfForLostWhereAnotherNodeKnowsOfAChange() throws Exception {
        assertFalse(gate.self(0, 0, 2, 7).hasChanged());
        hasChanged = true;
        assertTrue(gate.self(0, 0, 2, 7).hasChanged());
        PeerHello other = peer(3, OTHER, 5);
        PeerHello changed =
                other.forConnection(
                        1, 0, 0, 5, Lives.NONE, Standing.WHOLE, Remembered.NOTHING, true);
        assertNull(gate.refusal(peer(2, OTHER, 5)));
        assertEquals(Standing.NEW, store.standing());
        assertNull(gate.refusal(changed));
        assertEquals(Standing.REBUILDING, store.standing());
    }
}
