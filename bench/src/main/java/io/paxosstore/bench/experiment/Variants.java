package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.measure.Outcome;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The same measurement of several variants, one after the other. */
final class Variants implements Experiment {
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final String what;
    private final Function<Laboratory, List<Variant>> variants;

    /**
     * @param what differs; the header of the first column
     */
    Variants(String what, Function<Laboratory, List<Variant>> variants) {
        this.what = what;
        this.variants = variants;
    }

    /** What is measured, in this order. */
    List<Variant> all(Laboratory laboratory) {
        return variants.apply(laboratory);
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                what,
                                "operations/s",
                                "p50 / p99 / p99.9 ms",
                                "CPU us of the servers",
                                "messages",
                                "frames",
                                "fsyncs",
                                "disk bytes for a byte written",
                                "resident MiB of a server",
                                "errors"));
        Plot plot = new Plot(what, "ms, p50");
        long errors = 0;
        Subject subject = null;
        Variant loaded = null;
        try {
            for (Variant variant : all(laboratory)) {
                if (subject == null || loaded == null || !variant.sharesClusterWith(loaded)) {
                    close(subject);
                    subject = Subject.start(variant.replicas(), variant.settings());
                    subject.preload(variant.laboratory().plan(variant.mix()));
                    loaded = variant;
                }
                Trial trial =
                        Trial.of(
                                subject,
                                laboratory.measurement(),
                                variant.laboratory().plan(variant.mix()));
                report.row(cells(variant, trial));
                plot.add(
                        variant.series(),
                        variant.at(),
                        latencies(trial.outcome()).getValueAtPercentile(Report.P50)
                                / NANOS_PER_MILLI);
                errors += trial.outcome().errors();
            }
        } finally {
            close(subject);
        }
        if (laboratory.plot() != null) {
            plot.write(laboratory.plot());
        }
        return errors;
    }

    private static void close(@Nullable Subject subject) {
        if (subject != null) {
            subject.close();
        }
    }

    private static List<String> cells(Variant variant, Trial trial) {
        Outcome outcome = trial.outcome();
        List<String> cells = new ArrayList<>();
        cells.add(variant.series() + (variant.at().isEmpty() ? "" : ", " + variant.at()));
        cells.add(Report.figure(outcome.perSecond()));
        cells.add(Report.percentiles(latencies(outcome)));
        cells.add(Report.figure(outcome.serverCpuMicros()));
        cells.add(Report.figure(trial.each("paxosstore_peer_messages_sent_total")));
        cells.add(Report.figure(trial.each("paxosstore_peer_frames_sent_total")));
        cells.add(
                Report.figure(
                        trial.each("paxosstore_storage_fsyncs_total")
                                + trial.each("paxosstore_journal_fsyncs_total")));
        cells.add(
                Report.figure(
                        outcome.amplification(LoadKeys.BYTES + variant.laboratory().valueBytes())));
        cells.add(Report.mebibytes(outcome.servers().residentBytes()));
        cells.add(Long.toString(outcome.errors()));
        return cells;
    }

    /** Of all operations, whatever their kind. */
    private static Histogram latencies(Outcome outcome) {
        Histogram all = new Histogram(outcome.seen().histogram(OperationKind.READ));
        all.reset();
        for (OperationKind kind : OperationKind.values()) {
            all.add(outcome.seen().histogram(kind));
        }
        return all;
    }
}
