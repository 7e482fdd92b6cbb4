package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

class BatchQueueTest {
    private static final int BATCH_BYTES = 1024;
    private static final int RECORD_BYTES = 64;

    private static final LogRecord RECORD =
            new LogRecord(
                    new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8)),
                    1,
                    1,
                    0,
                    null,
                    false,
                    0);

    @TempDir private Path directory;

    private final Queue<RecordBatch> writing = new ArrayDeque<>();
    private int made;
    private final BatchQueue<RecordBatch> batches =
            new BatchQueue<>(
                    LogConfig.DEFAULT.withSizes(BATCH_BYTES, 10, 10),
                    bytes -> {
                        made++;
                        return new RecordBatch(0, bytes);
                    },
                    writing::add);
    private final List<Long> durable = new ArrayList<>();
    private @Nullable Segment file;
    private long tickets;

    private void turn(int records) {
        for (int i = 0; i < records; i++) {
            RecordBatch batch = batches.withRoom(RECORD_BYTES);
            int offset = batch.buffer().position();
            batch.buffer().position(offset + RECORD_BYTES);
            batch.add(RECORD, 0, offset, RECORD_BYTES, ++tickets);
        }
        batches.submit();
    }

    /** The writer makes everything durable that it was given. */
    private void write() throws IOException {
        if (file == null) {
            Path name = directory.resolve("log");
            FileHandle handle = FileSystem.real().open(name, OpenMode.CREATE);
            file = new Segment(1, name, handle, SegmentHeader.Kind.LOG, 0);
        }
        for (RecordBatch batch = writing.poll(); batch != null; batch = writing.poll()) {
            batch.place(file, 0);
            file.undrained().incrementAndGet();
            batch.markDurable();
        }
    }

    private void drain() {
        for (RecordBatch batch = batches.durable(); batch != null; batch = batches.durable()) {
            for (int record = 0; record < batch.records(); record++) {
                durable.add(batch.ticket(record));
            }
            batches.release(batch);
        }
    }

    @Test
    void turnsWhileTheDiskIsSlowGatherInOneBatch() throws IOException {
        for (int turn = 0; turn < 10 * BatchQueue.UNDER_WAY_MAX; turn++) {
            turn(1);
        }
        assertEquals(BatchQueue.UNDER_WAY_MAX, writing.size());
        int madeUntilNow = made;
        write();
        drain();
        assertEquals(BatchQueue.UNDER_WAY_MAX, durable.size(), "one record in each of the first");
        int following =
                (9 * BatchQueue.UNDER_WAY_MAX * RECORD_BYTES + BATCH_BYTES - 1) / BATCH_BYTES;
        assertEquals(following, writing.size(), "the others go out without another turn, full");
        write();
        drain();
        assertEquals(10 * BatchQueue.UNDER_WAY_MAX, durable.size());
        assertTrue(made <= madeUntilNow + 1, "batches are used again");
    }

    @Test
    void ticketsComeInTheOrderOfTheRecords() throws IOException {
        for (int round = 0; round < 50; round++) {
            for (int turn = 0; turn <= round % 13; turn++) {
                turn(1 + round % 40);
            }
            write();
            drain();
        }
        while (!writing.isEmpty()) {
            write();
            drain();
        }
        assertEquals(tickets, durable.size());
        for (int i = 0; i < durable.size(); i++) {
            assertEquals(i + 1L, durable.get(i));
        }
    }

    @Test
    void whatIsNotSubmittedStays() throws IOException {
        for (int turn = 0; turn < BatchQueue.UNDER_WAY_MAX; turn++) {
            turn(1);
        }
        RecordBatch open = batches.withRoom(RECORD_BYTES);
        open.buffer().position(RECORD_BYTES);
        open.add(RECORD, 0, 0, RECORD_BYTES, ++tickets);
        write();
        drain();
        assertTrue(writing.isEmpty(), "nobody has asked for it");
        assertNull(batches.durable());
        batches.submit();
        assertNotNull(writing.peek());
    }
}
