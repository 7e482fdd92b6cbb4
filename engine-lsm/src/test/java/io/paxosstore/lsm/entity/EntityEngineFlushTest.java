package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.paxosstore.lsm.store.LsmStore;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

final class EntityEngineFlushTest extends EntityEngineFixture {
    private void pass(long seconds) {
        node.nanos += TimeUnit.SECONDS.toNanos(seconds);
        node.engine.runBackgroundOnce();
    }

    private void apply(long entry) {
        choose(truth, 1);
        node.learn(truth, entry);
        node.settle();
        node.engine.runBackgroundOnce();
    }

    /** By age, which begins with the oldest change that is not durable. */
    @Test
    void changesAreFlushedWhenTheyAreOld() {
        LsmStore store = node.engine.data();
        apply(1);
        pass(3);
        apply(2);
        assertNotEquals(store.sequence(), store.durableSequence());
        pass(2);
        assertEquals(store.sequence(), store.durableSequence());
    }

    /** Each flush has RocksDB merge tables sooner: half-empty memtables are not worth it. */
    @Test
    void whatRocksDbFlushesByItselfBeginsANewAge() {
        LsmStore store = node.engine.data();
        apply(1);
        pass(3);
        store.flush(); // as RocksDB does when its memtables are full
        apply(2);
        pass(3);
        assertNotEquals(store.sequence(), store.durableSequence());
        pass(2);
        assertEquals(store.sequence(), store.durableSequence());
    }
}
