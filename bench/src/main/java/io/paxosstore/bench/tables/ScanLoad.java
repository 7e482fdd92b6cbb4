package io.paxosstore.bench.tables;

import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Questions about many rows of one table, all tables as likely. Every answer is checked.
 *
 * @param tables how many there are
 * @param rows of each
 * @param kind of question
 */
record ScanLoad(long tables, int rows, int threads, Kind kind) {
    private static final int PAGE_ROWS = 100;
    private static final int DIGITS = 3;

    /** A kind of question. */
    enum Kind {
        /** One column of a hundred rows that follow each other. */
        PAGE("one column of 100 rows"),
        /** How many rows of a table satisfy a condition on one column. */
        COUNT("count with a filter");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** What happened. */
    record Outcome(double seconds, Histogram micros) {
        double perSecond() {
            return micros.getTotalCount() / seconds;
        }
    }

    Outcome run(StoredTables stored, Duration duration, long seed) throws InterruptedException {
        long begin = System.nanoTime();
        Histogram all = new Histogram(DIGITS);
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Histogram>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                SplittableRandom random = new SplittableRandom(seed * threads + i);
                running.add(executor.submit(thread(stored, random, begin + duration.toNanos())));
            }
            for (Future<Histogram> one : running) {
                all.add(one.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A thread of the load failed.", e);
        }
        return new Outcome((System.nanoTime() - begin) / 1e9, all);
    }

    private Callable<Histogram> thread(StoredTables stored, SplittableRandom random, long end) {
        int page = Math.min(PAGE_ROWS, rows);
        long median = Contact.since(rows / 2);
        long expected = sinces(0, rows).filter(since -> since >= median).count();
        return () -> {
            Histogram micros = new Histogram(DIGITS);
            long now = System.nanoTime();
            while (now < end) {
                long table = random.nextLong(tables);
                if (kind == Kind.PAGE) {
                    long first = random.nextLong(rows - page + 1L);
                    check(
                            sinces(first, page).sum(),
                            stored.ask(
                                    table,
                                    answers -> stored.layout().sumOfSince(answers, first, page)));
                } else {
                    check(
                            expected,
                            stored.ask(
                                    table, answers -> stored.layout().countSince(answers, median)));
                }
                long after = System.nanoTime();
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(after - now));
                now = after;
            }
            return micros;
        };
    }

    private static LongStream sinces(long first, int count) {
        return LongStream.range(first, first + count).map(Contact::since);
    }

    private static void check(long expected, long found) {
        if (expected != found) {
            throw new IllegalStateException(
                    "A scan gave " + found + " instead of " + expected + ".");
        }
    }
}
