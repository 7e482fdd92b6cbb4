package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class GroupCommitWriterTest {
    private static final class Batch implements CommitBatch {
        private final int shard;
        private volatile boolean durable;

        Batch(int shard) {
            this.shard = shard;
        }

        @Override
        public int shard() {
            return shard;
        }

        @Override
        public int records() {
            return 1;
        }

        @Override
        public int bytes() {
            return 100;
        }

        @Override
        public void markDurable() {
            durable = true;
        }
    }

    private final List<String> trace = new ArrayList<>();
    private @Nullable Throwable failure;
    private boolean failForce;
    private boolean failWrite;
    private int takeMax = Integer.MAX_VALUE;

    private final StorageEngine.Listener listener =
            new StorageEngine.Listener() {
                @Override
                public void wake(int shardIndex) {
                    trace.add("wake " + shardIndex);
                }

                @Override
                public void damaged(int shardIndex, EntityKey key) {}

                @Override
                public void failed(Throwable cause) {
                    failure = cause;
                }
            };

    private final GroupCommitWriter.Sink<Batch> sink =
            new GroupCommitWriter.Sink<>() {
                @Override
                public int write(List<Batch> group) throws IOException {
                    if (failWrite) {
                        throw new IOException("write");
                    }
                    int taken = Math.min(takeMax, group.size());
                    trace.add("write " + taken);
                    return taken;
                }

                @Override
                public void force() throws IOException {
                    trace.add("force");
                    if (failForce) {
                        throw new IOException("force");
                    }
                }
            };

    private final FailStop failStop = new FailStop(listener);
    private final GroupCommitWriter<Batch> writer =
            new GroupCommitWriter<>(
                    sink, 3, listener, failStop, (batches, records, bytes, nanos) -> {}, () -> 0);

    @Test
    void oneWriteAndOneForceServeAllBatchesAndEachShardIsWokenOnce() {
        List<Batch> batches = List.of(new Batch(2), new Batch(0), new Batch(2));
        batches.forEach(writer::submit);
        assertEquals(3, writer.runOnce());
        assertEquals(List.of("write 3", "force", "wake 0", "wake 2"), trace);
        assertTrue(batches.stream().allMatch(batch -> batch.durable));
        assertEquals(0, writer.runOnce());
    }

    @Test
    void theRestOfAGroupIsForcedOnItsOwn() {
        takeMax = 1;
        writer.submit(new Batch(0));
        writer.submit(new Batch(1));
        assertEquals(2, writer.runOnce());
        assertEquals(List.of("write 1", "force", "wake 0", "write 1", "force", "wake 1"), trace);
    }

    /** Rule D4: after an fsync error nothing is reported, and nothing is tried again. */
    @Test
    void forceErrorStopsForGood() {
        failForce = true;
        Batch batch = new Batch(0);
        writer.submit(batch);
        assertEquals(0, writer.runOnce());
        assertNotNull(failure);
        assertFalse(batch.durable);
        failForce = false;
        Batch later = new Batch(0);
        writer.submit(later);
        assertEquals(0, writer.runOnce());
        assertFalse(later.durable);
        assertEquals(List.of("write 1", "force"), trace);
    }

    @Test
    void writeErrorStopsForGood() {
        failWrite = true;
        Batch batch = new Batch(0);
        writer.submit(batch);
        assertEquals(0, writer.runOnce());
        assertNotNull(failure);
        assertFalse(batch.durable);
        assertTrue(trace.isEmpty());
    }

    @Test
    void threadCommitsWhatSeveralShardsSubmitAndStopsAfterTheLast() throws InterruptedException {
        int perShard = 2000;
        AtomicInteger durable = new AtomicInteger();
        CountDownLatch woken = new CountDownLatch(1);
        StorageEngine.Listener quiet =
                new StorageEngine.Listener() {
                    @Override
                    public void wake(int shardIndex) {
                        woken.countDown();
                    }

                    @Override
                    public void damaged(int shardIndex, EntityKey key) {}

                    @Override
                    public void failed(Throwable cause) {}
                };
        GroupCommitWriter.Sink<Batch> all =
                new GroupCommitWriter.Sink<>() {
                    @Override
                    public int write(List<Batch> group) {
                        return group.size();
                    }

                    @Override
                    public void force() {}
                };
        GroupCommitWriter<Batch> threaded =
                new GroupCommitWriter<>(
                        all,
                        3,
                        quiet,
                        new FailStop(quiet),
                        (batches, records, bytes, nanos) -> durable.addAndGet(records),
                        System::nanoTime);
        threaded.start("test-writer");
        List<Thread> shards = new ArrayList<>();
        for (int shard = 0; shard < 3; shard++) {
            int index = shard;
            shards.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < perShard; i++) {
                                    threaded.submit(new Batch(index));
                                }
                            }));
        }
        assertTrue(woken.await(30, TimeUnit.SECONDS));
        for (Thread shard : shards) {
            shard.join();
        }
        assertTrue(threaded.stop(TimeUnit.SECONDS.toNanos(30)));
        assertEquals(3 * perShard, durable.get());
    }
}
