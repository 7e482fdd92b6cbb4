package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.log.DueObject;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.repair.NodeStanding;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** Which stores may begin a life above one that other nodes remember of this node. */
final class OwnIncarnationTest {
    private static final int REMEMBERED = 700;

    /** What a store's incarnation is after it heard of a greater one. */
    private static int after(Store store) throws IOException {
        NodeStanding standing = new NodeStanding(store, store::standing, 1, Set.of(2, 3));
        OwnIncarnation own =
                new OwnIncarnation(
                        List.of(),
                        List.of(),
                        store,
                        standing,
                        Runnable::run,
                        cause -> {
                            throw new AssertionError(cause);
                        });
        own.outlive(REMEMBERED);
        return store.incarnation;
    }

    @Test
    void aNewStoreRebuildsUnderALaterOne() throws IOException {
        Store store = new Store(Standing.NEW, false, 0);
        assertEquals(REMEMBERED + 1, after(store));
        assertEquals(Standing.REBUILDING, store.standing());
    }

    @Test
    void aStoreThatWasMadeInThisRunGoesOnAboveIt() throws IOException {
        assertEquals(REMEMBERED + 1, after(new Store(Standing.REBUILDING, true, 5)));
    }

    /** It was stopped between two nodes, of which the second remembers a later life. */
    @Test
    void aStoreThatHasNothingYetGoesOnAboveIt() throws IOException {
        assertEquals(REMEMBERED + 1, after(new Store(Standing.REBUILDING, false, 0)));
    }

    /** Rule A1: they may be copies, of which the originals have voted since. */
    @Test
    void oldCopiesDoNot() throws IOException {
        assertEquals(Store.FIRST, after(new Store(Standing.REBUILDING, false, 1)));
        assertEquals(Store.FIRST, after(new Store(Standing.WHOLE, false, 0)));
    }

    /** A store of which only the identity is asked. */
    private static final class Store implements NodeStore {
        private static final int FIRST = 600;

        private final boolean isNew;
        private final long keys;
        private Standing standing;
        private int incarnation = FIRST;

        Store(Standing standing, boolean isNew, long keys) {
            this.standing = standing;
            this.isNew = isNew;
            this.keys = keys;
        }

        @Override
        public Standing standing() {
            return standing;
        }

        @Override
        public void standing(Standing now) {
            standing = now;
        }

        @Override
        public void rebuild(int above) {
            standing = Standing.REBUILDING;
            incarnation = above + 1;
        }

        @Override
        public int incarnation() {
            return incarnation;
        }

        @Override
        public int raiseIncarnation(int above) {
            incarnation = above + 1;
            return incarnation;
        }

        @Override
        public boolean isNew() {
            return isNew;
        }

        @Override
        public long keys() {
            return keys;
        }

        @Override
        public boolean reborn() {
            return standing == Standing.REBUILDING;
        }

        @Override
        public Room room() {
            return Room.ENOUGH;
        }

        @Override
        public UUID storeId() {
            return new UUID(1, 1);
        }

        @Override
        public long usableBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public void dropSpaces(int[] spaces) {}

        @Override
        public int[] droppedSpaces() {
            return new int[0];
        }

        @Override
        public void onDueObjects(Consumer<List<DueObject>> listener) {}

        @Override
        public ShardStorage shard(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PeerMemory peers() {
            throw new UnsupportedOperationException();
        }
    }
}
