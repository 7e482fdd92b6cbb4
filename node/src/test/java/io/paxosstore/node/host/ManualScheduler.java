package io.paxosstore.node.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/** A loop that a test drives by hand. */
public final class ManualScheduler implements LoopScheduler {
    private record Timer(long atNanos, Runnable task) {}

    final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Runnable> afterTurn = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nowNanos = 5_000_000_000L;
    boolean hasEnded;

    /** Runs what was given to the loop. */
    public void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    /** Ends the turn. */
    public void endTurn() {
        while (!afterTurn.isEmpty()) {
            afterTurn.remove().run();
        }
    }

    /** Lets time pass. */
    public void advance(long nanos) {
        nowNanos += nanos;
        for (Timer timer : List.copyOf(timers)) {
            if (timer.atNanos() <= nowNanos) {
                timers.remove(timer);
                timer.task().run();
                endTurn();
            }
        }
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public long wallMillis() {
        return 1_800_000_000_000L + nowNanos / 1_000_000;
    }

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        if (hasEnded) {
            throw new RejectedExecutionException("ended");
        }
        tasks.add(task);
    }

    @Override
    public void afterTurn(Runnable task) {
        afterTurn.add(task);
    }

    @Override
    public Scheduled schedule(Runnable task, long delayNanos) {
        Timer timer = new Timer(nowNanos + delayNanos, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    /** How many tasks wait for their time. */
    public int waiting() {
        return timers.size();
    }
}
