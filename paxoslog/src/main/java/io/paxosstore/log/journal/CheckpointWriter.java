package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.segment.SegmentTable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes one checkpoint: a temporary file, fsync, rename, fsync of the directory. Until the rename
 * is durable the old one counts. Used by the background thread.
 */
final class CheckpointWriter {
    private final FileSystem fs;
    private final Path directory;
    private final Path temporary;
    private final FailStop failStop;
    private final long position;
    private final JournalShard[] shards;
    private final CheckpointTask[] tasks;
    private final FileHandle handle;
    private long written;

    /**
     * Begins a checkpoint and asks the shards for their part.
     *
     * @param position all that lies before it is durable and marked so
     */
    CheckpointWriter(
            FileSystem fs,
            JournalConfig config,
            JournalShard[] shards,
            SegmentTable segments,
            FailStop failStop,
            long position)
            throws IOException {
        this.fs = fs;
        this.directory = config.directory();
        this.temporary = directory.resolve(CheckpointFormat.FILE + AtomicFile.TEMPORARY_SUFFIX);
        this.failStop = failStop;
        this.position = position;
        if (fs.exists(temporary)) {
            fs.delete(temporary);
        }
        this.handle = fs.open(temporary, OpenMode.CREATE);
        boolean begun = false;
        try {
            write(CheckpointFormat.header(config.store(), position));
            begun = true;
        } finally {
            if (!begun) {
                abandon();
            }
        }
        this.shards = shards;
        this.tasks = new CheckpointTask[shards.length];
        for (int shard = 0; shard < shards.length; shard++) {
            tasks[shard] = new CheckpointTask(segments);
            shards[shard].request(tasks[shard]);
        }
    }

    /** Where a start that finds this checkpoint scans from. */
    long position() {
        return position;
    }

    /** How many bytes it has so far. */
    long bytes() {
        return written;
    }

    /** What a step came to. */
    enum Step {
        /** The shards have to do something first. */
        WAITING,
        MORE,
        /** The checkpoint counts. */
        DONE
    }

    /** Writes what the shards have ready. */
    Step step() throws IOException {
        boolean all = true;
        boolean wrote = false;
        for (int shard = 0; shard < shards.length; shard++) {
            CheckpointTask task = tasks[shard];
            // First the flag: what is there after it is all there is.
            boolean done = task.isDone();
            all &= done;
            for (ByteBuffer block = task.poll(); block != null; block = task.poll()) {
                write(block);
                wrote = true;
            }
            if (wrote && !done) {
                shards[shard].wake();
            }
        }
        if (!all) {
            return wrote ? Step.MORE : Step.WAITING;
        }
        long entities = 0;
        for (CheckpointTask task : tasks) {
            entities += task.entities();
        }
        write(CheckpointFormat.end(entities));
        failStop.guard(handle::force);
        handle.close();
        fs.rename(temporary, directory.resolve(CheckpointFormat.FILE));
        failStop.guard(() -> fs.syncDirectory(directory));
        return Step.DONE;
    }

    private void write(ByteBuffer block) throws IOException {
        int length = block.remaining();
        handle.write(block, written);
        written += length;
    }

    /** Takes what the shards still make of a checkpoint that could not be written. */
    boolean drainAbandoned() {
        boolean all = true;
        for (int shard = 0; shard < shards.length; shard++) {
            all &= tasks[shard].isDone();
            while (tasks[shard].poll() != null) {
                shards[shard].wake();
            }
        }
        return all;
    }

    /** Removes the file of a checkpoint that could not be written: it would keep the disk full. */
    void abandon() throws IOException {
        handle.close();
        if (fs.exists(temporary)) {
            fs.delete(temporary);
        }
    }
}
