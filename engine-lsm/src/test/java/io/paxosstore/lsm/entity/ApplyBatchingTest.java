package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.log.EntityShard;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;

/** Rule C5: entries wait to be applied together, and nobody can tell. */
class ApplyBatchingTest extends EntityEngineFixture {
    private static final ApplyBatching TEN = new ApplyBatching(10, Duration.ofMillis(100));

    @BeforeEach
    void batching() throws IOException {
        node.engine.close();
        node = TestEngine.open(fs, data, ++incarnation, 1, TEN);
        choose(truth, 25);
        choose(other, 3);
    }

    private void learn(Truth of, long from, long to) {
        for (long entry = from; entry <= to; entry++) {
            node.learn(of, entry);
        }
    }

    private void assertApplied(long entries, long batches) {
        assertEquals(entries, node.engine.appliedEntries());
        assertEquals(batches, node.engine.appliedBatches());
    }

    @Test
    void entriesAreAppliedTenAtATime() {
        learn(truth, 1, 9);
        assertApplied(0, 0);
        learn(truth, 10, 25);
        assertApplied(20, 2);
        node.checkData(truth, 25);
    }

    @Test
    void whoeverAsksSeesThemAll() throws IOException {
        learn(truth, 1, 5);
        assertEquals(5, node.load(truth).version());
        assertApplied(5, 1);
        learn(truth, 6, 8);
        int checksum = node.shard(truth.key).checksum(truth.key);
        assertApplied(8, 2);
        learn(truth, 9, 12);
        node.settle();
        long[] shown = new long[1];
        node.shard(truth.key).page(0, 10, true, (key, version, itsChecksum) -> shown[0] = version);
        assertEquals(12, shown[0]);
        learn(truth, 13, 14);
        EntityShard.ImageSource image =
                Objects.requireNonNull(node.shard(truth.key).exportImage(truth.key, 0));
        assertEquals(14, image.version());
        image.close();
        learn(truth, 15, 16);
        assertEquals(1, node.shard(truth.key).evaluate(questionAt(16)).results().size());
        assertTrue(checksum != node.shard(truth.key).checksum(truth.key));
    }

    private Effects.Evaluate questionAt(long version) {
        Effects.Evaluate all = truth.question();
        return new Effects.Evaluate(
                all.key(), all.ticket(), version, all.clockMillis(), all.commands().subList(0, 1));
    }

    @Test
    void afterAWhileTheyAreAppliedByThemselves() {
        learn(truth, 1, 2);
        node.nanos += TEN.age().toNanos() / 2;
        learn(other, 1, 3);
        node.nanos += TEN.age().toNanos() / 2;
        node.woken.clear();
        node.engine.runBackgroundOnce();
        assertEquals(1, node.woken.size(), "the shard is told that something is due");
        node.drain();
        assertApplied(2, 1);
        node.nanos += TEN.age().toNanos() / 2;
        node.drain();
        assertApplied(5, 2);
    }

    @Test
    void whatWaitsInACrashComesFromTheJournal() throws IOException {
        learn(truth, 1, 14);
        node.settle();
        data = disk.crashImage(node.engine.data(), data);
        fs = fs.crash();
        node.engine.close();
        node = TestEngine.open(fs, data, ++incarnation, 1, TEN);
        node.checkData(truth, 14);
        assertNotNull(node.load(truth).chosenValue());
    }

    @Test
    void aCloseLeavesNothingToReplay() throws IOException {
        learn(truth, 1, 4);
        node.settle();
        restart();
        assertApplied(0, 0);
        node.checkData(truth, 4);
    }

    @Test
    void theOldestGiveWayWhenThereAreTooMany() {
        for (int id = 100; id < 100 + 2100; id++) {
            Truth one = new Truth(id, new Random(id));
            choose(one, 2);
            learn(one, 1, 2);
        }
        assertApplied(2 * 2100 - 4096, 2100 - 2048);
        EntityKey key = truth.key;
        assertEquals(0, node.shard(key).checksum(key));
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new ApplyBatching(0, Duration.ofMillis(100)));
        assertEquals("applyBatching.entries must be from 1 to 1000, not 0", refused.getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> new ApplyBatching(10, Duration.ofHours(1)));
    }
}
