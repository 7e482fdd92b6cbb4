package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** While the disk hangs, nothing but the bytes of the records under way is bounded. */
class HangingDiskTest {
    @Test
    void allRecordsUnderWayMayBeOfOneKey() throws IOException {
        BitcaskConfig config = TestStore.config().withSegments(4 << 20, 1);
        TestStore store = new TestStore(config, new CrashableFileSystem(1));
        int records = 20_000;
        for (int entry = 1; entry <= records; entry++) {
            store.append(TestStore.accept("key", entry, 1, "v" + entry, entry - 1));
            store.shard("key").markChosen(TestStore.key("key"), entry);
            store.shard("key").commit();
        }
        store.store(TestStore.chosen("other", 1, "v"));
        assertTrue(store.durable.size() < records, "the mark waits for records under way");
        while (store.durable.size() <= records) {
            int before = store.durable.size();
            store.flush();
            assertTrue(store.durable.size() > before, "it goes on");
        }
        assertEquals(records, store.load("key").version());
        assertEquals("v" + records, TestStore.text(store.load("key").chosenValue()));
        assertEquals("v", TestStore.text(store.load("other").chosenValue()));
        assertEquals(List.of(), store.failures);
        store.close();
    }
}
