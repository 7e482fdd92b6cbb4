package io.paxosstore.server.front.redis;

import io.paxosstore.log.DueObject;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.PassedObjects;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.KeyNames;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/**
 * Has keys of databases of entities end by an entry soon after their time is over, while anybody
 * wants to be told of it. Every voter's store has the key; the first voter that can be reached
 * proposes, and of several that do only the one is told whose entry has found something left of it.
 * What fails, or whose voter went down, is found again by the long look back. On one loop only.
 */
final class ExpiredKeys {
    static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How far a look goes back: what was written with a short time to live may come late. */
    private static final long BACK_MILLIS = TimeUnit.SECONDS.toMillis(3);

    /** So far back goes each of so many looks. */
    private static final long FAR_BACK_MILLIS = TimeUnit.MINUTES.toMillis(5);

    private static final int FAR_EVERY = 30;

    private static final int DEADLINES_MAX = 16_384;

    /** Keys of one command. */
    private static final int KEYS_MAX = 100;

    private final PassedObjects passed;
    private final KeyEvents events;
    private final IntPredicate isDatabase;
    private final List<KeyEnding> endings;
    private final ShardLoop home;
    private boolean isLooking;
    private int looks;

    /**
     * @param isDatabase whether a space is a database
     * @param endings of all shards
     * @param home whose loop this is on
     */
    ExpiredKeys(
            PassedObjects passed,
            KeyEvents events,
            IntPredicate isDatabase,
            List<KeyEnding> endings,
            ShardLoop home) {
        this.passed = passed;
        this.events = events;
        this.isDatabase = isDatabase;
        this.endings = endings;
        this.home = home;
    }

    /** To be called every {@link #EVERY_NANOS}. */
    void look() {
        boolean areBehind = endings.stream().anyMatch(KeyEnding::isBehind);
        if (isLooking || areBehind || !EventClass.EXPIRED.isIn(events.classes())) {
            return;
        }
        looks++;
        long now = home.wallMillis();
        long back = looks % FAR_EVERY == 1 ? FAR_BACK_MILLIS : BACK_MILLIS;
        passed.find(
                now - back,
                now,
                DEADLINES_MAX,
                found -> home.scheduler().execute(() -> found(found)));
        isLooking = true; // not if that has failed, or no other look would follow
    }

    private void found(List<DueObject> objects) {
        isLooking = false;
        Map<EntityKey, List<byte[]>> keys = new LinkedHashMap<>();
        for (DueObject object : objects) {
            EntityKey entity = object.entity();
            if (isDatabase.test(entity.space())) {
                List<byte[]> some = keys.computeIfAbsent(entity, _ -> new ArrayList<>());
                some.add(new KeyNames(entity.key()).key(object.object()));
                if (some.size() == KEYS_MAX) {
                    end(entity, some);
                    keys.remove(entity);
                }
            }
        }
        keys.forEach(this::end);
    }

    private void end(EntityKey entity, List<byte[]> keys) {
        KeyEnding ending = endings.get(entity.shard(endings.size()));
        ending.home()
                .scheduler()
                .execute(() -> {
                    if (passed.isOurs(entity)) {
                        ending.end(entity, keys);
                    }
                });
    }
}
