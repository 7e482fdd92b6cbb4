package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.repair.Founding;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.node.repair.ShardSweep;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/** What a node that rebuilds its store makes durable of that. */
final class RebuiltTest {
    private final ManualScheduler loop = new ManualScheduler();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final IdentityStore store = new IdentityStore(Standing.REBUILDING, false, 5);
    private boolean hasEntered;
    private final ShardSweep.Rebuilding rebuilding =
            new Rebuilt(
                            new NodeStanding(
                                    store, store::standing, 1, Founding.withAll(Set.of(2, 3))),
                            store,
                            () -> hasEntered || store.hasRejoined(),
                            () -> hasEntered,
                            () -> {
                                throw new AssertionError("nothing was entered");
                            },
                            List.of(loop),
                            new BackgroundRetry(background::add, loop::nanoTime))
                    .ofShard(0);

    private void work() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    /** It must not have to wait for all others if it is restarted meanwhile (Rule M8). */
    @Test
    void thatItKnowsItsEpochsIsRememberedOnce() {
        assertFalse(rebuilding.mayBegin());
        work();
        assertFalse(store.hasRejoined());
        hasEntered = true;
        assertTrue(rebuilding.mayBegin());
        assertTrue(rebuilding.mayBegin());
        assertEquals(1, background.size());
        work();
        assertTrue(store.hasRejoined());
        assertTrue(rebuilding.mayBegin());
        assertEquals(0, background.size());
    }

    @Test
    void itIsTriedAgainUntilThereIsRoom() {
        hasEntered = true;
        store.failingWrites = 2;
        assertTrue(rebuilding.mayBegin());
        work();
        assertFalse(store.hasRejoined());
        assertTrue(rebuilding.mayBegin());
        assertEquals(0, background.size(), "one try at a time");
        while (!store.hasRejoined()) {
            loop.runTasks();
            loop.advance(BackgroundRetry.RETRY_NANOS);
            work();
        }
        assertTrue(rebuilding.mayBegin());
        assertEquals(0, background.size());
    }

    /** After a start it takes part, but is not whole before it has read the topology again. */
    @Test
    void whoHasRejoinedIsNotWholeBeforeItHasReadTheTopology() throws Exception {
        store.rejoined();
        assertTrue(rebuilding.mayBegin());
        rebuilding.rebuilt(true);
        work();
        assertEquals(Standing.REBUILDING, store.standing());
        hasEntered = true;
        rebuilding.rebuilt(true);
        work();
        assertEquals(Standing.WHOLE, store.standing());
    }
}
