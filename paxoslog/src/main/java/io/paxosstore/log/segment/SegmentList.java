package io.paxosstore.log.segment;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SmallFileLosses;
import io.paxosstore.log.record.Location;

import org.jspecify.annotations.Nullable;

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
 * <p>Content of the {@link MirroredFile}: u32 count, then as many u64 ids, ascending; u8 1 if one
 * was ever dropped, else 0, which earlier releases did not write.
 */
public final class SegmentList implements SegmentPool.Registry {
    private final MirroredFile file;
    private final boolean lost;
    private final TreeSet<Long> ids = new TreeSet<>();

    /** Whether one was ever dropped; null where the list does not say. */
    private @Nullable Boolean dropped;

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
                        Integer.BYTES + (Location.SLOT_MAX + 1) * Long.BYTES + 1,
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
        if (fresh) {
            list.dropped = false;
        } else if (in.hasRemaining()) {
            list.dropped = in.get() != 0;
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

    /** Where the list does not say whether a segment was ever dropped, this is so. */
    public synchronized void assumeDropped(boolean isSo) {
        if (dropped == null) {
            dropped = isSo;
        }
    }

    /** Whether a segment was ever dropped; false where that is not known. */
    public synchronized boolean hasDropped() {
        return dropped != null && dropped;
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
            dropped = true;
            replace(next);
        }
    }

    private byte[] encode(Collection<Long> listed) {
        Boolean told = dropped;
        int bytes = Integer.BYTES + listed.size() * Long.BYTES + (told == null ? 0 : 1);
        ByteBuffer out = ByteBuffer.allocate(bytes);
        out.putInt(listed.size());
        listed.forEach(out::putLong);
        if (told != null) {
            out.put((byte) (told ? 1 : 0));
        }
        return out.array();
    }
}
