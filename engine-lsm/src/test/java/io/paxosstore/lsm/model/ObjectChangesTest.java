package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectChange.Kind;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** What watchers are told of an entry, against the difference that it makes to the records. */
final class ObjectChangesTest {
    private static final int ENTRIES = 3000;

    /** An object with all its records. */
    private record Shape(ObjectHeader header, List<String> records) {}

    @Test
    void whateverDiffersIsListedAsWhatItIs() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        RandomOperations operations = new RandomOperations(random);
        MemoryState state = new MemoryState();
        Map<String, Shape> before = shapes(state);
        long clock = 1_000_000;
        long version = 0;
        for (int i = 0; i < ENTRIES; i++) {
            clock += random.nextInt(40);
            EntryBuilder entry = new EntryBuilder(state, clock);
            for (int ops = 1 + random.nextInt(3); ops > 0; ops--) {
                var _ = entry.execute(operations.multiOp(version));
            }
            if (!entry.hasChanges()) {
                continue;
            }
            byte[] bytes = entry.changes().encode();
            state.apply(entry.changes(), entry.nowMillis());
            ChangedObjects changed = ObjectChanges.of(bytes, state.entry(), 1000);
            Map<String, Shape> after = shapes(state);
            String where = "seed " + seed + ", entry " + state.entry();
            assertTrue(changed.complete());
            assertTrue(changed.version() > version, where);
            assertEquals(state.entry(), EntityVersion.entryOf(changed.version()), where);
            version = changed.version();
            check(changed, before, after, where);
            before = after;
        }
    }

    private static void check(
            ChangedObjects changed,
            Map<String, Shape> before,
            Map<String, Shape> after,
            String where) {
        Map<String, ObjectChange> listed = new TreeMap<>();
        for (ObjectChange change : changed.objects()) {
            assertEquals(null, listed.put(change.name(), change), where);
            Shape now = after.get(change.name());
            assertEquals(change.kind() == Kind.REMOVED, now == null, where + change);
            assertEquals(change.type(), now == null ? null : now.header().type(), where + change);
            Shape then = before.get(change.name());
            boolean same =
                    now != null
                            && then != null
                            && then.header().generation() == now.header().generation();
            assertEquals(change.kind() == Kind.CHANGED, same, where + change);
        }
        after.forEach((name, shape) ->
                assertTrue(
                        listed.containsKey(name) || isSame(shape, before.get(name)),
                        where + ": " + name));
        before.keySet()
                .forEach(name ->
                        assertTrue(
                                after.containsKey(name) || listed.containsKey(name),
                                where + ": " + name));
    }

    private static boolean isSame(Shape one, @Nullable Shape other) {
        return other != null && one.records().equals(other.records());
    }

    private static Map<String, Shape> shapes(MemoryState state) {
        Map<String, Shape> shapes = new TreeMap<>();
        state.records()
                .subMap(KeyLayout.HEADERS, KeyLayout.HEADERS_END)
                .forEach((key, value) -> {
                    ObjectHeader header = ObjectHeader.decode(value);
                    long generation = header.generation();
                    List<String> records =
                            state
                                    .records()
                                    .subMap(
                                            KeyLayout.generation(generation),
                                            KeyLayout.generationEnd(generation))
                                    .entrySet()
                                    .stream()
                                    .map(record -> hex(record.getKey()) + hex(record.getValue()))
                                    .toList();
                    shapes.put(KeyLayout.nameOf(key), new Shape(header, records));
                });
        return shapes;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void ofManyObjectsTheFirstAreListed() {
        byte[] changes =
                new EntityChanges(
                                List.of(
                                        new EntityChanges.Put(
                                                KeyLayout.VERSION,
                                                new ByteWriter(8).putLong(65_537).toBytes()),
                                        new EntityChanges.Delete(KeyLayout.header("a")),
                                        new EntityChanges.Delete(KeyLayout.header("b"))))
                        .encode();
        assertEquals(
                new ChangedObjects(
                        65_537, false, List.of(new ObjectChange("a", Kind.REMOVED, null))),
                ObjectChanges.of(changes, 1, 1));
        assertTrue(ObjectChanges.of(changes, 1, 2).complete());
        assertEquals(ChangedObjects.NONE, ObjectChanges.of(new byte[0], 1, 1));
        assertFalse(ObjectChanges.of(changes, 1, 0).complete());
        for (int cut = 1; cut < changes.length; cut++) {
            byte[] head = Arrays.copyOf(changes, cut);
            assertThrows(MalformedBytesException.class, () -> ObjectChanges.of(head, 1, 2));
        }
    }
}
