package io.paxosstore.bench.tables;

import io.paxosstore.bench.process.ProcessMemory;
import io.paxosstore.lsm.store.LsmConfig;
import io.paxosstore.lsm.store.LsmStats;
import io.paxosstore.lsm.store.MergeConfig;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The measurements of tables.
 *
 * @param directory where each layout has a store of its own, which is used again if it is there
 * @param cacheBytes of RocksDB; the page cache is bounded by whoever starts the process
 */
public record TableComparison(
        Path directory,
        long tables,
        int rows,
        long cacheBytes,
        int threads,
        Duration duration,
        int rounds,
        PrintWriter out) {
    private static final int UPDATE_PERCENT = 5;
    private static final int MERGE_UPDATE_PERCENT = 10;
    private static final long MEMTABLE_BYTES_MAX = 64L << 20;
    private static final int OPEN_FILES_MAX = 4096;
    private static final int BACKGROUND_JOBS = 2;
    private static final long PURGE_MARGIN_MILLIS = 3_600_000;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private LsmConfig config(MergeConfig merges) {
        return new LsmConfig(
                        cacheBytes,
                        Math.min(MEMTABLE_BYTES_MAX, cacheBytes / 2),
                        LsmConfig.Compression.NONE,
                        BACKGROUND_JOBS,
                        OPEN_FILES_MAX,
                        PURGE_MARGIN_MILLIS)
                .withMerges(merges);
    }

    private StoredTables open(Layout layout, MergeConfig merges) throws IOException {
        Path its = directory.resolve(layout.label());
        boolean isNew = !Files.exists(its);
        Files.createDirectories(its);
        StoredTables stored = StoredTables.open(layout, its, config(merges));
        if (isNew) {
            long begin = System.nanoTime();
            stored.load(tables, rows);
            print(
                    "%s: %,d tables of %d rows loaded in %.0f s, %,d MiB on the disk",
                    layout.label(),
                    tables,
                    rows,
                    (System.nanoTime() - begin) / 1e9,
                    stored.store().stats().tableBytes() >> 20);
        }
        return stored;
    }

    private void print(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
        out.flush();
    }

    /**
     * Main and delta tables, a record for each row, a value for each table: single rows that are
     * read and updated, then questions about many rows.
     */
    public void compare() throws IOException, InterruptedException {
        MixedLoad load = new MixedLoad(tables, rows, UPDATE_PERCENT, threads, true);
        for (int round = 0; round < rounds; round++) {
            MixedLoad.Outcome first = null;
            Map<ScanLoad.Kind, ScanLoad.Outcome> firstScans = new EnumMap<>(ScanLoad.Kind.class);
            for (Layout layout :
                    List.of(new MainDeltaLayout(), new RowMapLayout(), new PlainValueLayout())) {
                try (StoredTables stored = open(layout, MergeConfig.DEFAULT)) {
                    MixedLoad.Outcome outcome = load.run(stored, duration, round);
                    print(layout.label(), outcome);
                    scans(stored, round, firstScans);
                    if (first == null) {
                        first = outcome;
                    } else {
                        print(
                                "main-delta has %.1f times the throughput of %s, and writes %.1f %%"
                                        + " of its bytes",
                                first.perSecond() / outcome.perSecond(),
                                layout.label(),
                                100 * first.writtenPerUpdate() / outcome.writtenPerUpdate());
                    }
                }
            }
        }
    }

    private void scans(
            StoredTables stored, long seed, Map<ScanLoad.Kind, ScanLoad.Outcome> ofMainDelta)
            throws InterruptedException {
        for (ScanLoad.Kind kind : ScanLoad.Kind.values()) {
            ScanLoad.Outcome outcome =
                    new ScanLoad(tables, rows, threads, kind).run(stored, duration, seed);
            ScanLoad.Outcome first = ofMainDelta.putIfAbsent(kind, outcome);
            print(
                    "%-14s %s: %,.0f/s, %s%s",
                    stored.layout().label(),
                    kind.label(),
                    outcome.perSecond(),
                    percentiles(outcome.micros()),
                    first == null
                            ? ""
                            : "; main-delta has %.1f times as many a second"
                                    .formatted(first.perSecond() / outcome.perSecond()));
        }
    }

    /** The same load without merges, and with one after every update. */
    public void merges() throws IOException, InterruptedException {
        MergeConfig always =
                new MergeConfig(
                        1,
                        0.001,
                        Duration.ofDays(1),
                        MergeConfig.DEFAULT.stepBytes(),
                        MergeConfig.DEFAULT.sharePercent());
        try (StoredTables stored = open(new MainDeltaLayout(), always)) {
            run(stored, false, -1);
            for (int round = 0; round < rounds; round++) {
                MixedLoad.Outcome without = run(stored, false, round);
                print("without merges", without);
                stored.mergeAll();
                stored.settle();
                long stepsBefore = stored.store().merges().stats().steps();
                MixedLoad.Outcome with = run(stored, true, round);
                print("with merges", with);
                print(
                        "p99 of reads: %.2f times as long with %,d steps of merges a second",
                        with.readMicros().getValueAtPercentile(P99)
                                / (double) without.readMicros().getValueAtPercentile(P99),
                        (long)
                                ((stored.store().merges().stats().steps() - stepsBefore)
                                        / with.seconds()));
            }
        }
    }

    private MixedLoad.Outcome run(StoredTables stored, boolean merging, long seed)
            throws IOException, InterruptedException {
        return new MixedLoad(tables, rows, MERGE_UPDATE_PERCENT, threads, merging)
                .run(stored, duration, seed);
    }

    /** Many small tables. */
    public void idle() throws IOException, InterruptedException {
        long rssBefore = residentBytes();
        try (StoredTables stored = open(new MainDeltaLayout(), MergeConfig.DEFAULT)) {
            stored.settle();
            print(
                    "%,d tables of %d rows: %,d MiB on the disk, %,d bytes a table",
                    tables,
                    rows,
                    stored.store().stats().tableBytes() >> 20,
                    stored.store().stats().tableBytes() / tables);
            for (int round = 0; round < rounds; round++) {
                MixedLoad.Outcome reads =
                        new MixedLoad(tables, rows, 0, threads, true).run(stored, duration, round);
                print("reads", reads);
                LsmStats stats = stored.store().stats();
                Runtime runtime = Runtime.getRuntime();
                System.gc();
                long heap = runtime.totalMemory() - runtime.freeMemory();
                print(
                        "memory: heap %,d MiB, cache %,d MiB, indexes and filters outside of it"
                                + " %,d MiB, resident %,d MiB (%,d MiB before): %.1f bytes a table",
                        heap >> 20,
                        stats.blockCacheBytes() >> 20,
                        stats.tableReaderBytes() >> 20,
                        residentBytes() >> 20,
                        rssBefore >> 20,
                        (residentBytes() - rssBefore) / (double) tables);
            }
        }
    }

    private static long residentBytes() throws IOException {
        return ProcessMemory.residentBytes(ProcessHandle.current().pid());
    }

    private void print(String label, MixedLoad.Outcome outcome) {
        print(
                "%-14s %,8.0f operations/s; reads %s; updates %s; %,.0f bytes written an update,"
                        + " %,.0f bytes read an operation",
                label,
                outcome.perSecond(),
                percentiles(outcome.readMicros()),
                percentiles(outcome.updateMicros()),
                outcome.writtenPerUpdate(),
                outcome.readPerOperation());
    }

    private static String percentiles(Histogram micros) {
        return "p50 %,d p99 %,d p99.9 %,d us"
                .formatted(
                        micros.getValueAtPercentile(P50),
                        micros.getValueAtPercentile(P99),
                        micros.getValueAtPercentile(P999));
    }
}
