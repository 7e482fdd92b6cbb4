package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rule D8, the store's part: the entities of a dropped space go in slices, off the loop. */
final class DroppedEntitiesTest extends EntityEngineFixture {
    private static final int ENTITIES = DroppedEntities.SLICE_ENTITIES * 5 / 2;

    /** The space of {@link #truth} and {@link #other} stays. */
    private int gone;

    @BeforeEach
    void fill() {
        gone = truth.key.space() + 1;
        choose(truth, 3);
        choose(other, 2);
        learnAll(truth);
        learnAll(other);
        for (int i = 0; i < ENTITIES; i++) {
            EntityKey key = key(i);
            node.shard(key).apply(first(key));
            node.append(new LogRecord(key, 1, 0, 0, truth.value(1), true, 1));
            node.settle();
        }
        node.upkeep();
        assertEquals(Map.of(truth.key.space(), 2L, gone, (long) ENTITIES), entitiesBySpace());
    }

    private Map<Integer, Long> entitiesBySpace() {
        Map<Integer, Long> counts = new HashMap<>();
        for (SpaceSizes shard : node.engine.spaces()) {
            shard.all().forEach(size -> counts.merge(size.space(), size.entities(), Long::sum));
        }
        return counts;
    }

    private EntityKey key(int number) {
        return new EntityKey(gone, ("e" + number).getBytes(StandardCharsets.US_ASCII));
    }

    private Effects.Apply first(EntityKey key) {
        Effects.Apply like = truth.apply(1);
        return new Effects.Apply(key, like.after(), like.changes());
    }

    private int dataHeld() {
        return node.engine.data().entitiesOf(gone, null, Integer.MAX_VALUE).size();
    }

    private void checkIsGone() {
        assertEquals(0, dataHeld());
        checkTellsOfNothing();
        assertEquals(2, node.engine.journalStats().entities());
        assertEquals(Map.of(truth.key.space(), 2L), entitiesBySpace());
        node.checkData(truth, 3);
        node.checkData(other, 2);
        assertEquals(List.of(), node.failures);
        assertEquals(List.of(), node.damaged);
    }

    private void checkTellsOfNothing() {
        for (int i = 0; i < ENTITIES; i++) {
            EntityKey key = key(i);
            assertEquals(Stored.NOTHING, node.shard(key).load(key, true));
            assertEquals(Stored.NOTHING, node.shard(key).look(key));
        }
        assertEquals(2, pageOf(node).size());
    }

    @Test
    void eachStepRemovesASliceAndTheLoopNone() {
        node.drop(gone);
        checkTellsOfNothing();
        int held = dataHeld();
        assertEquals(ENTITIES, held);
        while (held > 0) {
            node.woken.clear();
            boolean worked = node.engine.runBackgroundOnce() > 0;
            int left = dataHeld();
            int slice = held - left;
            assertTrue(slice <= DroppedEntities.SLICE_ENTITIES, "in one step: " + slice);
            assertTrue(worked || !node.woken.isEmpty(), "nobody goes on");
            held = left;
            node.settle();
            assertEquals(held, dataHeld(), "data is removed on the loop");
            checkTellsOfNothing();
        }
        node.upkeep();
        checkIsGone();
    }

    /** Nobody else has a turn begin: the shard has other work for the background, too. */
    @Test
    void itComesToAnEndByItsOwnWakeUps() {
        node.engine.requestCheckpoint();
        node.engine.runBackgroundOnce();
        node.drop(gone);
        for (int i = 0; i < 100; i++) {
            node.engine.runBackgroundOnce();
            if (node.woken.remove(0)) {
                node.drain();
            }
        }
        checkIsGone();
    }

    /** Before that a shard may have an entry at hand for data that is being removed. */
    @Test
    void noDataGoesBeforeTheShardHasForgotten() {
        node.drop(gone);
        for (int i = 0; i < 10; i++) {
            node.engine.runBackgroundOnce();
        }
        assertEquals(ENTITIES, dataHeld());
        node.upkeep();
        checkIsGone();
    }

    @Test
    void whatACrashLeavesGoesAfterTheStart() throws IOException {
        node.engine.flush();
        node.drop(gone);
        while (dataHeld() == ENTITIES) {
            node.engine.runBackgroundOnce();
            node.settle();
        }
        node.engine.flush();
        int left = dataHeld();
        assertTrue(left > 0, "the crash is in the middle");
        crashWithoutOpening();
        node = TestEngine.open(fs, data, ++incarnation, 1, ApplyBatching.OFF, gone);
        assertEquals(left, dataHeld());
        checkTellsOfNothing();
        node.drop(gone);
        node.upkeep();
        checkIsGone();
    }

    /** After each start all dropped spaces are named again. */
    @Test
    void nothingIsLeftToDoAfterItIsDone() throws IOException {
        node.drop(gone);
        node.upkeep();
        node.engine.flush();
        node.upkeep();
        crashWithoutOpening();
        node = TestEngine.open(fs, data, ++incarnation, 1, ApplyBatching.OFF, gone);
        node.upkeep();
        node.drop(gone);
        int steps = 0;
        node.woken.add(0);
        while (!node.woken.isEmpty()) {
            node.woken.clear();
            node.engine.runBackgroundOnce();
            node.drain();
            steps++;
        }
        assertTrue(steps < 4, "steps: " + steps);
        checkIsGone();
    }

    @Test
    void aSpaceThatIsDroppedMeanwhileHasItsTurn() {
        node.drop(gone);
        node.engine.runBackgroundOnce();
        node.drain();
        int second = gone + 1;
        node.engine.spacesDropped(new int[] {second, gone});
        node.upkeep();
        checkIsGone();
        EntityKey late = new EntityKey(second, new byte[] {1});
        node.shard(late).apply(first(late));
        node.commit();
        assertEquals(1, node.engine.data().entitiesOf(second, null, 10).size());
        node.drop(second);
        node.upkeep();
        assertEquals(List.of(), node.engine.data().entitiesOf(second, null, 10));
    }

    @Test
    void aDroppedSpaceOfKeysIsNoWork() {
        node.upkeep();
        node.woken.clear();
        node.engine.spacesDropped(new int[] {1, 2});
        assertEquals(0, node.engine.runBackgroundOnce());
        assertTrue(node.woken.isEmpty(), "a shard is woken for a space that it cannot hold");
    }

    /** It would be there for ever, since nobody looks for it any more. */
    @Test
    void anEntryThatIsAppliedLateBringsNothingBack() {
        node.drop(gone);
        node.upkeep();
        node.shard(key(0)).apply(first(key(0)));
        node.upkeep();
        checkIsGone();
    }

    /** Rule C5: entries that wait to be applied are forgotten before the data is. */
    @Test
    void entriesThatWaitAreForgotten() throws IOException {
        node.engine.close();
        ApplyBatching batching = new ApplyBatching(100, Duration.ofSeconds(1));
        node = TestEngine.open(fs, data, ++incarnation, 1, batching);
        Effects.Apply like = truth.apply(2);
        for (int i = 0; i < ENTITIES; i++) {
            node.shard(key(i)).apply(new Effects.Apply(key(i), like.after(), like.changes()));
        }
        node.drop(gone);
        node.upkeep();
        node.nanos += Duration.ofSeconds(10).toNanos();
        node.upkeep();
        checkIsGone();
    }
}
