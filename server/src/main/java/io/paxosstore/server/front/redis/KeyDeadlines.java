package io.paxosstore.server.front.redis;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.data.EventClass;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * When keys of databases of keys end to which clients of this loop have given a deadline: nobody
 * else keeps that in its order. They are looked at soon after, while anybody wants to be told. What
 * does not fit is not told of. On one loop only.
 */
final class KeyDeadlines {
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** A little later, so that the node whose clock counts has passed it, too. */
    private static final long LATER_MILLIS = 100;

    /** About the most memory. */
    private static final long BYTES_MAX = 16 << 20;

    /** What a key takes besides its bytes. */
    private static final int KEY_BYTES = 256;

    private final ShardLoop home;
    private final KeyEvents events;
    private final KeyEnding ending;
    private final NavigableSet<Expected> expected =
            new TreeSet<>(
                    Comparator.comparingLong(Expected::deadlineMillis)
                            .thenComparingLong(Expected::number));

    /** The same; of each key the latest. */
    private final Map<EntityKey, Expected> byKey = new HashMap<>();

    private long count;
    private long bytes;
    private boolean isTicking;

    private record Expected(EntityKey key, long version, long deadlineMillis, long number) {
        int bytes() {
            return KEY_BYTES + key.key().length;
        }
    }

    KeyDeadlines(ShardLoop home, KeyEvents events, KeyEnding ending) {
        this.home = home;
        this.events = events;
        this.ending = ending;
    }

    /**
     * A key was given a deadline.
     *
     * @param version of the key that has it
     */
    void expect(EntityKey key, long version, long deadlineMillis) {
        Expected earlier = byKey.remove(key);
        if (earlier != null) {
            expected.remove(earlier);
            bytes -= earlier.bytes();
        }
        Expected one = new Expected(key, version, deadlineMillis, ++count);
        if (!EventClass.EXPIRED.isIn(events.classes()) || bytes + one.bytes() > BYTES_MAX) {
            return;
        }
        bytes += one.bytes();
        expected.add(one);
        byKey.put(key, one);
        tickLater();
    }

    private void tickLater() {
        if (!isTicking && !expected.isEmpty()) {
            isTicking = true;
            home.scheduler().schedule(this::tick, EVERY_NANOS);
        }
    }

    private void tick() {
        isTicking = false;
        long passed = home.wallMillis() - LATER_MILLIS;
        while (!expected.isEmpty() && expected.first().deadlineMillis() <= passed) {
            Expected first = expected.removeFirst();
            byKey.remove(first.key(), first);
            bytes -= first.bytes();
            ending.check(
                    first.key(),
                    first.version(),
                    deadline -> expect(first.key(), first.version(), deadline));
        }
        tickLater();
    }
}
