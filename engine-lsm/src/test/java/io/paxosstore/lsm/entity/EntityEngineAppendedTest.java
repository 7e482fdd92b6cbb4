package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Rule C1: a replica that lags gets what was appended to lists and queues, not all of them. */
class EntityEngineAppendedTest extends EntityEngineFixture {
    /** Learns some entries and lets go of them in the journal; then others are chosen. */
    private List<byte[]> lag(int held, int more, long above) throws IOException {
        choose(truth, held);
        learnAll(truth);
        node.settle();
        node.flushAndReclaim();
        choose(truth, more);
        return image(truth, above);
    }

    private @Nullable Stored take(List<byte[]> pages) {
        try (EntityShard.ImageTarget target = node.shard(truth.key).installImage(truth.key)) {
            assertFalse(target.isAppended());
            pages.forEach(target::page);
            assertTrue(target.isAppended());
            assertTrue(target.isComplete());
            return target.finish();
        }
    }

    @Test
    void aLaggardIsBroughtUpToDateAndGoesOn() throws IOException {
        Stored stored = take(lag(30, 6, 30));
        assertNotNull(stored);
        assertEquals(36, stored.version());
        assertEquals(0, stored.pendingEntry());
        TestEngine.checkHead(truth, stored);
        node.checkData(truth, 36);
        choose(truth, 4);
        learnAll(truth);
        node.settle();
        node.checkData(truth, 40);
        node.flushAndReclaim();
        crash();
        node.checkData(truth, 40);
        assertEquals(0, node.load(truth).pendingEntry());
        node.checkEntries(truth);
    }

    @Test
    void untilItIsDurableACrashLeavesTheOldVersion() throws IOException {
        List<byte[]> pages = lag(30, 6, 29);
        assertNotNull(take(pages));
        choose(truth, 1);
        node.learn(truth, 37);
        node.settle(); // the journal is durable, the data is not
        crash();
        Stored stored = node.load(truth);
        assertEquals(30, stored.version());
        assertEquals(38, stored.pendingEntry(), "37 is known to be chosen");
        assertFalse(stored.amnesiac());
        node.checkData(truth, 30);
        stored = take(pages);
        assertNotNull(stored);
        assertEquals(37, stored.version(), "the journal has the entry after those");
        node.checkData(truth, 37);
        node.flushAndReclaim();
        crash();
        node.checkData(truth, 37);
        node.checkEntries(truth);
    }

    @Test
    void aLosingAcceptIsMasked() throws IOException {
        choose(truth, 20);
        learnAll(truth);
        EntryValue loser = truth.proposal();
        node.accept(truth, 21, 5, loser, 20);
        node.settle();
        choose(truth, 1);
        Stored stored = take(image(truth, 20));
        assertNotNull(stored);
        assertEquals(21, stored.version());
        node.append(new LogRecord(truth.key, 22, 9, 0, null, false, 21));
        node.settle();
        node.engine.flush();
        crash();
        node.checkEntries(truth);
        node.checkData(truth, 21);
    }

    /** Rule C5: what waits to be applied is part of what is held. */
    @Test
    void entriesThatWaitAreAppliedFirst() throws IOException {
        choose(truth, 40);
        List<byte[]> pages = image(truth, 30);
        node.engine.close();
        node =
                TestEngine.open(
                        fs, data, ++incarnation, 1, new ApplyBatching(10, Duration.ofMillis(100)));
        for (int entry = 1; entry <= 33; entry++) {
            node.learn(truth, entry);
        }
        node.settle();
        assertEquals(30, node.engine.appliedEntries(), "three of them wait");
        Stored stored = take(pages);
        assertNotNull(stored);
        assertEquals(40, stored.version());
        node.checkData(truth, 40);
        choose(truth, 2);
        learnAll(truth);
        node.checkData(truth, 42);
    }

    /** However it came to be that the sender thinks otherwise: then the whole image comes. */
    @Test
    void whoeverDoesNotHoldWhatTheyFollowRefusesThem() throws IOException {
        List<byte[]> pages = lag(30, 6, 33);
        assertNull(take(pages));
        node.checkData(truth, 30);
        assertNotNull(take(image(truth, 30)));
        node.checkData(truth, 36);
    }

    @Test
    void whoeverIsAheadStaysThere() throws IOException {
        List<byte[]> pages = lag(30, 6, 30);
        choose(truth, 2);
        learnAll(truth);
        Stored stored = take(pages);
        assertNotNull(stored);
        assertEquals(38, stored.version());
        node.checkData(truth, 38);
    }

    /** What cannot be trusted is replaced as a whole. */
    @Test
    void aQuarantinedEntityTakesTheWholeImageOnly() throws IOException {
        List<byte[]> pages = lag(30, 6, 30);
        node.shard(truth.key).quarantine(truth.key);
        assertEquals(0, node.load(truth).version());
        assertNull(take(pages));
        assertEquals(36, install(truth, image(truth)).version());
        node.checkData(truth, 36);
    }
}
