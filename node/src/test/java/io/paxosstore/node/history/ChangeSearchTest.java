package io.paxosstore.node.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/** Who asks is told of every entry from the one asked for on, up to the first that is missing. */
final class ChangeSearchTest {
    private static final int SPACE = 1 << 24;
    private static final int ENTITIES = 20;

    private final Random random = new Random(20261128);
    private final TreeMap<Long, ByteBuffer> batches = new TreeMap<>();
    private final List<Map<Long, ChangedObjects>> kept = new ArrayList<>();
    private final long[] newest = new long[ENTITIES];

    private final ChangeMedium medium = new MemoryMedium(batches);

    private static EntityKey key(int entity) {
        byte[] id = new byte[1 + entity % 7];
        id[id.length - 1] = (byte) entity;
        return new EntityKey(SPACE + entity % 3, id);
    }

    private ChangedObjects changes(long entry) {
        List<ObjectChange> objects = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            boolean isRemoved = random.nextInt(4) == 0;
            objects.add(
                    new ObjectChange(
                            "é".repeat(random.nextInt(30)) + i,
                            isRemoved ? ObjectChange.Kind.REMOVED : ObjectChange.Kind.CREATED,
                            isRemoved ? null : ObjectType.SET));
        }
        return new ChangedObjects(objects.isEmpty() ? 0 : 7 * entry, random.nextBoolean(), objects);
    }

    /** Batches of changes; some entries are missing, some there twice. */
    private void fill(int batchCount) {
        for (int i = 0; i < ENTITIES; i++) {
            kept.add(new HashMap<>());
        }
        for (int i = 0; i < batchCount; i++) {
            ChangeBuffer buffer = new ChangeBuffer(1 << 20);
            for (int j = random.nextInt(30); j >= 0; j--) {
                // Some entities change all the time, some hardly ever.
                int entity = (int) (ENTITIES * Math.pow(random.nextDouble(), 3));
                long entry = ++newest[entity];
                if (random.nextInt(200) == 0) {
                    continue;
                }
                ChangedObjects changes = changes(entry);
                kept.get(entity).put(entry, changes);
                add(buffer, entity, entry, changes);
                if (random.nextInt(50) == 0) {
                    add(buffer, entity, entry, changes);
                }
            }
            ByteBuffer batch = buffer.take(ByteBuffer.allocate(10));
            if (batch != null) {
                batches.put(3L * i, batch);
            }
        }
    }

    private static void add(ChangeBuffer buffer, int entity, long entry, ChangedObjects changes) {
        List<byte[]> names = ChangeFormat.names(changes);
        int length = ChangeFormat.bytes(key(entity), names);
        ByteBuffer bytes = ByteBuffer.allocate(5 + length).position(5);
        ChangeFormat.put(bytes, key(entity), entry, changes, names);
        buffer.add(bytes, 5, length);
    }

    private List<ChangesFound> answers(List<ChangeQuestion> questions) {
        ChangeSearch search = new ChangeSearch(medium, questions);
        int steps = 0;
        while (search.step()) {
            steps++;
            assertTrue(steps <= 3 * batches.size(), "each batch is read at most twice");
        }
        return search.answers();
    }

    @Test
    void everythingUpToTheFirstGapIsFound() {
        fill(500);
        for (int round = 0; round < 200; round++) {
            List<ChangeQuestion> questions = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                int entity = random.nextInt(ENTITIES);
                long from = 1 + random.nextLong(newest[entity] + 2);
                questions.add(
                        new ChangeQuestion(
                                key(entity), from, ChangeMedium.NOWHERE, Integer.MAX_VALUE));
            }
            List<ChangesFound> answers = answers(questions);
            for (int i = 0; i < questions.size(); i++) {
                check(questions.get(i), answers.get(i));
            }
        }
    }

    private void check(ChangeQuestion question, ChangesFound found) {
        List<ChangedObjects> expected = new ArrayList<>();
        Map<Long, ChangedObjects> all = kept.get(entity(question.key()));
        for (long entry = question.from(); ; entry++) {
            ChangedObjects changes = all.get(entry);
            if (changes == null) {
                break;
            }
            expected.add(changes);
        }
        assertEquals(expected, found.changes(), question::toString);
    }

    private static int entity(EntityKey key) {
        for (int i = 0; i < ENTITIES; i++) {
            if (key(i).equals(key)) {
                return i;
            }
        }
        throw new AssertionError(key);
    }

    /** As a watch does it whose connection takes little at once. */
    @Test
    void partsAreTheWhole() {
        fill(300);
        for (int entity = 0; entity < ENTITIES; entity++) {
            List<ChangedObjects> parts = new ArrayList<>();
            long place = ChangeMedium.NOWHERE;
            while (true) {
                ChangesFound found =
                        answers(
                                        List.of(
                                                new ChangeQuestion(
                                                        key(entity), 1 + parts.size(), place, 500)))
                                .getFirst();
                if (found.changes().isEmpty()) {
                    break;
                }
                parts.addAll(found.changes());
                place = found.next();
            }
            ChangeQuestion whole =
                    new ChangeQuestion(key(entity), 1, ChangeMedium.NOWHERE, Integer.MAX_VALUE);
            assertEquals(answers(List.of(whole)).getFirst().changes(), parts);
        }
    }

    /** The oldest batches are gone: what is left may not be taken for the whole. */
    @Test
    void whatIsGoneIsNotSkipped() {
        fill(300);
        batches.headMap(450L).clear();
        ChangeQuestion first =
                new ChangeQuestion(key(0), 1, ChangeMedium.NOWHERE, Integer.MAX_VALUE);
        assertEquals(ChangesFound.NONE, answers(List.of(first)).getFirst());
    }

    @Test
    void aFullBufferDropsAndCounts() {
        ChangeBuffer buffer = new ChangeBuffer(1000);
        for (int i = 0; i < 100; i++) {
            add(buffer, 1, i, ChangedObjects.NONE);
        }
        long dropped = buffer.dropped();
        assertTrue(dropped > 0 && dropped < 100, () -> dropped + " dropped");
        ByteBuffer batch = buffer.take(ByteBuffer.allocate(0));
        List<Long> entries = new ArrayList<>();
        ChangeBatches.forEach(
                Objects.requireNonNull(batch),
                (changes, at) -> entries.add(ChangeFormat.entry(changes, at)));
        assertEquals(100 - dropped, entries.size());
        add(buffer, 1, 5, ChangedObjects.NONE);
        assertEquals(dropped, buffer.dropped(), "there is room again");
    }
}
