package io.paxosstore.bench.experiment;

import io.paxosstore.bench.process.ScratchDirectory;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A log's writes on the disk alone, each with an fdatasync: at the end of a file that grows, and
 * over blocks that were written before (PaxStore, section 5.1).
 */
final class Overwrite implements Experiment {
    private static final long FILE_BYTES = 64L << 20;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final double NANOS_PER_MICRO = 1000;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final List<Integer> SIZES = List.of(128, 1 << 10, 4 << 10, 16 << 10, 64 << 10);

    @Override
    public long run(Laboratory laboratory) throws IOException {
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                "bytes a write",
                                "appended: writes/s",
                                "p50 / p99 us",
                                "overwritten: writes/s",
                                "p50 / p99 us",
                                "ratio"));
        try (ScratchDirectory directory = ScratchDirectory.create("paxosstore-experiment")) {
            for (int size : SIZES) {
                Histogram appended = new Histogram(3);
                Histogram overwritten = new Histogram(3);
                // In turns, so that both meet the same minutes of the disk.
                for (int round : IntStream.range(0, 4).toArray()) {
                    Path file = directory.path().resolve("log-" + size + "-" + round);
                    boolean isGrowing = round % 2 == 0;
                    write(
                            file,
                            isGrowing,
                            size,
                            laboratory.duration().dividedBy(4),
                            isGrowing ? appended : overwritten);
                }
                report.row(
                        List.of(
                                "%,d".formatted(size),
                                perSecond(appended),
                                percentiles(appended),
                                perSecond(overwritten),
                                percentiles(overwritten),
                                Report.figure(appended.getMean() / overwritten.getMean())));
            }
        }
        return 0;
    }

    private static void write(
            Path file, boolean isGrowing, int size, Duration duration, Histogram nanos)
            throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            if (!isGrowing) {
                ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK_BYTES);
                for (long at = 0; at < FILE_BYTES; at += BLOCK_BYTES) {
                    channel.write(zeros.clear(), at);
                }
                channel.force(true);
            }
            ByteBuffer record = ByteBuffer.allocateDirect(size);
            long at = 0;
            long end = System.nanoTime() + duration.toNanos();
            for (long begin = System.nanoTime(); begin < end; begin = System.nanoTime()) {
                channel.write(record.clear(), at);
                channel.force(false);
                nanos.recordValue(System.nanoTime() - begin);
                at += size;
                if (!isGrowing && at + size > FILE_BYTES) {
                    at = 0;
                }
            }
        }
    }

    private static String perSecond(Histogram nanos) {
        return Report.figure(1e9 / nanos.getMean());
    }

    private static String percentiles(Histogram nanos) {
        return Report.figure(nanos.getValueAtPercentile(P50) / NANOS_PER_MICRO)
                + " / "
                + Report.figure(nanos.getValueAtPercentile(P99) / NANOS_PER_MICRO);
    }
}
