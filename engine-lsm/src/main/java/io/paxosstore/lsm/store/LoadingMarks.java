package io.paxosstore.lsm.store;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The entities that are being replaced by an image (Rule C2), in a small file beside the database:
 * a mark is durable before the first page is written, so that the pages of an image that was not
 * finished are found again, and removed. Not thread-safe.
 *
 * <pre>
 *  u32 count | per mark: varint length, space (u32) and id | u64 number of the new data
 * </pre>
 */
final class LoadingMarks {
    /** Most marks; an image more than that has to wait. */
    static final int MARKS_MAX = 1024;

    private static final long MAGIC = 0x5058534c4f41444cL; // "PXSLOADL"
    private static final int VERSION = 1;
    private static final int CONTENT_BYTES_MAX = MARKS_MAX * (4 + 65_535 + 16) + 4;

    private final MirroredFile file;
    private final Map<EntityKey, Long> marks = new LinkedHashMap<>();

    private LoadingMarks(MirroredFile file) {
        this.file = file;
    }

    static LoadingMarks open(FileSystem fs, Path file, FailStop failStop) {
        MirroredFile mirrored =
                new MirroredFile(fs, file, MAGIC, VERSION, CONTENT_BYTES_MAX, failStop);
        LoadingMarks marks = new LoadingMarks(mirrored);
        try {
            if (Files.isDirectory(file)) {
                throw new DamagedTableException(file.toString(), "it is a directory");
            }
            if (mirrored.exists()) {
                ByteBuffer content = mirrored.read().content();
                if (content == null) {
                    throw new DamagedTableException(
                            file.toString(),
                            "both copies; which entities were being loaded is unknown");
                }
                marks.decode(content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return marks;
    }

    private void decode(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        ByteReader in = ByteReader.of(bytes);
        int count = in.getInt();
        for (int i = 0; i < count; i++) {
            byte[] metaKey = in.getBytes();
            if (metaKey.length < Integer.BYTES) {
                throw new MalformedBytesException("A mark names no entity.");
            }
            marks.put(Keys.entity(metaKey), in.getLong());
        }
        in.end();
    }

    /** The marks: entities with the numbers of their new data. */
    Map<EntityKey, Long> all() {
        return marks;
    }

    /**
     * Sets a mark, durably.
     *
     * @throws NoRoomException if there is no room for it; then it is as it was
     */
    void set(EntityKey entity, long number) {
        if (marks.size() >= MARKS_MAX && !marks.containsKey(entity)) {
            throw new IllegalStateException(
                    "More than " + MARKS_MAX + " images are being installed; wait for one.");
        }
        Long before = marks.put(entity, number);
        try {
            write();
        } catch (NoRoomException e) {
            if (before == null) {
                marks.remove(entity);
            } else {
                marks.put(entity, before);
            }
            throw e;
        }
    }

    /** Writes the marks, durably. */
    void write() {
        ByteWriter out = new ByteWriter(64);
        out.putInt(marks.size());
        marks.forEach((entity, number) -> out.putBytes(Keys.meta(entity)).putLong(number));
        try {
            file.write(out.toBytes());
        } catch (IOException e) {
            if (FileSystem.isPassing(e)) {
                throw new NoRoomException("A mark found no room: " + e.getMessage(), e);
            }
            throw new UncheckedIOException(e);
        }
    }
}
