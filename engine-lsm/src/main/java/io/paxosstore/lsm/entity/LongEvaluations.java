package io.paxosstore.lsm.entity;

import io.paxosstore.log.EntityShard;
import io.paxosstore.log.FailStop;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Threads for evaluations that would keep a shard's thread for too long. Thread-safe.
 *
 * <p>Each entity has one evaluation under way at a time, its changes before its reads; entities
 * follow each other in the order in which they began to wait. Those under way share the processors
 * in short turns, all but one, so that a short one among long ones is soon done and the shards'
 * threads keep a processor.
 */
final class LongEvaluations {
    /** How long an evaluation has a processor while others want one. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(LongEvaluations.class);

    private final EvaluationConfig config;
    private final LongSupplier nanoClock;
    private final FailStop failStop;
    private final boolean hasThreads;
    private final Semaphore processors;
    private final LongAdder begun = new LongAdder();

    /** What waits, by entity, those first that wait longest. Guarded by this, as what follows. */
    private final Map<EntityKey, ArrayDeque<Evaluation>> waiting = new LinkedHashMap<>();

    private final Set<EntityKey> entitiesUnderWay = new HashSet<>();
    private final Set<Evaluation> underWay = new HashSet<>();
    private final List<Thread> threads = new ArrayList<>();
    private int waitingCount;
    private int idleThreads;
    private boolean closed;

    /**
     * Starts no thread yet.
     *
     * @param failStop told of an error that nothing in this process can be trusted after
     * @param hasThreads whether to have any; if not, evaluations are done by whoever asks
     */
    LongEvaluations(
            EvaluationConfig config,
            LongSupplier nanoClock,
            FailStop failStop,
            boolean hasThreads) {
        this.config = config;
        this.nanoClock = nanoClock;
        this.failStop = failStop;
        this.hasThreads = hasThreads;
        int processorCount = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        this.processors = new Semaphore(processorCount, true);
    }

    /** An evaluation, waiting or under way. */
    final class Evaluation implements EntityShard.LongWork {
        private final EntityKey key;
        private final Work work;
        private final EvaluationMeter meter;
        private final long endNanos;
        private long turnNanos;

        private Evaluation(EntityKey key, long nanos, Work work) {
            this.key = key;
            this.work = work;
            this.endNanos = nanoClock.getAsLong() + nanos;
            this.meter = new EvaluationMeter(nanoClock, config.stepsMax(), this::takeTurns);
        }

        private void takeTurns() {
            long now = nanoClock.getAsLong();
            if (now - turnNanos >= TURN_NANOS) {
                if (processors.hasQueuedThreads()) {
                    processors.release();
                    processors.acquireUninterruptibly();
                }
                turnNanos = nanoClock.getAsLong();
            }
        }

        private void run() {
            processors.acquireUninterruptibly();
            try {
                turnNanos = nanoClock.getAsLong();
                meter.begin(endNanos - turnNanos, 0);
                if (!meter.isCancelled()) {
                    work.run(meter);
                }
            } finally {
                processors.release();
            }
        }

        @Override
        public void cancel() {
            meter.cancel();
            forget(this);
        }
    }

    /** What is to be done. */
    @FunctionalInterface
    interface Work {
        /** Does it, and answers; an exception ends nothing else. */
        void run(EvaluationMeter meter);
    }

    /**
     * Begins an evaluation, or has it wait.
     *
     * @param nanos how much time it has from now on
     * @param isChange whether a change waits for it, and not a read
     * @return null if too many wait, of this entity or of all
     */
    @Nullable Evaluation begin(EntityKey key, long nanos, boolean isChange, Work work) {
        Evaluation evaluation = new Evaluation(key, nanos, work);
        if (hasThreads && !enqueue(evaluation, isChange)) {
            return null;
        }
        begun.increment();
        if (!hasThreads) {
            evaluation.run();
        }
        return evaluation;
    }

    private synchronized boolean enqueue(Evaluation evaluation, boolean isChange) {
        if (closed || isRefused(evaluation.key)) {
            return false;
        }
        ArrayDeque<Evaluation> its =
                waiting.computeIfAbsent(evaluation.key, _ -> new ArrayDeque<>(2));
        if (isChange) {
            its.addFirst(evaluation);
        } else {
            its.addLast(evaluation);
        }
        waitingCount++;
        // Who was notified counts as idle until it has woken.
        if (threads.size() < config.threads() && entitiesReady() > idleThreads) {
            Thread thread =
                    new Thread(this::work, "paxosstore-entities-evaluation-" + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        } else {
            notifyAll();
        }
        return true;
    }

    /**
     * What has a thread at once does not wait; and those who wait for one entity leave as many
     * places to those who wait for others.
     */
    private boolean isRefused(EntityKey key) {
        ArrayDeque<Evaluation> its = waiting.get(key);
        if (its != null && its.size() >= (config.waitingMax() + 1) / 2) {
            return true;
        }
        return waitingCount >= config.waitingMax() && (its != null || !hasThreadFor(key));
    }

    private boolean hasThreadFor(EntityKey key) {
        return !entitiesUnderWay.contains(key)
                && underWay.size() + entitiesReady() < config.threads();
    }

    /** Entities for which something waits, and nothing but a thread keeps it from being begun. */
    private int entitiesReady() {
        int ready = 0;
        for (EntityKey key : waiting.keySet()) {
            ready += entitiesUnderWay.contains(key) ? 0 : 1;
        }
        return ready;
    }

    private synchronized void forget(Evaluation evaluation) {
        ArrayDeque<Evaluation> its = waiting.get(evaluation.key);
        if (its != null && its.remove(evaluation)) {
            waitingCount--;
            if (its.isEmpty()) {
                waiting.remove(evaluation.key);
            }
        }
    }

    private void work() {
        Evaluation next = take(null);
        while (next != null) {
            try {
                next.run();
            } catch (RuntimeException e) {
                LOG.error("entity.evaluation_fault entity={}", next.key, e);
            } catch (Error e) {
                failStop.fail(e);
            }
            next = take(next);
        }
    }

    /** Ends one evaluation and waits for the next; null when there is none to come. */
    private synchronized @Nullable Evaluation take(@Nullable Evaluation done) {
        if (done != null) {
            underWay.remove(done);
            entitiesUnderWay.remove(done.key);
            notifyAll();
        }
        while (!closed) {
            Evaluation next = poll();
            if (next != null) {
                underWay.add(next);
                entitiesUnderWay.add(next.key);
                return next;
            }
            idleThreads++;
            try {
                wait();
            } catch (InterruptedException e) {
                return null; // nobody interrupts these threads
            } finally {
                idleThreads--;
            }
        }
        return null;
    }

    private @Nullable Evaluation poll() {
        Iterator<Map.Entry<EntityKey, ArrayDeque<Evaluation>>> all = waiting.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<EntityKey, ArrayDeque<Evaluation>> one = all.next();
            EntityKey key = one.getKey();
            ArrayDeque<Evaluation> its = one.getValue();
            if (!entitiesUnderWay.contains(key)) {
                Evaluation next = its.removeFirst();
                waitingCount--;
                all.remove();
                if (!its.isEmpty()) {
                    waiting.put(key, its); // behind the others
                }
                return next;
            }
        }
        return null;
    }

    /** How many wait for a thread. Any thread. */
    synchronized int waitingCount() {
        return waitingCount;
    }

    /** How many were begun since the start. Any thread. */
    long begun() {
        return begun.sum();
    }

    /**
     * Ends everything: what is under way ends soon, what waits is never begun.
     *
     * @return whether no thread is left that may look at the data
     */
    boolean close(long waitNanos) {
        List<Thread> running;
        synchronized (this) {
            closed = true;
            waiting.clear();
            waitingCount = 0;
            underWay.forEach(evaluation -> evaluation.meter.cancel());
            notifyAll();
            running = List.copyOf(threads);
        }
        long endNanos = System.nanoTime() + waitNanos;
        boolean ended = true;
        for (Thread thread : running) {
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
                thread.join(Math.max(1, left));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ended &= !thread.isAlive();
        }
        return ended;
    }
}
