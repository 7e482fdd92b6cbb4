package io.paxosstore.bench.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Many clients that do the same at once, each on a virtual thread. */
final class Crowd {
    /** What one of them does. */
    @FunctionalInterface
    interface Member {
        /** Once; it may fail as it likes. */
        void run(int number) throws IOException, InterruptedException;
    }

    private static final long REST_MILLIS = 20;

    private Crowd() {}

    /**
     * Has all of them do it again and again until the time is over, with a short rest after a
     * failure.
     */
    static void run(int size, Until until, Member member) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < size; number++) {
            int own = number;
            threads.add(Thread.startVirtualThread(() -> repeat(own, until, member)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void repeat(int number, Until until, Member member) {
        try {
            while (!until.isOver()) {
                try {
                    member.run(number);
                } catch (IOException | RuntimeException e) {
                    // The server has had enough of this client, as it should.
                    Thread.sleep(REST_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
