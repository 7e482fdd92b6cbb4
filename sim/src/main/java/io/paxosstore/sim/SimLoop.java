package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.host.LoopScheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * The loop of a node's shard on virtual time, for one life of the node. While the node is paused
 * everything waits, timers too; with its life everything ends. Not thread-safe.
 */
final class SimLoop implements LoopScheduler {
    private final EventQueue queue;
    private final SimClock clock;
    private final RandomSource random;
    private final long turnNanosMax;
    private final List<Runnable> waiting = new ArrayList<>();
    private List<Runnable> turnEnds = new ArrayList<>();
    private boolean turnEnding;
    private boolean paused;
    private boolean over;

    /**
     * @param turnNanosMax how long the loop gathers events before a turn ends, at most; 0 for turns
     *     of one event
     */
    SimLoop(EventQueue queue, SimClock clock, RandomSource random, long turnNanosMax) {
        this.queue = queue;
        this.clock = clock;
        this.random = random;
        this.turnNanosMax = turnNanosMax;
    }

    @Override
    public long nanoTime() {
        return clock.monotonicNanos(queue.nowNanos());
    }

    @Override
    public long wallMillis() {
        return clock.wallMillis(queue.nowNanos());
    }

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        queue.after(0, () -> run(task));
    }

    @Override
    public void afterTurn(Runnable task) {
        turnEnds.add(task);
    }

    @Override
    public Scheduled schedule(Runnable task, long delayNanos) {
        Waiting waiting = new Waiting(task);
        queue.at(clock.virtualNanos(nanoTime() + delayNanos), () -> run(waiting));
        return waiting;
    }

    /** A task that may be given up; its event stays, so that all others come as without that. */
    private static final class Waiting implements Runnable, Scheduled {
        private final Runnable task;
        private boolean isGivenUp;

        Waiting(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (!isGivenUp) {
                task.run();
            }
        }

        @Override
        public void giveUp() {
            isGivenUp = true;
        }
    }

    /** Runs an event now; later while the node is paused, never after its life. */
    void run(Runnable event) {
        if (over) {
            return;
        }
        if (paused) {
            waiting.add(event);
            return;
        }
        event.run();
        if (turnEnds.isEmpty() || turnEnding) {
            return;
        }
        if (turnNanosMax == 0) {
            endTurns();
        } else {
            turnEnding = true;
            queue.after(random.nextLong(turnNanosMax), () -> run(this::endGatheredTurn));
        }
    }

    private void endGatheredTurn() {
        turnEnding = false;
        endTurns();
    }

    /** What the end of a turn brings about may be a turn of its own. */
    private void endTurns() {
        while (!turnEnds.isEmpty() && !over) {
            List<Runnable> ends = turnEnds;
            turnEnds = new ArrayList<>();
            ends.forEach(Runnable::run);
        }
    }

    /** Stops processing for a while. */
    void pause() {
        paused = true;
    }

    /** Goes on, and gets everything that waited, late. */
    void resume() {
        paused = false;
        List<Runnable> waited = List.copyOf(waiting);
        waiting.clear();
        waited.forEach(this::run);
    }

    /** The life of the node is over. */
    void end() {
        over = true;
        waiting.clear();
        turnEnds.clear();
    }
}
