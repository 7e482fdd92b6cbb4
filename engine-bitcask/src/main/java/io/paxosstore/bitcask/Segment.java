package io.paxosstore.bitcask;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.record.RecordFile;

import java.nio.file.Path;

/** One data file, written by the log writer or by the merge. */
final class Segment extends RecordFile {
    private final SegmentHeader.Kind kind;
    private volatile boolean damaged;
    private volatile long heldBackAt = Long.MAX_VALUE;

    Segment(long id, Path file, SegmentHeader.Kind kind, FileHandle handle) {
        super(id, file, handle, SegmentHeader.BYTES);
        this.kind = kind;
    }

    SegmentHeader.Kind kind() {
        return kind;
    }

    /** Whether it holds damage: it gets no hint file, and is merged before all others. */
    boolean isDamaged() {
        return damaged;
    }

    void setDamaged() {
        damaged = true;
    }

    /** Whether merge could not empty it, and nothing more in it has died since. */
    boolean isHeldBack() {
        return liveBytes().get() >= heldBackAt;
    }

    void holdBack(long live) {
        heldBackAt = live;
    }
}
