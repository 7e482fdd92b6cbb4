package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The storage model keeps its own contract, since everything else is judged by it. */
class ModelStorageTest {
    private static final EntityKey KEY = Conversation.key("k");
    private static final EntryValue VALUE = EntryValue.of(new ValueId(1, 1, 1), new byte[] {1});

    private final ModelStorage storage = new ModelStorage();
    private final List<Long> durable = new ArrayList<>();

    private static LogRecord record(
            long entry, long m, long n, @Nullable EntryValue value, long version) {
        return new LogRecord(KEY, entry, m, n, value, false, version);
    }

    private void sync() {
        storage.commit();
        storage.sync((key, ticket) -> durable.add(ticket));
    }

    @Test
    void syncReportsCommittedTicketsInOrder() {
        storage.append(record(1, 5, 0, null, 0), 1);
        storage.append(record(1, 5, 5, VALUE, 0), 2);
        storage.commit();
        storage.append(record(1, 9, 5, VALUE, 0), 3);
        storage.sync((key, ticket) -> durable.add(ticket));
        assertEquals(List.of(1L, 2L), durable);
        assertThrows(SimViolation.class, () -> storage.load(KEY, true));
        sync();
        assertEquals(new Stored(0, null, 1, 9, 5, VALUE), storage.load(KEY, true));
    }

    @Test
    void markWaitsForTheRecordsBeforeItAndIsLostByACrash() {
        storage.append(record(1, 5, 5, VALUE, 0), 1);
        storage.markChosen(KEY, 1);
        sync();
        assertEquals(new Stored(1, VALUE, 0, 0, 0, null), storage.load(KEY, true));
        storage.lose();
        assertEquals(new Stored(0, null, 1, 5, 5, VALUE), storage.load(KEY, true));
    }

    @Test
    void laterRecordsVersionMakesTheMarkDurable() {
        storage.append(record(1, 5, 5, VALUE, 0), 1);
        storage.append(record(2, 7, 0, null, 1), 2);
        sync();
        storage.lose();
        assertEquals(new Stored(1, VALUE, 2, 7, 0, null), storage.load(KEY, true));
    }

    @Test
    void crashKeepsExactlySyncedRecordsAndAPrefixOfTheRest() {
        boolean[] seen = new boolean[5];
        for (long seed = 1; seed <= 200; seed++) {
            ModelStorage crashing = new ModelStorage();
            for (int m = 1; m <= 4; m++) {
                crashing.append(record(1, m, 0, null, 0), m);
                if (m == 2) {
                    crashing.commit();
                    crashing.sync((key, ticket) -> {});
                }
            }
            crashing.crash(new RandomSource(seed));
            Stored stored = crashing.load(KEY, true);
            seen[(int) stored.promised()] = true;
            assertTrue(stored.promised() >= 2, "a synced record is lost, seed " + seed);
        }
        assertTrue(seen[2] && seen[3] && seen[4], "every prefix is possible");
    }

    @Test
    void recordsMayBeReadInAnyOrder() {
        for (long seed = 1; seed <= 100; seed++) {
            ModelStorage crashing = new ModelStorage();
            crashing.append(record(1, 5, 0, null, 0), 1);
            crashing.append(record(1, 5, 5, VALUE, 0), 2);
            crashing.append(record(1, 9, 5, VALUE, 0), 3);
            crashing.append(record(2, 3, 0, null, 1), 4);
            crashing.commit();
            crashing.sync((key, ticket) -> {});
            crashing.crash(new RandomSource(seed));
            assertEquals(new Stored(1, VALUE, 2, 3, 0, null), crashing.load(KEY, true));
        }
    }

    @Test
    void markOfWhatIsNotHeldIsRefused() {
        assertThrows(SimViolation.class, () -> storage.markChosen(KEY, 1));
    }
}
