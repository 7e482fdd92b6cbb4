package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.paxosstore.log.EntityShard;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What an entity went on with while another node was given its image. */
final class KeptEntriesTest extends EntityEngineFixture {
    private final Map<EntityKey, Long> told = new HashMap<>();
    private long nanos;
    private long bytes;
    private final KeptEntries kept = new KeptEntries(() -> nanos, () -> bytes);

    private int entriesAbove(long version) {
        return node.shard(truth.key).entriesAbove(truth.key, version, 1 << 20).size();
    }

    private void goOn() throws IOException {
        choose(truth, 5);
        learnAll(truth);
        node.settle();
        node.flushAndReclaim();
    }

    /** Else it is given an image again, and that is too old again when it has come. */
    @Test
    void whoeverTookAnImageGetsTheEntriesAfterIt() throws IOException {
        goOn();
        EntityShard.ImageSource source = node.shard(truth.key).exportImage(truth.key, 0);
        assertNotNull(source);
        goOn();
        source.close();
        goOn();
        assertEquals(5, source.version());
        assertEquals(10, entriesAbove(5));
        node.nanos += KeptEntries.AFTER_NANOS;
        node.settle();
        node.flushAndReclaim();
        assertEquals(0, entriesAbove(5), "they are not kept for ever");
        crash();
        node.checkData(truth, 15);
    }

    private void durable(long version) {
        kept.durable(truth.key, version, told::put);
    }

    private void tick() {
        nanos += KeptEntries.AFTER_NANOS / 2;
        kept.tick(told::put);
    }

    @Test
    void theJournalIsToldOnceAllImagesAreGiven() {
        KeptEntries.Kept first = kept.begin(truth.key, 5);
        durable(4);
        assertEquals(Map.of(truth.key, 4L), told);
        durable(8);
        assertEquals(Map.of(truth.key, 5L), told);
        KeptEntries.Kept second = kept.begin(truth.key, 8);
        kept.end(first);
        for (int i = 0; i < 3; i++) {
            tick();
        }
        durable(9);
        assertEquals(Map.of(truth.key, 5L), told);
        kept.end(second);
        tick();
        assertEquals(Map.of(truth.key, 5L), told);
        tick();
        assertEquals(Map.of(truth.key, 9L), told);
    }

    /** A node that takes its image slowly must not fill the disk of the one that gives it. */
    @Test
    void whatIsKeptIsBounded() {
        KeptEntries.Kept slow = kept.begin(truth.key, 5);
        durable(8);
        bytes = KeptEntries.BYTES_MAX;
        tick();
        assertEquals(Map.of(truth.key, 5L), told);
        bytes++;
        tick();
        assertEquals(Map.of(truth.key, 8L), told);
        kept.end(slow);
        durable(9);
        assertEquals(Map.of(truth.key, 9L), told);
    }
}
