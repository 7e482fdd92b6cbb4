package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.core.Input;
import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.repair.Founding;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/**
 * Which stores may begin a life above one that other nodes remember of this node, and that no life
 * begins before it is durable.
 */
final class OwnIncarnationTest {
    private static final int REMEMBERED = 700;
    private static final int SELF = 1;

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
}
