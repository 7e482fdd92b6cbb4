package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.repair.Founding;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which stores may begin a life above one that other nodes remember of this node, and that no life
 * begins before it is durable.
 */
final class OwnIncarnationTest {
    private static final int REMEMBERED = 700;
    private static final int SELF = 1;
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;

    private final ManualScheduler loop = new ManualScheduler();

    private OwnIncarnation own(List<ShardLoop> shards, List<PeerLinks> links, NodeStore store) {
        NodeStanding standing =
                new NodeStanding(store, store::standing, 1, Founding.withAll(Set.of(2, 3)));
        BackgroundRetry background = new BackgroundRetry(Runnable::run, loop::nanoTime);
        return new OwnIncarnation(shards, links, store, standing, background);
    }

    /** What a store's incarnation is after it heard of a greater one. */
    private int after(IdentityStore store) throws IOException {
        own(List.of(), List.of(), store).outlive(REMEMBERED);
        return store.incarnation();
    }

    @Test
    void aNewStoreRebuildsUnderALaterOne() throws IOException {
        IdentityStore store = new IdentityStore(Standing.NEW, false, 0);
        assertEquals(REMEMBERED + 1, after(store));
        assertEquals(Standing.REBUILDING, store.standing());
    }

    @Test
    void aStoreThatWasMadeInThisRunGoesOnAboveIt() throws IOException {
        assertEquals(REMEMBERED + 1, after(new IdentityStore(Standing.REBUILDING, true, 5)));
    }

    /** It was stopped between two nodes, of which the second remembers a later life. */
    @Test
    void aStoreThatHasNothingYetGoesOnAboveIt() throws IOException {
        assertEquals(REMEMBERED + 1, after(new IdentityStore(Standing.REBUILDING, false, 0)));
    }

    /** Rule M8: the other one may have stood in later epochs since. */
    @Test
    void aStoreThatGoesOnAboveAnotherOneHasToFindOutWhereItStands() throws IOException {
        IdentityStore store = new IdentityStore(Standing.REBUILDING, false, 0);
        store.rejoined();
        assertEquals(REMEMBERED + 1, after(store));
        assertFalse(store.hasRejoined());
    }

    /** Rule A1: they may be copies, of which the originals have voted since. */
    @Test
    void oldCopiesDoNot() throws IOException {
        assertEquals(IdentityStore.FIRST, after(new IdentityStore(Standing.REBUILDING, false, 1)));
        assertEquals(IdentityStore.FIRST, after(new IdentityStore(Standing.WHOLE, false, 0)));
    }

    /** The other node is asked again by whoever connects. */
    @Test
    void whatIsNotDurableIsNotOutlived() {
        IdentityStore store = new IdentityStore(Standing.REBUILDING, true, 5);
        store.failingWrites = 1;
        assertThrows(IOException.class, () -> after(store));
        assertEquals(IdentityStore.FIRST, store.incarnation());
    }

    private PeerLinks links(ShardLoop shard) {
        ClusterRoom rooms = new ClusterRoom(1, () -> Room.ENOUGH, () -> 1);
        PeerOptions options =
                PeerOptions.builder()
                        .sockets(1)
                        .greetingsMax(1)
                        .lazyDelayNanos(1)
                        .outgoingBytesMax(1)
                        .heartbeatNanos(1)
                        .silenceNanos(1)
                        .connectMillis(1)
                        .reconnectMinNanos(1)
                        .reconnectMaxNanos(1)
                        .build();
        PeerLinks links =
                new PeerLinks(
                        SELF,
                        IdentityStore.FIRST,
                        new int[0],
                        options,
                        new PeerPresence(rooms, InstantSource.system(), new int[0], 1),
                        new RateLimitedLog(
                                LoggerFactory.getLogger(PeerLinks.class), loop::nanoTime));
        links.attach(shard);
        return links;
    }

    /** Rule A3: a disk without room does not stop the node, nor does anything rest on it. */
    @Test
    void aLifeBeginsWhenThereIsRoomForIt() {
        IdentityStore store = new IdentityStore(Standing.WHOLE, false, 5);
        store.failingWrites = 3;
        ShardLoop shard = LoneShard.on(loop);
        PeerLinks links = links(shard);
        OwnIncarnation own = own(List.of(shard), List.of(links), store);
        Input.Loaded damaged = new Input.Loaded(new EntityKey(1, new byte[1]), Stored.LOST);
        own.found(shard, damaged);
        loop.advance(0);
        for (int failed = 1; failed <= 3; failed++) {
            assertEquals(3 - failed, store.failingWrites);
            loop.runTasks();
            own.found(shard, damaged); // shares the incarnation to come
            assertEquals(IdentityStore.FIRST, links.incarnation(SELF));
            assertEquals(IdentityStore.FIRST, store.incarnation());
            loop.advance(BackgroundRetry.RETRY_NANOS);
        }
        assertEquals(IdentityStore.FIRST + 1, store.incarnation());
        loop.runTasks();
        assertEquals(IdentityStore.FIRST + 1, links.incarnation(SELF));
        loop.advance(10 * BackgroundRetry.RETRY_NANOS);
        loop.runTasks();
        assertEquals(IdentityStore.FIRST + 1, store.incarnation(), "raised once");
    }

    /** A node whose disk is full must not keep them for ever; for a moment it may. */
    @Test
    void requestsForWhatIsDamagedEndInTimeThoughNoLifeBegins() {
        IdentityStore store = new IdentityStore(Standing.WHOLE, false, 5);
        store.failingWrites = 1000;
        List<Throwable> failures = new ArrayList<>();
        ShardLoop shard =
                LoneShard.whole(
                        loop,
                        new ShardLimits(100, SECOND, 1000, 1000, 1000, 1000, SECOND),
                        new ShardStorage(new Damaged(), new Damaged()),
                        1 << 30,
                        failures::add);
        shard.listeners().damage(own(List.of(shard), List.of(), store));
        Map<Long, Outcome> answers = new TreeMap<>();
        Requester requester = requester(answers);
        EntityKey key = new EntityKey(1, new byte[1]);
        shard.read(requester, 1, key, ReadMode.LOCAL, null, loop.nanoTime() + 30 * MILLI);
        shard.read(
                requester,
                2,
                Catalog.KEY,
                ReadMode.LINEARIZABLE,
                null,
                loop.nanoTime() + 30 * MILLI);
        pass(1100);
        Outcome late = new Outcome.NotDone(Outcome.Reason.DEADLINE);
        assertEquals(Map.of(1L, late, 2L, late), answers);
        shard.read(requester, 3, key, ReadMode.LOCAL, null, loop.nanoTime() + 30 * MILLI);
        pass(29);
        assertEquals(2, answers.size());
        pass(3);
        assertTrue(store.failingWrites < 1000, "it was tried");
        assertEquals(Map.of(1L, late, 2L, late, 3L, late), answers);
        assertEquals(0, shard.waitingRequests());
        assertEquals(List.of(), failures);
    }

    /**
     * While a voter is away it cannot be rebuilt, leaves memory and comes back: all connections
     * would be closed each time, though it has cast no vote since.
     */
    @Test
    void oneLossBeginsOneLifeHoweverOftenItComesBackToMemory() {
        IdentityStore store = new IdentityStore(Standing.WHOLE, false, 5);
        List<Throwable> failures = new ArrayList<>();
        Damaged engine = new Damaged();
        ShardLoop shard =
                LoneShard.whole(
                        loop,
                        new ShardLimits(100, SECOND, 1000, 1000, 1000, 1000, SECOND),
                        new ShardStorage(engine, engine),
                        1 << 30,
                        failures::add,
                        1,
                        2,
                        3);
        shard.listeners().damage(own(List.of(shard), List.of(links(shard)), store));
        Map<Long, Outcome> answers = new TreeMap<>();
        Requester requester = requester(answers);
        EntityKey key = new EntityKey(1, new byte[1]);
        for (long asked = 1; asked <= 4; asked++) {
            int loads = engine.loads;
            shard.read(requester, asked, key, ReadMode.LOCAL, null, loop.nanoTime() + 100 * MILLI);
            pass(10_000);
            assertTrue(engine.loads > loads, "it has left memory and come back");
            assertEquals(IdentityStore.FIRST + 1, store.incarnation());
        }
        assertEquals(4, answers.size());
        assertEquals(List.of(), failures);
    }

    /** Each life closes all connections: a disk that goes bad must not do that all the time. */
    @Test
    void damageWithoutEndBeginsFewLives() {
        IdentityStore store = new IdentityStore(Standing.WHOLE, false, 5);
        ShardLoop shard = LoneShard.on(loop);
        OwnIncarnation own = own(List.of(shard), List.of(links(shard)), store);
        int seconds = 120;
        for (int second = 0; second < seconds; second++) {
            EntityKey key = new EntityKey(1, new byte[] {(byte) second});
            own.found(shard, new Input.Loaded(key, Stored.LOST));
            pass(1000);
        }
        pass(8000);
        int begun = store.incarnation() - IdentityStore.FIRST;
        long most = 4 + seconds * SECOND / OwnIncarnation.PAUSE_NANOS_MAX;
        assertTrue(begun > 4 && begun <= most + 1, begun + " lives");
        pass(20_000);
        own.found(shard, new Input.Loaded(new EntityKey(1, new byte[2]), Stored.LOST));
        pass(10);
        assertEquals(begun + 1, store.incarnation() - IdentityStore.FIRST, "at once after a rest");
    }

    private void pass(int millis) {
        loop.endTurn();
        for (int i = 0; i < millis; i++) {
            loop.advance(MILLI);
            loop.runTasks();
            loop.endTurn();
        }
    }

    private static Requester requester(Map<Long, Outcome> answers) {
        return new Requester() {
            @Override
            public int homeShard() {
                return 0;
            }

            @Override
            public void complete(long correlation, Operation operation, Outcome outcome) {
                answers.put(correlation, outcome);
            }
        };
    }

    /** Everything is lost. */
    private static final class Damaged extends NoEntities {
        int loads;

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            loads++;
            return Stored.LOST;
        }
    }
}
