package io.paxosstore.bench.experiment;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.PaxosStore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes entities in turn at a rate, and notes the versions that were acknowledged. One thread
 * changes; the notes are to be read when it has ended.
 */
final class PacedChanges {
    /** More would be refused as overload by a node that stands alone for a moment. */
    private static final int OUTSTANDING_MAX = 256;

    /** What is later than this is given up: a pause is not followed by a flood. */
    private static final long ARREARS_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

    static final CallOptions OPTIONS = CallOptions.DEFAULT.deadline(Duration.ofSeconds(20));

    private final List<Entity> entities = new ArrayList<>();
    private final List<EntityMap<String, Long>> maps = new ArrayList<>();
    private final List<Versions> versions = new ArrayList<>();
    private final int perSecond;
    private final Semaphore room = new Semaphore(OUTSTANDING_MAX);
    private final AtomicLong unknown = new AtomicLong();
    private final Thread thread = new Thread(this::run, "changes");
    private volatile boolean stopping;

    PacedChanges(PaxosStore store, String space, int count, int perSecond) {
        for (int i = 0; i < count; i++) {
            Entity entity = store.entity(space, name(i)).with(OPTIONS);
            entities.add(entity);
            maps.add(entity.map("m", Codec.utf8(), Codec.longs()));
            versions.add(new Versions());
        }
        this.perSecond = perSecond;
    }

    /** The id of an entity. */
    static String name(int entity) {
        return "e" + entity;
    }

    void start() {
        thread.start();
    }

    /** Ends when everything is answered. */
    void stop() throws InterruptedException {
        stopping = true;
        thread.join();
        room.acquire(OUTSTANDING_MAX);
    }

    /** Changes of which nobody knows whether they were done. */
    long unknown() {
        return unknown.get();
    }

    /** The acknowledged versions of an entity. */
    Versions of(int entity) {
        return versions.get(entity);
    }

    private void run() {
        long begin = System.nanoTime();
        try {
            for (long i = 0; !stopping; i++) {
                long due = begin + i * TimeUnit.SECONDS.toNanos(1) / perSecond;
                while (System.nanoTime() - due < 0) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
                begin += Math.max(0, System.nanoTime() - due - ARREARS_NANOS_MAX);
                room.acquire();
                change((int) (i % entities.size()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void change(int at) {
        var _ =
                entities.get(at)
                        .multiOp()
                        .then(maps.get(at).op().increment("n", 1))
                        .executeAsync()
                        .whenComplete((outcome, failure) -> {
                            if (failure == null) {
                                versions.get(at).add(outcome.version());
                            } else {
                                unknown.incrementAndGet();
                            }
                            room.release();
                        });
    }
}
