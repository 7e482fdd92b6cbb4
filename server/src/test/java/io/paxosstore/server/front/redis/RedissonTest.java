package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Redisson, whose locks are scripts that publish: two clients at two nodes. */
class RedissonTest {
    private static EmbeddedCluster cluster;
    private static RedissonClient one;
    private static RedissonClient two;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.builder(3).set("redis.enabled", "true").start();
        one = connect(1);
        two = connect(2);
    }

    @AfterAll
    static void stop() {
        one.shutdown();
        two.shutdown();
        cluster.close();
    }

    private static RedissonClient connect(int node) {
        InetSocketAddress address = cluster.redisAddress(node);
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + address.getHostString() + ":" + address.getPort())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(8)
                .setTimeout(20_000);
        return Redisson.create(config);
    }

    @Test
    void bucketsAndNumbers() {
        RBucket<String> bucket = one.getBucket("bucket");
        bucket.set("value");
        assertEquals("value", two.<String>getBucket("bucket").get());
        assertTrue(two.<String>getBucket("bucket").compareAndSet("value", "other"));
        assertFalse(bucket.compareAndSet("value", "third"));
        assertEquals("other", bucket.getAndDelete());
        assertNull(two.getBucket("bucket").get());
        RAtomicLong number = one.getAtomicLong("number");
        assertEquals(1, number.incrementAndGet());
        assertEquals(11, two.getAtomicLong("number").addAndGet(10));
        assertTrue(number.compareAndSet(11, 20));
        assertEquals(20, two.getAtomicLong("number").getAndDecrement());
    }

    @Test
    void maps() {
        RMap<String, Integer> map = one.getMap("map");
        assertNull(map.put("a", 1));
        assertEquals(1, map.put("a", 2));
        assertEquals(2, two.<String, Integer>getMap("map").putIfAbsent("a", 3));
        assertTrue(map.replace("a", 2, 4));
        assertEquals(1, map.size());
        assertEquals(4, map.remove("a"));
        assertTrue(two.getMap("map").isEmpty());
    }

    @SuppressWarnings("LockNotBeforeTry") // what the lock itself does is the test
    @Test
    void aLockIsHeldByOne() throws Exception {
        RLock lock = one.getLock("lock");
        RLock same = two.getLock("lock");
        lock.lock(60, TimeUnit.SECONDS);
        lock.lock(60, TimeUnit.SECONDS);
        assertEquals(2, lock.getHoldCount());
        assertFalse(same.tryLock(0, 60, TimeUnit.SECONDS));
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> {
                    try {
                        boolean taken = same.tryLock(60, 60, TimeUnit.SECONDS);
                        same.unlock();
                        return taken;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        TimeUnit.MILLISECONDS.sleep(300);
        assertFalse(waiting.isDone());
        lock.unlock();
        assertTrue(lock.isHeldByCurrentThread());
        long before = System.nanoTime();
        lock.unlock();
        assertTrue(waiting.get(30, TimeUnit.SECONDS));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
        assertTrue(millis < 20_000, () -> "nobody told the one who waited: " + millis);
        assertFalse(lock.isLocked());
    }

    @Test
    void sortedSetsAndQueuesThatAreWaitedFor() throws Exception {
        RScoredSortedSet<String> scores = one.getScoredSortedSet("scores");
        scores.add(2, "b");
        scores.add(1, "a");
        assertEquals(List.of("a", "b"), List.copyOf(scores.valueRange(0, -1)));
        assertEquals(1, scores.rank("b"));
        assertEquals("a", two.<String>getScoredSortedSet("scores").pollFirst());
        RBlockingQueue<String> queue = two.getBlockingQueue("queue");
        CompletableFuture<String> first =
                CompletableFuture.supplyAsync(() -> {
                    try {
                        return queue.poll(20, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        one.<String>getBlockingQueue("queue").add("job");
        assertEquals("job", first.get(30, TimeUnit.SECONDS));
    }
}
