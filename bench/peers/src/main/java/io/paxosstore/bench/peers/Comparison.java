package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.KeyChooser;
import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Disk;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/**
 * Puts the same loads on two stores, in turn: A B A B. Both are up all the time, so that neither is
 * measured cold; while one is measured, the other has nothing to do.
 *
 * @param loads in their order, all of keys or all of entities; each store has had one before the
 *     next begins
 * @param settle how long all are left alone before a load
 * @param disk on which both keep their data
 */
record Comparison(
        List<ComparedLoad> loads,
        long keys,
        int valueBytes,
        Duration warmup,
        Duration duration,
        Duration settle,
        int rounds,
        int connections,
        Disk disk,
        PrintWriter log) {
    private static final long PRELOAD_MILLIS = 1;

    /** The outcomes of one load: as many of ours as of the peer's. */
    record Pair(ComparedLoad load, List<Outcome> ours, List<Outcome> theirs) {}

    /** Starts both, loads both, measures, stops both. */
    List<Pair> run(Contestant ours, Contestant theirs)
            throws IOException, InterruptedException, TimeoutException {
        try (ours;
                theirs;
                Connections toOurs = Connections.open(ours, connections, loads.getFirst().mix());
                Connections toTheirs =
                        Connections.open(theirs, connections, loads.getFirst().mix())) {
            preload(ours, toOurs);
            preload(theirs, toTheirs);
            List<Pair> pairs = new ArrayList<>();
            for (ComparedLoad load : loads) {
                pairs.add(new Pair(load, new ArrayList<>(), new ArrayList<>()));
            }
            for (int round = 0; round < rounds; round++) {
                for (Pair pair : pairs) {
                    pair.ours().add(measure(pair.load(), ours, toOurs, round));
                    pair.theirs().add(measure(pair.load(), theirs, toTheirs, round));
                }
            }
            return pairs;
        }
    }

    /** The connections to a store that serves. */
    private record Connections(List<LoadTarget> targets) implements AutoCloseable {
        static Connections open(Contestant contestant, int count, OperationMix mix)
                throws IOException, InterruptedException {
            contestant.start();
            Connections opened = new Connections(new ArrayList<>());
            try {
                for (int i = 0; i < count; i++) {
                    opened.targets.add(contestant.connect(mix));
                }
                return opened;
            } catch (IOException | InterruptedException | RuntimeException e) {
                opened.close();
                throw e;
            }
        }

        @Override
        public void close() {
            targets.forEach(LoadTarget::close);
        }
    }

    private LoadPlan plan(ComparedLoad load, Duration warm, Duration measured, long seed) {
        return new LoadPlan(
                load.clients(),
                LoadPlan.UNPACED,
                LoadPlan.Mode.ASYNC,
                load.mix(),
                valueBytes,
                keys,
                KeyChooser.Distribution.UNIFORM,
                warm,
                measured,
                seed);
    }

    private void preload(Contestant contestant, Connections connections)
            throws InterruptedException, TimeoutException {
        long begin = System.nanoTime();
        LoadPlan plan = plan(loads.getFirst(), Duration.ZERO, Duration.ofMillis(PRELOAD_MILLIS), 0);
        new LoadGenerator(plan, connections.targets()).preload();
        double seconds = (System.nanoTime() - begin) / 1e9;
        print("%s: %,d keys loaded in %.0f s", contestant.label(), keys, seconds);
    }

    private Outcome measure(
            ComparedLoad load, Contestant contestant, Connections connections, int round)
            throws IOException, InterruptedException, TimeoutException {
        Outcome outcome =
                new Measurement(disk, settle)
                        .of(
                                plan(load, warmup, duration, round),
                                connections.targets(),
                                contestant.pids());
        print(
                "round %d, %s, %s: %,.0f/s, p99 %.2f ms, CPU us per operation %.0f + %.0f of the"
                        + " generator%s",
                round + 1,
                load,
                contestant.label(),
                outcome.perSecond(),
                outcome.millis(outcome.mainKind(), ComparisonTable.P99),
                outcome.serverCpuMicros(),
                outcome.generatorCpuMicros(),
                outcome.errors() == 0 ? "" : ", " + outcome.errors() + " FAILED");
        return outcome;
    }

    private void print(String format, Object... arguments) {
        log.printf(Locale.ROOT, format + "%n", arguments);
        log.flush();
    }
}
