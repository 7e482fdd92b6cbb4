package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.SmallFileLosses;
import io.paxosstore.log.record.Location;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The segments that must be there, in a small durable file, so that a missing one is noticed (Rule
 * D5). An id is added when the file exists durably and before it is written to, and removed before
 * the file is. Thread-safe.
 *
 * <p>Content of the {@link MirroredFile}: u32 count, then as many u64 ids, ascending.
 */
final class SegmentList implements SegmentPool.Registry {
    static final String FILE = "SEGMENTS";
    static final int FORMAT_VERSION = 1;

    private static final long MAGIC = 0x5058535345474c31L;

    private final MirroredFile file;
    private final TreeSet<Long> ids;

    private SegmentList(MirroredFile file, SortedSet<Long> ids) {
        this.file = file;
        this.ids = new TreeSet<>(ids);
    }

    private static MirroredFile file(FileSystem fs, Path directory, FailStop failStop) {
        return new MirroredFile(
                fs,
                directory.resolve(FILE),
                MAGIC,
                FORMAT_VERSION,
                Integer.BYTES + (Location.SLOT_MAX + 1) * Long.BYTES,
                failStop);
    }

    /** Reads the list; writes nothing. */
    static SegmentList read(
            FileSystem fs, Path directory, FailStop failStop, boolean fresh, SmallFileLosses losses)
            throws IOException {
        MirroredFile file = file(fs, directory, failStop);
        ByteBuffer in = losses.read(file, FORMAT_VERSION, fresh).bytes();
        TreeSet<Long> ids = new TreeSet<>();
        int count = in.hasRemaining() ? in.getInt() : 0;
        for (int i = 0; i < count; i++) {
            ids.add(in.getLong());
        }
        return new SegmentList(file, ids);
    }

    /** The ids that are listed. */
    synchronized SortedSet<Long> ids() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    }

    /** Lists exactly these, durably. */
    synchronized void replace(Collection<Long> present) throws IOException {
        TreeSet<Long> next = new TreeSet<>(present);
        file.write(encode(next));
        ids.clear();
        ids.addAll(next);
    }

    @Override
    public synchronized void created(long id) throws IOException {
        TreeSet<Long> next = new TreeSet<>(ids);
        next.add(id);
        file.write(encode(next));
        ids.add(id);
    }

    @Override
    public synchronized void retiring(long id) throws IOException {
        TreeSet<Long> next = new TreeSet<>(ids);
        if (next.remove(id)) {
            file.write(encode(next));
            ids.remove(id);
        }
    }

    private static byte[] encode(Collection<Long> ids) {
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + ids.size() * Long.BYTES);
        out.putInt(ids.size());
        ids.forEach(out::putLong);
        return out.array();
    }
}
