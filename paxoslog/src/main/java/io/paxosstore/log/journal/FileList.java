package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.record.Location;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The roll files that must be there, in a small durable file, so that a missing one is noticed
 * (Rule D5), and one that was dropped is not read again. An id is added when the file exists
 * durably and before it is written to, and removed before the file is. Thread-safe.
 *
 * <p>Content of the {@link MirroredFile}: u32 count, then as many u64 ids, ascending.
 */
final class FileList implements SegmentPool.Registry {
    static final String FILE = "FILES";
    static final int FORMAT_VERSION = 1;

    private static final long MAGIC = 0x5058534a464c5331L;

    /** What a start found. */
    enum Found {
        /** There is no list: nothing was ever written, or all is lost. */
        MISSING,
        /** No copy of it is intact. */
        DAMAGED,
        INTACT
    }

    private final MirroredFile file;
    private final TreeSet<Long> ids;
    private final Found found;
    private final boolean whole;

    private FileList(MirroredFile file, Found found, boolean whole, Collection<Long> ids) {
        this.file = file;
        this.found = found;
        this.whole = whole;
        this.ids = new TreeSet<>(ids);
    }

    /** Reads the list; writes nothing. */
    static FileList read(FileSystem fs, Path directory, FailStop failStop) throws IOException {
        MirroredFile file =
                new MirroredFile(
                        fs,
                        directory.resolve(FILE),
                        MAGIC,
                        FORMAT_VERSION,
                        Integer.BYTES + (Location.SLOT_MAX + 1) * Long.BYTES,
                        failStop);
        if (!file.exists()) {
            return new FileList(file, Found.MISSING, true, new TreeSet<>());
        }
        MirroredFile.Found content = file.read();
        ByteBuffer in = content.content();
        if (in == null || content.version() != FORMAT_VERSION) {
            return new FileList(file, Found.DAMAGED, true, new TreeSet<>());
        }
        TreeSet<Long> ids = new TreeSet<>();
        int count = in.getInt();
        for (int i = 0; i < count; i++) {
            ids.add(in.getLong());
        }
        return new FileList(file, Found.INTACT, content.whole(), ids);
    }

    Found found() {
        return found;
    }

    /** Whether both copies are intact, unless none is, which {@link #found} tells. */
    boolean isWhole() {
        return whole;
    }

    Path file() {
        return file.file();
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
        replace(next);
    }

    @Override
    public synchronized void retiring(long id) throws IOException {
        TreeSet<Long> next = new TreeSet<>(ids);
        if (next.remove(id)) {
            replace(next);
        }
    }

    private static byte[] encode(Collection<Long> ids) {
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + ids.size() * Long.BYTES);
        out.putInt(ids.size());
        ids.forEach(out::putLong);
        return out.array();
    }
}
