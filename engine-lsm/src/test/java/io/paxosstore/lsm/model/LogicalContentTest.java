package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.table.Region;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * What the comparison of replicas goes by: the same wherever replicas may differ, another one when
 * anything else is changed. {@code -Dlsm.seeds=100} runs more seeds.
 */
class LogicalContentTest {
    private static final int SEEDS = Integer.getInteger("lsm.seeds", 5);
    private static final int ENTRIES = 400;
    private static final HexFormat HEX = HexFormat.of();

    private static List<String> content(EntityState state) {
        List<String> records = new ArrayList<>();
        LogicalContent.of(
                state,
                (key, value) -> records.add(HEX.formatHex(key) + "=" + HEX.formatHex(value)));
        return records;
    }

    /** Two replicas: one merges tables and purges objects when it likes, the other never does. */
    private static final class Replicas {
        final Random random;
        final RandomOperations operations;
        final MemoryState tidy = new MemoryState();
        final MemoryState untidy = new MemoryState();
        private final MemoryMerges merges;
        private long nowMillis = 1_000_000;
        int purged;

        Replicas(long seed) {
            random = new Random(seed);
            operations = new RandomOperations(random);
            merges = new MemoryMerges(tidy, random);
        }

        /** An entry that either of them proposes. */
        void write() {
            nowMillis += random.nextInt(40);
            EntryBuilder entry = new EntryBuilder(random.nextBoolean() ? tidy : untidy, nowMillis);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                entry.execute(operations.multiOp(0));
            }
            byte[] changes = entry.changes().encode();
            tidy.apply(EntityChanges.decode(changes), entry.nowMillis());
            untidy.apply(EntityChanges.decode(changes), entry.nowMillis());
            merges.sometimes();
            if (random.nextInt(5) == 0) {
                purge();
            }
        }

        /** What the store's purge does to an entity. */
        private void purge() {
            byte[] end = KeyLayout.expiriesEnd(tidy.clockMillis());
            Map<byte[], byte[]> past = tidy.records().subMap(KeyLayout.expiries(), end);
            for (Map.Entry<byte[], byte[]> one : List.copyOf(past.entrySet())) {
                long generation = KeyLayout.generationOfExpiry(one.getKey());
                String name = new String(one.getValue(), java.nio.charset.StandardCharsets.UTF_8);
                byte[] header = tidy.get(KeyLayout.header(name));
                if (header != null && ObjectHeader.decode(header).generation() == generation) {
                    tidy.records().remove(KeyLayout.header(name));
                }
                tidy.records()
                        .subMap(
                                KeyLayout.generation(generation),
                                KeyLayout.generationEnd(generation))
                        .clear();
                KeyLayout.tableHeads(generation).forEach(tidy.records()::remove);
                tidy.records().remove(one.getKey());
                purged++;
            }
        }
    }

    @Test
    void mergesAndPurgesMakeNoDifference() {
        int purged = 0;
        boolean differed = false;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Replicas replicas = new Replicas(seed);
            for (int i = 0; i < ENTRIES; i++) {
                replicas.write();
                assertEquals(
                        content(replicas.untidy),
                        content(replicas.tidy),
                        "seed " + seed + ", entry " + replicas.tidy.entry());
                differed |= !replicas.tidy.records().equals(replicas.untidy.records());
            }
            purged += replicas.purged;
        }
        assertTrue(purged > 0, "objects were purged");
        assertTrue(differed, "the records were not the same");
    }

    /** Of every kind of object, each single record: flipped, removed, or one too many. */
    @Test
    void everyOtherDifferenceIsSeen() {
        Set<ObjectType> types = EnumSet.noneOf(ObjectType.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Replicas replicas = new Replicas(seed);
            for (int i = 0; i < ENTRIES / 2; i++) {
                replicas.write();
            }
            MemoryState state = replicas.untidy;
            Set<Long> living = living(state, types);
            List<String> before = content(state);
            for (Map.Entry<byte[], byte[]> record : List.copyOf(state.records().entrySet())) {
                if (counts(record.getKey(), record.getValue(), living, state)) {
                    check(state, before, record.getKey(), record.getValue(), replicas.random);
                }
            }
            assertEquals(before, content(state), "all was undone");
        }
        assertEquals(EnumSet.allOf(ObjectType.class), types);
    }

    private static Set<Long> living(MemoryState state, Set<ObjectType> types) {
        Set<Long> living = new HashSet<>();
        for (byte[] header :
                state.records().subMap(KeyLayout.HEADERS, KeyLayout.HEADERS_END).values()) {
            ObjectHeader decoded = ObjectHeader.decode(header);
            if (!decoded.isExpired(state.clockMillis())) {
                living.add(decoded.generation());
                types.add(decoded.type());
            }
        }
        return living;
    }

    /** Not so the tombstones of rows, which were never merged here, and what is to be purged. */
    private static boolean counts(byte[] key, byte[] value, Set<Long> living, MemoryState state) {
        if (KeyLayout.isHeader(key)) {
            return living.contains(ObjectHeader.decode(value).generation());
        }
        if (KeyLayout.isExpiry(key)) {
            return living.contains(KeyLayout.generationOfExpiry(key));
        }
        if (key.length == 1) {
            return true;
        }
        long generation = KeyLayout.generationOfElement(key);
        boolean tombstone =
                state.get(KeyLayout.schema(generation)) != null
                        && KeyLayout.isDelta(key, generation)
                        && value.length == 1;
        return living.contains(generation) && !tombstone;
    }

    private static void check(
            MemoryState state, List<String> before, byte[] key, byte[] value, Random random) {
        if (value.length > 0) {
            byte[] flipped = value.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            state.records().put(key, flipped);
            if (!isRow(state, key) || !sameRows(state, key, value)) {
                checkDiffers(state, before, key, "flipped");
            }
        }
        state.records().remove(key);
        checkDiffers(state, before, key, "removed");
        state.records().put(key, value);
        byte[] more = Arrays.copyOf(key, key.length + 1);
        if (KeyLayout.isElement(key) && !state.records().containsKey(more)) {
            state.records().put(more, value);
            checkDiffers(state, before, more, "one too many");
            state.records().remove(more);
        }
    }

    private static boolean isRow(MemoryState state, byte[] key) {
        return KeyLayout.isElement(key)
                && KeyLayout.isDelta(key, KeyLayout.generationOfElement(key))
                && state.get(KeyLayout.schema(KeyLayout.generationOfElement(key))) != null;
    }

    /** Some bits of a row's record mean nothing: the naive view of a table tells. */
    private static boolean sameRows(MemoryState state, byte[] key, byte[] value) {
        MemoryState before = state.copy();
        before.records().put(key, value);
        try {
            LogicalState.check(state, before);
            return true;
        } catch (AssertionError e) {
            return false;
        } catch (MalformedBytesException | IllegalArgumentException e) {
            return false;
        }
    }

    /** What does not decode is damage, which makes the entity amnesiac at once. */
    private static void checkDiffers(
            MemoryState state, List<String> before, byte[] key, String what) {
        @Nullable List<String> now;
        try {
            now = content(state);
        } catch (MalformedBytesException | IllegalArgumentException e) {
            return;
        }
        assertTrue(!now.equals(before), () -> what + " unseen: " + Arrays.toString(key));
    }

    @Test
    void aTableIsTheSameHoweverMuchOfItIsMerged() {
        Replicas replicas = new Replicas(9);
        for (int i = 0; i < ENTRIES; i++) {
            replicas.write();
        }
        long merged =
                replicas.tidy.records().keySet().stream()
                        .filter(key -> key.length > 9 && key[0] == 2)
                        .filter(key -> key[9] == Region.MAIN.code())
                        .count();
        assertTrue(merged > 0, "something was merged");
        assertEquals(content(replicas.untidy), content(replicas.tidy));
    }
}
