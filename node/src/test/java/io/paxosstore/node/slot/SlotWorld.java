package io.paxosstore.node.slot;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two shards, a disk and a background that a test runs by hand; what they do is written down. */
final class SlotWorld {
    /** What has happened, in order. */
    final List<String> trace = new ArrayList<>();

    /** What the disk has of slots, in the order in which it came. */
    final List<SlotRecord> records = new ArrayList<>();

    final List<Shard> shards = List.of(new Shard(0), new Shard(1));
    final NodeSlots slots;
    int incarnation = 10;

    /** How many of the next writes of slots find no room. */
    int failingWrites;

    /** Runs while what was rebuilt is made durable. */
    Runnable beforeWhole = () -> {};

    private final Queue<NodeSlots.Blocking> background = new ArrayDeque<>();

    SlotWorld(SlotView view) {
        this.slots = new NodeSlots(1, view, new Disk(), shards, background::add);
    }

    /** Slots that are asked about in a test have small numbers. */
    private static String named(IntPredicate slots) {
        return IntStream.range(0, 100).filter(slots).boxed().toList().toString();
    }

    private static String named(SlotRecord record) {
        return record.slot() + "@" + record.configuration().epoch() + " " + record.standing();
    }

    final class Shard implements SlotShard {
        final Queue<Runnable> tasks = new ArrayDeque<>();
        final Queue<Runnable> landing = new ArrayDeque<>();
        final List<SlotView> views = new ArrayList<>();
        boolean hasEnded;
        private final int index;
        private int begun;

        Shard(int index) {
            this.index = index;
        }

        @Override
        public void execute(Runnable task) {
            if (hasEnded) {
                throw new RejectedExecutionException("ended");
            }
            tasks.add(task);
        }

        @Override
        public void forget(IntPredicate slots, Runnable onEnd) {
            trace.add("shard " + index + " leaves " + named(slots));
            landing.add(onEnd);
        }

        @Override
        public void left(BitSet slots) {
            trace.add("shard " + index + " has left " + named(slots::get));
        }

        @Override
        public void lives(int incarnation) {
            begun = incarnation;
        }

        @Override
        public void entered(SlotView view) {
            trace.add("shard " + index + " enters in " + begun);
            begun = 0;
            views.add(view);
        }

        void runTasks() {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }

        void land() {
            while (!landing.isEmpty()) {
                landing.remove().run();
            }
        }
    }

    private final class Disk implements NodeSlots.Disk {
        @Override
        public void enter(List<SlotRecord> changed) throws IOException {
            if (failingWrites > 0) {
                failingWrites--;
                trace.add("no room");
                throw new IOException("No space left on device");
            }
            trace.add(
                    "writes "
                            + changed.stream()
                                    .map(SlotWorld::named)
                                    .collect(Collectors.joining(", ")));
            records.addAll(changed);
        }

        @Override
        public int raiseIncarnation() {
            incarnation++;
            trace.add("lives in " + incarnation);
            return incarnation;
        }

        @Override
        public void beforeWhole() {
            trace.add("data");
            beforeWhole.run();
        }
    }

    void learn(int slot, SlotConfiguration later) {
        slots.learn(List.of(new SlotChange(slot, later)));
    }

    /** Runs what waits for the background, again and again until it succeeds. */
    void runBackground() {
        while (!background.isEmpty()) {
            tryBackground();
        }
    }

    /** Runs what has waited longest for the background; it waits again if it fails. */
    void tryBackground() {
        NodeSlots.Blocking task = background.remove();
        try {
            task.run();
        } catch (IOException e) {
            background.add(task);
        }
    }

    boolean isBackgroundIdle() {
        return background.isEmpty();
    }

    void runShards() {
        shards.forEach(Shard::runTasks);
    }

    /** Until nothing is left to do. */
    void run() {
        do {
            runShards();
            shards.forEach(Shard::land);
            runBackground();
        } while (!background.isEmpty()
                || shards.stream().anyMatch(one -> !one.tasks.isEmpty() || !one.landing.isEmpty()));
    }

    /** What has happened since this was asked last. */
    List<String> taken() {
        List<String> taken = List.copyOf(trace);
        trace.clear();
        return taken;
    }
}
