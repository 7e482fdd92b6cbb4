package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Message;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.node.repair.SweepOptions;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/** Rule D8, the node's part: replicas let go first, and the store forgets, now or later. */
final class SpaceDropsTest {
    private static final int[] SPACES = {3, 4};
    private static final EntityKey KEY = new EntityKey(3, new byte[] {1});

    private final ManualScheduler loop = new ManualScheduler();
    private final IdentityStore store = new IdentityStore(Standing.WHOLE, false, 5);
    private final ShardLoop shard = LoneShard.on(loop);

    /** How many of the next tasks the background refuses. */
    private int refused;

    private SpaceDrops drops() {
        BackgroundRetry background =
                new BackgroundRetry(
                        task -> {
                            if (refused > 0) {
                                refused--;
                                throw new RejectedExecutionException("too much waits");
                            }
                            task.run();
                        },
                        loop::nanoTime);
        return new SpaceDrops(List.of(shard), List.of(sweep()), store, background);
    }

    private ShardSweep sweep() {
        SweepOptions options =
                SweepOptions.builder()
                        .recoversPerSecond(1)
                        .checksPerSecond(1)
                        .window(1)
                        .pageBytes(1)
                        .intervalNanos(1)
                        .moveSharePercent(1)
                        .deadlineNanos(1)
                        .build();
        ShardSweep.Rebuilding nothing =
                new ShardSweep.Rebuilding() {
                    @Override
                    public boolean mayBegin() {
                        return true;
                    }

                    @Override
                    public void rebuilt(boolean isRebuilt) {}

                    @Override
                    public void whole(SlotEpochs slots, BooleanSupplier isStill) {}
                };
        return new ShardSweep(
                shard,
                (requester, correlation, call) -> {},
                store,
                1,
                new Nobody(),
                options,
                slot -> true,
                () -> 0,
                nothing);
    }

    private static final class Nobody implements ShardSweep.Peers {
        @Override
        public boolean isUp(int nodeId) {
            return false;
        }

        @Override
        public boolean compares(int nodeId) {
            return false;
        }

        @Override
        public void ask(int nodeId, Listing.Request request) {}

        @Override
        public void send(int nodeId, ImageFrame frame) {}

        @Override
        public void send(int nodeId, ContentFrame frame) {}

        @Override
        public void tell(int nodeId, EntityKey key, Message.Chosen fact) {}
    }

    @Test
    void theStoreForgetsAfterTheReplicasHaveLetGo() {
        drops().accept(SPACES);
        assertEquals(0, store.droppedSpaces().length);
        assertTrue(shard.isVoterOf(KEY));
        loop.runTasks();
        assertFalse(shard.isVoterOf(KEY));
        assertArrayEquals(SPACES, store.droppedSpaces());
    }

    /** What an image or a quarantine would leave in the store, nobody would ever remove. */
    @Test
    void nothingOfADroppedSpaceIsTakenInOrGivenUp() {
        ShardSweep sweep = sweep();
        EntityKey entity = new EntityKey(SpaceKind.ENTITY_FROM, new byte[] {1});
        ImageFrame page = new ImageFrame.Page(1, entity, 0, new byte[] {1});
        // The engine of this test refuses whatever is begun.
        assertThrows(IllegalStateException.class, () -> sweep.image(2, page));
        assertThrows(IllegalStateException.class, () -> sweep.quarantine(entity));
        shard.slots().dropped(entity.space());
        sweep.dropped(entity.space());
        sweep.image(2, page);
        sweep.quarantine(entity);
    }

    /** Neither a full disk nor a crowded background stops the node. */
    @Test
    void theStoreForgetsWhenThereIsRoomAgain() {
        store.failingWrites = 2;
        refused = 1;
        drops().accept(SPACES);
        for (int attempt = 0; attempt < 3; attempt++) {
            loop.runTasks();
            assertFalse(shard.isVoterOf(KEY), "the replicas have let go all the same");
            assertEquals(0, store.droppedSpaces().length);
            loop.advance(BackgroundRetry.RETRY_NANOS - 1);
            assertEquals(0, store.droppedSpaces().length, "tried again without a rest");
            loop.advance(1);
        }
        assertEquals(0, store.failingWrites);
        assertArrayEquals(SPACES, store.droppedSpaces());
        loop.runTasks();
        loop.advance(10 * BackgroundRetry.RETRY_NANOS);
        assertArrayEquals(SPACES, store.droppedSpaces(), "forgotten once");
    }
}
