package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.core.Invariant;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** A shard's storage hands each entity to the part of its kind, and walks over all parts. */
class ShardStorageTest {
    private static final int PAGES = 3;

    /** A part that holds an entity per page: that of its space, named after the page. */
    private static <T extends StorageShard> T part(Class<T> type, int space) {
        Object proxy =
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, called, arguments) -> {
                            if (!called.getName().equals("page")) {
                                throw new UnsupportedOperationException(called.getName());
                            }
                            long page = (long) arguments[0];
                            ((StorageShard.PageVisitor) arguments[3])
                                    .entity(new EntityKey(space, new byte[] {(byte) page}), 1, 0);
                            return page + 1 < PAGES ? page + 1 : 0;
                        });
        return type.cast(proxy);
    }

    private final StorageShard keys = part(StorageShard.class, 1);
    private final EntityShard entities = part(EntityShard.class, SpaceKind.ENTITY_FROM);
    private final ShardStorage storage = new ShardStorage(keys, entities);

    @Test
    void anEntityBelongsToThePartOfItsKind() {
        assertSame(keys, storage.of(new EntityKey(0, new byte[1])));
        assertSame(keys, storage.of(new EntityKey(SpaceKind.ENTITY_FROM - 1, new byte[1])));
        assertSame(entities, storage.of(new EntityKey(SpaceKind.ENTITY_FROM, new byte[1])));
        assertSame(keys, storage.keys());
        assertSame(entities, storage.entities());
    }

    /** Each cursor goes to another node and back as a number, of which 0 is the beginning. */
    @Test
    void aWalkShowsEveryPartOnce() {
        List<Integer> spaces = new ArrayList<>();
        List<Long> cursors = new ArrayList<>();
        PartCursor at = PartCursor.BEGIN;
        while (at != null) {
            cursors.add(at.encode());
            PartCursor told = PartCursor.decode(at.encode());
            assertEquals(at, told);
            at = storage.page(told, 1, false, (key, version, crc) -> spaces.add(key.space()));
        }
        int entity = SpaceKind.ENTITY_FROM;
        assertEquals(List.of(1, 1, 1, entity, entity, entity), spaces);
        long second = 1L << 62;
        assertEquals(List.of(0L, 1L, 2L, second, second | 1, second | 2), cursors);
    }

    @Test
    void aNumberThatNoWalkOfThisNodeHasTakenEndsTheWalk() {
        assertNull(storage.page(PartCursor.decode(-1L), 1, true, (key, version, crc) -> {}));
    }

    @Test
    void aPositionThatDoesNotFitIsABug() {
        assertThrows(Invariant.Violation.class, () -> new PartCursor(0, 1L << 62).encode());
    }
}
