package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which entities' last answers were large. What a query brings is known when it is answered only,
 * which is too late: all that have come would be answered in one turn of the loop, and those for
 * which there is no memory in vain. So the next is expected to bring what the last has brought. On
 * the shard's loop only.
 */
final class LargeAnswers {
    /** Of so many entities it is known, at most. */
    static final int ENTITIES_MAX = 1024;

    private final Map<EntityKey, Integer> bytesByEntity =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<EntityKey, Integer> eldest) {
                    return size() > ENTITIES_MAX;
                }
            };

    /** What the next answer may bring, in bytes; 0 if nothing says that it will be large. */
    int expected(EntityKey key) {
        return bytesByEntity.isEmpty() ? 0 : bytesByEntity.getOrDefault(key, 0);
    }

    /** A query has brought so much. */
    void answered(EntityKey key, int bytes) {
        if (AnswerMemory.isLarge(bytes)) {
            bytesByEntity.put(key, bytes);
        } else {
            forget(key);
        }
    }

    /** Nothing is expected any more: what is asked next will show it. */
    void forget(EntityKey key) {
        if (!bytesByEntity.isEmpty()) {
            bytesByEntity.remove(key);
        }
    }
}
