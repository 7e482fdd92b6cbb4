package io.paxosstore.bench.experiment;

import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RangeEvent;
import io.paxosstore.client.RangeWatch;
import io.paxosstore.client.Watch;
import io.paxosstore.client.WatchEvent;
import io.paxosstore.protocol.model.SpaceKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Watches that are away for minutes, while entities change and two of three nodes are killed in
 * turn, and come back: what was acknowledged meanwhile and is not told, or told twice.
 */
final class Away implements Experiment {
    private static final String SPACE = "away";
    private static final int ENTITIES = 1000;
    private static final int WATCHED = 50;
    private static final int RATE = 10_000;
    private static final Duration SETTLE = Duration.ofSeconds(20);
    private static final Duration DOWN = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(60);

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        int rate = laboratory.rate() > 0 ? laboratory.rate() : RATE;
        try (Subject subject = Subject.start(3, "");
                PaxosStore writing = PaxosStore.connect(subject.addresses());
                PaxosStore watching = PaxosStore.connect(subject.addresses())) {
            writing.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
            PacedChanges changes = new PacedChanges(writing, SPACE, ENTITIES, rate);
            try (RangeWatch<String> range =
                    watching.entitySpace(SPACE, Codec.utf8()).watchRange(new byte[0])) {
                requireBegun(range);
                changes.start();
                TimeUnit.NANOSECONDS.sleep(SETTLE.toNanos());
                long[] from = leave(watching);
                int kills = killInTurn(subject, laboratory.minutes());
                long gone = acknowledged(changes);
                List<String> row = new ArrayList<>();
                row.add(Integer.toString(kills));
                row.add(Report.mebibytes(historyBytes(subject)));
                row.add(Report.mebibytes(residentBytes(subject)));
                Told entities = entities(watching, from, changes);
                Told ofRange = range(range, changes);
                changes.stop();
                double seconds = SETTLE.toSeconds() + laboratory.minutes() * 60.0;
                row.addFirst("%,d (%,.0f/s)".formatted(gone, gone / seconds));
                return report(laboratory, row, entities, ofRange);
            }
        }
    }

    /** What a kind of watches was told. */
    private record Told(long events, long missing, long doubled, long gaps, double seconds) {
        private long faults() {
            return missing + doubled + gaps;
        }

        private String row() {
            return "%,d in %.0f s; %d, %d, %d".formatted(events, seconds, missing, doubled, gaps);
        }
    }

    private static void requireBegun(RangeWatch<String> range) {
        if (!(range.next(SILENCE).orElseThrow() instanceof RangeEvent.Resync<String>)) {
            throw new IllegalStateException("the watch has not begun");
        }
    }

    /** Where each watched entity is; its watch is away from now on. */
    private static long[] leave(PaxosStore store) {
        long[] from = new long[WATCHED];
        for (int i = 0; i < WATCHED; i++) {
            Entity entity = store.entity(SPACE, PacedChanges.name(i)).with(PacedChanges.OPTIONS);
            from[i] = entity.version() + 1;
        }
        return from;
    }

    /** Kills node 1 or 2 each minute; node 3 stays. */
    private static int killInTurn(Subject subject, int minutes)
            throws IOException, InterruptedException {
        for (int minute = 0; minute < minutes; minute++) {
            TimeUnit.NANOSECONDS.sleep(Duration.ofMinutes(1).minus(DOWN).toNanos());
            ReplicaProcess victim = subject.cluster().replica(1 + minute % 2);
            victim.kill();
            TimeUnit.NANOSECONDS.sleep(DOWN.toNanos());
            victim.start();
        }
        subject.cluster().start();
        return minutes;
    }

    /** Each entity's watch goes on from where it left; the changes go on, too. */
    private static Told entities(PaxosStore store, long[] from, PacedChanges changes) {
        long begin = System.nanoTime();
        long events = 0;
        long missing = 0;
        long doubled = 0;
        long gaps = 0;
        for (int i = 0; i < WATCHED; i++) {
            Versions told = new Versions();
            long to = changes.of(i).greatest();
            try (Watch watch = store.entity(SPACE, PacedChanges.name(i)).watch(from[i])) {
                while (told.count() == 0 || told.greatestSoFar() < to) {
                    Optional<WatchEvent> event = watch.next(SILENCE);
                    if (event.isPresent() && event.get() instanceof WatchEvent.Changed changed) {
                        told.addNext(changed.version());
                    } else {
                        gaps++;
                        break;
                    }
                }
            }
            events += told.count();
            doubled += told.doubled();
            missing += changes.of(i).missingIn(told, from[i], to);
        }
        return new Told(events, missing, doubled, gaps, seconds(begin));
    }

    /** The watch of the range is read again. */
    private static Told range(RangeWatch<String> range, PacedChanges changes) {
        long begin = System.nanoTime();
        List<Versions> told = new ArrayList<>();
        long[] to = new long[ENTITIES];
        for (int i = 0; i < ENTITIES; i++) {
            told.add(new Versions());
            to[i] = changes.of(i).greatest();
        }
        int behind = ENTITIES;
        long gaps = 0;
        while (behind > 0) {
            Optional<RangeEvent<String>> event = range.next(SILENCE);
            if (event.isEmpty() || !(event.get() instanceof RangeEvent.Changed<String> changed)) {
                gaps++;
                if (event.isEmpty() || event.get() instanceof RangeEvent.Closed<String>) {
                    break;
                }
                continue;
            }
            int entity = Integer.parseInt(changed.key().substring(1));
            Versions its = told.get(entity);
            boolean wasBehind = its.greatestSoFar() < to[entity];
            its.addNext(changed.version());
            if (wasBehind && changed.version() >= to[entity]) {
                behind--;
            }
        }
        long events = 0;
        long missing = 0;
        long doubled = 0;
        for (int i = 0; i < ENTITIES; i++) {
            events += told.get(i).count();
            doubled += told.get(i).doubled();
            missing += changes.of(i).missingIn(told.get(i), 0, to[i]);
        }
        return new Told(events, missing, doubled, gaps, seconds(begin));
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static long acknowledged(PacedChanges changes) {
        long count = 0;
        for (int i = 0; i < ENTITIES; i++) {
            count += changes.of(i).count();
        }
        return count;
    }

    private static long historyBytes(Subject subject) throws IOException {
        long greatest = 0;
        for (ReplicaProcess node : subject.cluster().replicas()) {
            long bytes = 0;
            try (Stream<Path> files = Files.list(node.data().resolve("history"))) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    bytes += Files.size(file);
                }
            }
            greatest = Math.max(greatest, bytes);
        }
        return greatest;
    }

    private static long residentBytes(Subject subject) throws IOException {
        long greatest = 0;
        for (ReplicaProcess node : subject.cluster().replicas()) {
            greatest = Math.max(greatest, node.residentBytes());
        }
        return greatest;
    }

    private static long report(
            Laboratory laboratory, List<String> row, Told entities, Told ofRange) {
        row.add(entities.row());
        row.add(ofRange.row());
        new Report(
                        laboratory.out(),
                        List.of(
                                "changes acknowledged while away",
                                "kills",
                                "history of a node, MiB at most",
                                "resident MiB of a server at most",
                                WATCHED + " watches of entities: events; missing, doubled, gaps",
                                "a watch of all: events; missing, doubled, gaps"))
                .row(row);
        return entities.faults() + ofRange.faults();
    }
}
