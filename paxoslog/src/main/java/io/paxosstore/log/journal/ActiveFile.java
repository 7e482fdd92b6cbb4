package io.paxosstore.log.journal;

import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.record.RecordFileTable;
import io.paxosstore.log.record.RecordFormat;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The end of the journal: places batches in the active roll file and goes on to the next one when
 * it is full, or old. Used by the log writer only, but for {@link #rollWhenIdle}.
 *
 * <p>All that was written before a seal, and before the first record of the next file, has been
 * forced: recovery relies on it.
 */
final class ActiveFile implements GroupCommitWriter.Sink<JournalBatch> {
    private final SegmentPool pool;
    private final RecordFileTable<RollFile> files;
    private final int fileBytes;
    private final ByteBuffer[] sources = new ByteBuffer[GroupCommitWriter.GROUP_BATCHES_MAX];
    private @Nullable RollFile active;
    private long records;

    // Whether a mark has been written behind the last forced byte.
    private boolean marked;

    // Set by the background thread, cleared by the writer.
    private volatile boolean rollWanted;

    /** Starts without a file; the first write takes one. */
    ActiveFile(SegmentPool pool, RecordFileTable<RollFile> files, int fileBytes) {
        this.pool = pool;
        this.files = files;
        this.fileBytes = fileBytes;
    }

    @Override
    public int write(List<JournalBatch> group) throws IOException {
        RollFile file = fileFor(group.get(0).bytes());
        int begin = file.end();
        int end = begin;
        int count = 0;
        boolean begun = marked;
        marked = false;
        for (JournalBatch batch : group) {
            if (!fits(end, batch.bytes())) {
                break;
            }
            ByteBuffer buffer = batch.buffer();
            RecordFormat.place(buffer, file.id(), end, count == 0 && !begun);
            batch.place(file, end);
            file.undrained().incrementAndGet();
            sources[count++] = buffer;
            end += batch.bytes();
            records += batch.records();
        }
        file.handle().write(sources, count, begin);
        file.setEnd(end);
        return count;
    }

    @Override
    public void force() throws IOException {
        RollFile file = active;
        if (file != null) {
            file.handle().force();
        }
    }

    /** The end of what was written; 0 when nothing was written to the active file. */
    long position() {
        RollFile file = active;
        return file == null ? 0 : JournalPosition.of(file.id(), file.end());
    }

    /**
     * Says in the journal that all that was written is durable, so that a start can tell damage to
     * the last write from a torn write. The mark is not forced: it is the begin of the next write.
     */
    @Override
    public void idle() throws IOException {
        if (rollWanted) {
            seal();
        }
        RollFile file = active;
        if (file != null && !marked && fits(file.end(), RecordFormat.SEAL_BYTES)) {
            int end = file.end();
            file.handle().write(RecordFormat.mark(file.id(), end, records), end);
            file.setEnd(end + RecordFormat.SEAL_BYTES);
            marked = true;
        }
    }

    /** Has the writer end a file, when it is idle or writes next. Any thread. */
    void rollWhenIdle() {
        rollWanted = true;
    }

    private boolean fits(int end, int bytes) {
        return bytes <= fileBytes - RecordFormat.SEAL_BYTES - end;
    }

    private RollFile fileFor(int bytes) throws IOException {
        RollFile file = active;
        if (file != null && !rollWanted && fits(file.end(), bytes)) {
            return file;
        }
        seal();
        SegmentPool.Prepared next = pool.take();
        file = new RollFile(next.id(), next.file(), next.handle(), fileBytes);
        files.add(file);
        active = file;
        records = 0;
        marked = false;
        return file;
    }

    /** Seals the active file, whose content has been forced, if there is one. */
    void seal() throws IOException {
        rollWanted = false;
        RollFile file = active;
        if (file != null) {
            active = null;
            if (marked) {
                // The mark may not be durable, and what a seal follows must be.
                file.setEnd(file.end() - RecordFormat.SEAL_BYTES);
                marked = false;
            }
            ByteBuffer seal = RecordFormat.seal(file.id(), file.end(), records);
            file.handle().write(seal, file.end());
            file.handle().force();
            file.setSealed();
        }
    }
}
