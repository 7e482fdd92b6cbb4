package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.Seconds;
import io.paxosstore.bench.load.TalliedTarget;
import io.paxosstore.protocol.model.ReadMode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Loads that go on while something else is done. Used by one thread. */
final class RunningLoad implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration END_LIMIT = Duration.ofMinutes(1);

    private final Seconds seconds;
    private final List<LoadTarget> targets = new ArrayList<>();
    private final List<LoadGenerator> generators = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private RunningLoad(Duration longest) {
        this.seconds = new Seconds(longest);
    }

    /**
     * Begins all of them.
     *
     * @param plans each as long as all may take
     */
    static RunningLoad start(String addresses, List<LoadPlan> plans) {
        RunningLoad load =
                new RunningLoad(
                        plans.stream()
                                .map(LoadPlan::duration)
                                .max(Duration::compareTo)
                                .orElseThrow());
        for (LoadPlan plan : plans) {
            LoadTarget target =
                    new TalliedTarget(
                            LoadTarget.connect(
                                    addresses, plan.mix(), null, ReadMode.LINEARIZABLE, DEADLINE),
                            load.seconds);
            LoadGenerator generator = new LoadGenerator(plan, List.of(target));
            load.targets.add(target);
            load.generators.add(generator);
            load.threads.add(Thread.ofPlatform().daemon().name("load").start(() -> run(generator)));
        }
        return load;
    }

    private static void run(LoadGenerator generator) {
        try {
            generator.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            throw new IllegalStateException("an operation never ended", e);
        }
    }

    /** What was answered in each second. */
    Seconds seconds() {
        return seconds;
    }

    /** Ends the loads; waits for what is under way. */
    @Override
    public void close() {
        generators.forEach(LoadGenerator::end);
        try {
            for (Thread thread : threads) {
                thread.join(END_LIMIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        targets.forEach(LoadTarget::close);
    }
}
