package io.paxosstore.log.segment;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SmallFileLosses;
import io.paxosstore.log.record.Location;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The segments that must be there, in a small durable file, so that a missing one is noticed (Rule
 * D5). An id is added when the file exists durably and before it is written to, and removed before
 * the file is. Thread-safe.
 *
 * <p>Content of the {@link MirroredFile}: u32 count, then as many u64 ids, ascending.
 */
public final class SegmentList implements SegmentPool.Registry {
    private final MirroredFile file;
    private final boolean lost;
    private final TreeSet<Long> ids = new TreeSet<>();

    private SegmentList(MirroredFile file, boolean lost) {
        this.file = file;
        this.lost = lost;
    }

    /**
     * Reads the list; writes nothing.
     *
     * @param fresh whether the log is new, so that the list cannot be there yet
     * @param damage told when the list is lost, or one of its copies
     * @throws IOException if the disk fails, or the list has another format
     */
    public static SegmentList read(
            FileSystem fs,
            Path directory,
            SegmentFormat format,
            FailStop failStop,
            boolean fresh,
            Consumer<DamageReport> damage)
            throws IOException {
        MirroredFile file =
                new MirroredFile(
                        fs,
                        directory.resolve(format.listFile()),
                        format.listMagic(),
                        SegmentFormat.LIST_FORMAT_VERSION,
                        Integer.BYTES + (Location.SLOT_MAX + 1) * Long.BYTES,
                        failStop);
        ByteBuffer in =
                new SmallFileLosses(damage)
                        .read(file, SegmentFormat.LIST_FORMAT_VERSION, fresh)
                        .bytes();
        SegmentList list = new SegmentList(file, !fresh && !in.hasRemaining());
        int count = in.hasRemaining() ? in.getInt() : 0;
        for (int i = 0; i < count; i++) {
            list.ids.add(in.getLong());
        }
        return list;
    }

    /** Whether there was a list once and no copy of it is intact. */
    public boolean isLost() {
        return lost;
    }

    /** The ids that are listed. */
    public synchronized SortedSet<Long> ids() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(ids));
    }

    /** Lists exactly these, durably. */
    public synchronized void replace(Collection<Long> present) throws IOException {
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
