package io.paxosstore.bench.hostile;

import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Attacks beside each other, each on a virtual thread, until their time is over. One that throws,
 * or ends before half of its time, has attacked nobody: a run with it says nothing.
 */
final class Onslaught {
    private final Target target;
    private final Duration duration;
    private final long beganNanos = System.nanoTime();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

    private Onslaught(Target target, Duration duration) {
        this.target = target;
        this.duration = duration;
    }

    /**
     * Runs attacks and waits until all have ended.
     *
     * @param attacks by their names
     * @return what went wrong with them, in one line; empty when nothing did
     */
    static String run(
            Map<String, Attack> attacks, Target target, RandomSource random, Duration duration)
            throws InterruptedException {
        Onslaught onslaught = new Onslaught(target, duration);
        List<Thread> attackers = new ArrayList<>();
        attacks.forEach((name, attack) -> {
            RandomSource own = random.fork();
            attackers.add(
                    Thread.ofVirtual().name(name).start(() -> onslaught.run(name, attack, own)));
        });
        for (Thread attacker : attackers) {
            attacker.join();
        }
        return String.join("; ", onslaught.failures);
    }

    private void run(String name, Attack attack, RandomSource random) {
        try {
            attack.run(target, random, Until.in(duration));
            long nanos = System.nanoTime() - beganNanos;
            if (nanos * 2 < duration.toNanos()) {
                failures.add(
                        "%s ended after %d of %d ms"
                                .formatted(
                                        name,
                                        TimeUnit.NANOSECONDS.toMillis(nanos),
                                        duration.toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            e.printStackTrace(); // into the log of attacks
            failures.add(name + " threw " + e.toString().lines().findFirst().orElse(""));
        }
    }
}
