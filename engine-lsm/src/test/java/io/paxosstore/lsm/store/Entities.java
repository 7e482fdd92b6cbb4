package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.core.ValueId;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.EntityAudit;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.LogicalState;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.lsm.model.RandomOperations;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Some entities, their states at every entry in memory, and the journal that led there. */
final class Entities {
    static final LsmListener NO_FAILURES =
            new LsmListener() {
                @Override
                public void failed(String what) {
                    throw new AssertionError(what);
                }

                @Override
                public void damaged(String file, String what) {
                    throw new AssertionError(what);
                }
            };

    static final LsmConfig SMALL =
            new LsmConfig(4 << 20, 2 << 20, LsmConfig.Compression.NONE, 1, 64, 1000)
                    .withMerges(new MergeConfig(1, 0.001, Duration.ofSeconds(1), 16 * 1024, 100));

    private static final int SPACE = 7;
    private static final int ENTITIES = 5;

    private final Random random;
    private final RandomOperations operations;
    private final Map<EntityKey, List<MemoryState>> history = new LinkedHashMap<>();
    private final List<Journalled> journal = new ArrayList<>();
    private long nowMillis = 1_000_000;

    /** A journal entry, with the sequence number its application had. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Journalled(EntityKey entity, AppliedEntry applied, byte[] changes, long sequence) {}

    Entities(Random random) {
        this(random, SPACE);
    }

    Entities(Random random, int space) {
        this.random = random;
        this.operations = new RandomOperations(random);
        for (int i = 0; i < ENTITIES; i++) {
            List<MemoryState> states = new ArrayList<>();
            states.add(new MemoryState());
            history.put(new EntityKey(space, key(i).key()), states);
        }
    }

    static EntityKey key(int i) {
        return new EntityKey(SPACE, ("entity-" + i).getBytes(StandardCharsets.US_ASCII));
    }

    List<EntityKey> keys() {
        return List.copyOf(history.keySet());
    }

    List<Journalled> journal() {
        return journal;
    }

    long nowMillis() {
        return nowMillis;
    }

    private List<MemoryState> states(EntityKey entity) {
        return Objects.requireNonNull(history.get(entity));
    }

    MemoryState newest(EntityKey entity) {
        return states(entity).getLast();
    }

    MemoryState at(EntityKey entity, long entry) {
        return states(entity).get((int) entry);
    }

    /** Evaluates random MultiOps on what the store holds, and applies their entry. */
    void write(LsmStore store) {
        List<EntityKey> keys = keys();
        write(store, keys.get(random.nextInt(keys.size())));
    }

    void write(LsmStore store, EntityKey entity) {
        nowMillis += random.nextInt(40);
        byte[] changes;
        long clock;
        long entry;
        try (SnapshotState state = store.read(entity)) {
            EntryBuilder builder = new EntryBuilder(state, nowMillis);
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                builder.execute(operations.multiOp(0));
            }
            changes = builder.changes().encode();
            clock = builder.nowMillis();
            entry = state.entry() + 1;
        }
        AppliedEntry applied =
                new AppliedEntry(entry, new ValueId(2, 3, entry), clock, requestTable(entry));
        MemoryState next = newest(entity).copy();
        next.apply(EntityChanges.decode(changes), clock);
        states(entity).add(next);
        long sequence = store.apply(entity, applied, List.of(changes));
        journal.add(new Journalled(entity, applied, changes, sequence));
    }

    /** Takes an entity's newest entry back. */
    void forgetNewest(EntityKey entity) {
        states(entity).removeLast();
        journal.removeLast();
    }

    private static byte[] requestTable(long entry) {
        return ("requests " + entry).getBytes(StandardCharsets.US_ASCII);
    }

    /** Replays the journal, also what is applied already. */
    void replay(LsmStore store) {
        for (Journalled one : journal) {
            store.apply(one.entity(), one.applied(), List.of(one.changes()));
        }
    }

    /** Checks that the store holds the newest state of every entity. */
    void checkNewest(LsmStore store) {
        for (EntityKey entity : keys()) {
            check(store, entity, newest(entity));
        }
    }

    /** Checks that the store holds, for every entity, a state that it once had. */
    void checkSome(LsmStore store) {
        for (EntityKey entity : keys()) {
            EntityMeta meta = store.meta(entity);
            check(store, entity, at(entity, meta == null ? 0 : meta.applied().entry()));
        }
    }

    void check(LsmStore store, EntityKey entity, MemoryState expected) {
        try (SnapshotState state = store.read(entity)) {
            assertEquals(expected.entry(), state.entry());
            assertEquals(expected.clockMillis(), state.clockMillis());
            EntityMeta meta = state.meta();
            if (expected.entry() == 0) {
                assertNull(meta);
            } else {
                assertNotNull(meta);
                assertArrayEquals(requestTable(state.entry()), meta.applied().requestTable());
                assertEquals(new ValueId(2, 3, state.entry()), meta.applied().proposal());
            }
            LogicalState.check(state, expected);
            assertEquals(List.of(), EntityAudit.of(state).problems());
            checkReverse(state);
        }
    }

    /** Backwards there is the same as forwards, and each record is found by its key. */
    private static void checkReverse(SnapshotState state) {
        byte[] from = {0};
        byte[] to = {(byte) 0xff};
        List<byte[]> keys = new ArrayList<>();
        try (RecordCursor forwards = state.scan(from, to);
                RecordCursor backwards = state.scanReverse(from, to)) {
            while (forwards.next()) {
                keys.add(forwards.key());
                assertArrayEquals(forwards.value(), state.get(forwards.key()));
            }
            for (byte[] key : keys.reversed()) {
                assertEquals(true, backwards.next());
                assertArrayEquals(key, backwards.key());
            }
            assertEquals(false, backwards.next());
        }
    }
}
