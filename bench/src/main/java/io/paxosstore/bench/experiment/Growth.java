package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;

/** What grows with the number of keys: memory, files, the time of a start after a crash. */
final class Growth implements Experiment {
    private static final long FEWEST_KEYS = 10_000;
    private static final long FACTOR = 10;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final OperationMix WRITES = OperationMix.parse("write=100");
    private static final OperationMix READS = OperationMix.parse("read=100");

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                "keys",
                                "writes/s",
                                "reads/s",
                                "resident MiB of a server",
                                "index bytes for a key",
                                "stored MiB of a server",
                                "seconds from kill -9 of all to ready",
                                "errors"));
        long errors = 0;
        long[] sizes =
                LongStream.iterate(FEWEST_KEYS, size -> size <= laboratory.keys(), s -> s * FACTOR)
                        .toArray();
        for (long keys : sizes) {
            errors += row(report, laboratory.withData(keys, laboratory.valueBytes()));
        }
        return errors;
    }

    private static long row(Report report, Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Measurement measurement = laboratory.measurement();
        try (Subject subject = Subject.start(3, "")) {
            subject.preload(laboratory.plan(WRITES));
            Outcome writes = subject.measure(measurement, laboratory.plan(WRITES));
            Outcome reads = subject.measure(measurement, laboratory.plan(READS));
            Metrics metrics = subject.metrics();
            int servers = subject.pids().size();
            long stored = subject.storedBytes() / servers;
            double seconds = subject.killAndRestart().toMillis() / MILLIS_PER_SECOND;
            report.row(
                    List.of(
                            "%,d".formatted(laboratory.keys()),
                            Report.figure(writes.perSecond()),
                            Report.figure(reads.perSecond()),
                            Report.mebibytes(reads.servers().residentBytes()),
                            Report.figure(
                                    metrics.get("paxosstore_storage_keydir_bytes")
                                            / metrics.get("paxosstore_keys")),
                            Report.mebibytes(stored),
                            Report.figure(seconds),
                            Long.toString(writes.errors() + reads.errors())));
            return writes.errors() + reads.errors();
        }
    }
}
