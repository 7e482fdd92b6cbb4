package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Rule D4: the first write or fsync error stops the store; nothing is durable any more. */
class FailStopTest {
    private static void check(Consumer<CrashableFileSystem> fault) throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(3);
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "before"));
        assertEquals(List.of(1L), store.durable);
        fault.accept(fs);
        store.store(TestStore.chosen("a", 2, "lost"));
        assertEquals(1, store.failures.size());
        store.store(TestStore.chosen("b", 1, "later"));
        assertEquals(List.of(1L), store.durable);
        assertEquals(1, store.failures.size(), "the listener hears of the first error only");
        assertEquals(Stored.NOTHING, store.load("b"));
        assertEquals("before", TestStore.text(store.load("a").chosenValue()));
        store.close();

        TestStore again = TestStore.open(fs.crash());
        assertEquals(0, again.identity.damage().losses());
        long version = again.load("a").version();
        assertEquals(
                version == 1 ? "before" : "lost", TestStore.text(again.load("a").chosenValue()));
    }

    @Test
    void forceError() throws IOException {
        check(fs -> fs.faults().failForce(1));
    }

    @Test
    void writeError() throws IOException {
        check(fs -> fs.faults().failWrite(1));
    }

    @Test
    void shortWrite() throws IOException {
        check(fs -> fs.faults().shortWrite(1));
    }

    /** A full disk stops the log only when no prepared segment is left. */
    @Test
    void fullDisk() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(3);
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("k", 1, "v"));
        fs.fillUpTo(0);
        long entry = 1;
        while (store.failures.isEmpty() && entry < 5000) {
            entry++;
            store.store(TestStore.accept("k", entry, 1, "v", entry - 1));
            store.engine.runBackgroundOnce();
        }
        assertEquals(1, store.failures.size());
        assertEquals(entry - 1, store.load("k").pendingEntry(), "what is durable is served");
    }
}
