package io.paxosstore.log.segment;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.FailureListener;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;

/**
 * The least that can be made of a segmented log: it has one shard and no index, and knows what the
 * start has read. Stepped by a test.
 */
final class PlainLog {
    static final Path DIRECTORY = Path.of("/log");
    static final int SEGMENT_BYTES = 16 << 10;
    static final UUID STORE = new UUID(1, 2);

    /** What a start has read, each "entry of key: value", in the order of the log. */
    final List<String> read = new ArrayList<>();

    /** What a start has found wrong. */
    final List<DamageReport> damage = new ArrayList<>();

    final List<Throwable> failures = new ArrayList<>();
    final List<Segment> sealed = new ArrayList<>();
    final List<Long> durable = new ArrayList<>();
    final SegmentedLog log;
    private final StorageEngine.Listener listener = new FailureListener(failures::add);
    private final FailStop failStop = new FailStop(listener);
    private final SegmentRecovery found;
    private final SegmentList list;
    private final BatchQueue<RecordBatch> batches;
    private long ticket;

    /** Reads what is there, and changes nothing. */
    PlainLog(FileSystem fs, SegmentFormat format, UUID store) throws IOException {
        fs.createDirectories(DIRECTORY);
        SegmentSpec spec = new SegmentSpec(DIRECTORY, format, store, SEGMENT_BYTES);
        found = new SegmentRecovery(fs, spec, new SegmentTable(), damage::add);
        boolean fresh =
                found.fileIds().isEmpty() && !fs.exists(DIRECTORY.resolve(format.listFile()));
        list = SegmentList.read(fs, DIRECTORY, format, failStop, fresh, damage::add);
        SortedSet<Long> listed = list.isLost() ? found.fileIds() : list.ids();
        found.open(listed);
        found.reportMissing(listed);
        for (Segment segment : found.present()) {
            found.scan(
                    segment,
                    SegmentHeader.BYTES,
                    (head, bytes, offset) -> read.add(line(head, bytes)),
                    what -> {});
        }
        found.reportMissingSeals();
        log =
                new SegmentedLog(
                        fs,
                        found,
                        list,
                        new SegmentedLog.Host(
                                1,
                                1,
                                listener,
                                failStop,
                                () -> true,
                                (count, records, bytes, nanos) -> {},
                                () -> 0,
                                () -> {},
                                sealed::add));
        batches =
                new BatchQueue<>(
                        LogConfig.DEFAULT.withSizes(4096, 256, 2048),
                        bytes -> new RecordBatch(0, bytes),
                        log::submit);
    }

    private static String line(RecordHead head, byte[] bytes) {
        EntryValue value = RecordFormat.value(head, bytes);
        String text =
                value == null || value.isIntact() ? SteppedLog.text(value) : "a damaged value";
        return head.entry() + " of " + head.entity(bytes) + ": " + text;
    }

    /** What {@link #read} has of a record that was chosen. */
    static String line(String key, long entry, String value) {
        return entry + " of " + SteppedLog.key(key) + ": " + value;
    }

    /** Brings the files into order and lets records in. */
    PlainLog begin() throws IOException {
        found.deleteTemporaryFiles();
        found.finish(failStop);
        list.replace(found.presentIds());
        log.takeOver(found);
        return this;
    }

    /** One write. */
    void write(LogRecord... records) {
        for (LogRecord record : records) {
            batches.append(record, 0, 0, 1, ++ticket);
        }
        batches.submit();
        log.runWriterOnce();
        for (RecordBatch batch = batches.durable(); batch != null; batch = batches.durable()) {
            for (int record = 0; record < batch.records(); record++) {
                durable.add(batch.ticket(record));
                batches.drained(batch.location(record));
            }
            batches.release(batch);
        }
    }

    /** The writer finds nothing to do. */
    void idle() {
        log.runWriterOnce();
    }

    void close() throws IOException {
        log.stop(0);
        log.seal();
        log.close();
    }

    List<DamageReport.Kind> damageKinds() {
        return damage.stream().map(DamageReport::kind).toList();
    }

    long pendingBytes() {
        return batches.pendingBytes();
    }
}
