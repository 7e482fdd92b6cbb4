package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.lsm.store.RawRecords;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Digests of what replicas hold, by which they are compared. */
class EntityEngineDigestTest extends EntityEngineFixture {
    private State ready(long version) {
        return new State.Ready(truth.digest(version));
    }

    @Test
    void anImageOrAppendedElementsLeadToTheSame() throws IOException {
        choose(truth, 40);
        learnAll(truth);
        node.settle();
        assertEquals(ready(40), node.digest(truth, 40));
        node.upkeep(); // merges
        assertEquals(ready(40), node.digest(truth, 40));
        choose(truth, 6);
        assertEquals(46, install(truth, image(truth, 40)).version());
        assertEquals(ready(46), node.digest(truth, 46));
        choose(truth, 20);
        assertEquals(66, install(truth, image(truth)).version());
        assertEquals(ready(66), node.digest(truth, 66));
        node.flushAndReclaim();
        crash();
        assertEquals(ready(66), node.digest(truth, 66));
    }

    @Test
    void aVersionThatIsToComeIsLookedAtWhenItComes() throws IOException {
        node.engine.close();
        ApplyBatching ten = new ApplyBatching(10, Duration.ofMillis(100));
        node = TestEngine.open(fs, data, ++incarnation, 1, ten);
        choose(truth, 50);
        for (int entry = 1; entry <= 12; entry++) {
            node.learn(truth, entry);
        }
        List<ContentDigest> asked = new ArrayList<>();
        for (int version = 12; version <= 40; version += 7) {
            asked.add(node.shard(truth.key).digest(truth.key, version));
        }
        for (int entry = 13; entry <= 50; entry++) {
            node.learn(truth, entry);
        }
        node.settle();
        assertEquals(50, node.load(truth).version());
        for (int i = 0; i < asked.size(); i++) {
            assertEquals(ready(12 + 7L * i), node.computed(asked.get(i)), "the " + i + "th");
        }
    }

    @Test
    void whatIsPastIsNotLookedAtAndSaysSo() throws IOException {
        choose(truth, 30);
        learnAll(truth);
        assertEquals(new State.Past(30), node.digest(truth, 29));
        try (ContentDigest later = node.shard(truth.key).digest(truth.key, 33)) {
            choose(truth, 10);
            install(truth, image(truth));
            assertEquals(new State.Past(40), node.computed(later), "an image leaves it out");
        }
    }

    @Test
    void whatIsGivenUpIsNotRead() {
        choose(truth, 10);
        learnAll(truth);
        ContentDigest now = node.shard(truth.key).digest(truth.key, 10);
        ContentDigest later = node.shard(truth.key).digest(truth.key, 11);
        now.close();
        later.close();
        choose(truth, 1);
        learnAll(truth);
        assertEquals(State.Nothing.INSTANCE, node.computed(now));
        node.computed(later);
        assertEquals(0, node.engine.digestBytes());
        assertEquals(0, node.engine.dataStats().snapshots(), "no snapshot is left");
    }

    @Test
    void whoHasLostItsMemoryHasNoOpinion() {
        choose(truth, 10);
        learnAll(truth);
        node.settle();
        node.shard(truth.key).quarantine(truth.key);
        assertEquals(State.Nothing.INSTANCE, node.digest(truth, 10));
    }

    @Test
    void aWrongRecordIsSeenThoughTheChainOfEntriesIsRight() {
        choose(truth, 60);
        learnAll(truth);
        node.settle();
        int checksum = node.shard(truth.key).checksum(truth.key);
        assertTrue(RawRecords.flip(node.engine.data(), truth.key) > 0, "there are elements");
        assertEquals(checksum, node.shard(truth.key).checksum(truth.key));
        assertNotEquals(ready(60), node.digest(truth, 60));
        assertEquals(List.of(), node.damaged, "it is no damage that anybody would notice");
    }

    /** What decides the answer to a request that is sent again, and who may propose next. */
    @Test
    void whatIsKeptBesideTheDataCountsToo() {
        choose(truth, 20);
        MemoryState state = truth.state(20);
        AppliedEntry right = truth.applied(20);
        byte[] requests = right.requestTable().clone();
        requests[requests.length - 1] ^= 1;
        ValueId id = right.proposal();
        ValueId other = new ValueId(id.proposer(), id.incarnation(), id.sequence() + 1);
        List<AppliedEntry> wrong =
                List.of(
                        new AppliedEntry(20, id, right.clockMillis(), requests),
                        new AppliedEntry(20, id, right.clockMillis() + 1, right.requestTable()),
                        new AppliedEntry(20, other, right.clockMillis(), right.requestTable()),
                        new AppliedEntry(21, id, right.clockMillis(), right.requestTable()));
        for (AppliedEntry one : wrong) {
            assertNotEquals(truth.digest(20), EntityDigest.of(state, one, bytes -> true));
        }
    }

    /** Where all entries are kept there is no need of an image: the wrong data makes way. */
    @Test
    void aQuarantinedEntityTakesAllItsEntriesAgain() throws IOException {
        choose(truth, 12);
        learnAll(truth);
        node.settle();
        RawRecords.flip(node.engine.data(), truth.key);
        node.shard(truth.key).quarantine(truth.key);
        assertEquals(0, node.load(truth).version());
        for (int entry = 1; entry <= 12; entry++) {
            node.shard(truth.key).apply(truth.apply(entry));
        }
        Stored stored = node.load(truth);
        assertEquals(12, stored.version());
        assertTrue(stored.amnesiac(), "its votes are still to be rebuilt");
        node.append(new LogRecord(truth.key, 13, 0, 0, null, false, 12, true));
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        node.checkData(truth, 12);
        assertEquals(ready(12), node.digest(truth, 12));
        crash();
        node.checkData(truth, 12);
    }
}
