package io.paxosstore.bench.hostile;

import io.paxosstore.client.PaxosStoreException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Many clients that do the same at once, each on a virtual thread. */
final class Crowd {
    /** What one of them does. */
    @FunctionalInterface
    interface Member {
        /**
         * Once; until it has done it, the time is over, or the server has had enough of it.
         *
         * @throws IOException when the server has cut it off
         * @throws PaxosStoreException when the server has refused its call
         */
        void run(int number) throws IOException, InterruptedException;
    }

    private static final long REST_MILLIS_MIN = 20;

    /** How long a member may go on after the time: longer than its calls' deadline. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Until until;
    private final Member member;
    private final long restMillis;
    private final AtomicReference<RuntimeException> unexpected = new AtomicReference<>();

    private Crowd(int size, Until until, Member member) {
        this.until = until;
        this.member = member;
        // All of them together come back a thousand times a second at most: storms are for STORM.
        this.restMillis = Math.max(REST_MILLIS_MIN, size);
    }

    /**
     * Has all of them do it again and again until the time is over, with a rest after each time
     * that the server has cut one off or refused its call.
     *
     * @throws IllegalStateException when it failed otherwise: the attack is not what it should be
     */
    static void run(int size, Until until, Member member) throws InterruptedException {
        Crowd crowd = new Crowd(size, until, member);
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < size; number++) {
            int own = number;
            threads.add(Thread.startVirtualThread(() -> crowd.repeat(own)));
        }
        try {
            Until end = until.plus(GRACE);
            for (Thread thread : threads) {
                thread.join(end.left());
            }
        } finally {
            // Who is still there waits for a server that takes nothing: this closes the socket.
            threads.forEach(Thread::interrupt);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        RuntimeException failure = crowd.unexpected.get();
        if (failure != null) {
            throw new IllegalStateException("one of a crowd failed: " + failure, failure);
        }
    }

    private void repeat(int number) {
        try {
            while (!until.isOver()) {
                try {
                    member.run(number);
                } catch (IOException | PaxosStoreException e) {
                    // The server has had enough of this client, as it should.
                    Thread.sleep(restMillis);
                } catch (RuntimeException e) {
                    unexpected.compareAndSet(null, e);
                    Thread.sleep(restMillis);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
