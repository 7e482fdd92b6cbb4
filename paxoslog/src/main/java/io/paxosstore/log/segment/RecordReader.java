package io.paxosstore.log.segment;

import io.paxosstore.core.EntryValue;
import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads single records into a buffer that is used again. Not thread-safe; each shard has its own.
 */
public final class RecordReader {
    /** A buffer that grew beyond this for one large record is given up after it. */
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private final SegmentTable files;
    private final Path directory;
    private final RecordHead head = new RecordHead();
    private byte[] bytes = new byte[8192];

    /**
     * A reader that has read nothing yet.
     *
     * @param directory where the files are, for errors
     */
    public RecordReader(SegmentTable files, Path directory) {
        this.files = files;
        this.directory = directory;
    }

    /** The head of the record that was read last. */
    public RecordHead head() {
        return head;
    }

    /**
     * Reads the record at a location and checks that it is the one that is looked for (Rule D5).
     *
     * @throws CorruptRecordException if it is damaged, another one, or cannot be read
     */
    public void read(long location, EntityKey key, long entry) throws CorruptRecordException {
        readHead(location);
        byte[] wanted = key.key();
        if (!head.isRecord()
                || head.entry() != entry
                || head.space() != key.space()
                || !Arrays.equals(bytes, head.keyAt(), head.keyEnd(), wanted, 0, wanted.length)) {
            throw corrupt(location, "not the record of entry " + entry + " of " + key);
        }
    }

    /**
     * Reads the record at a location and checks its head.
     *
     * @throws CorruptRecordException if that is damaged, or the record cannot be read
     */
    public void readHead(long location) throws CorruptRecordException {
        Segment file = files.of(location);
        int length = Location.length(location);
        int offset = Location.offset(location);
        if (bytes.length < length || (bytes.length > KEPT_BYTES_MAX && length < KEPT_BYTES_MAX)) {
            bytes = new byte[Math.max(8192, Integer.highestOneBit(length - 1) << 1)];
        }
        ByteBuffer target = ByteBuffer.wrap(bytes, 0, length);
        try {
            if (!file.handle().fill(target, offset)) {
                throw corrupt(location, "the file ends within it");
            }
        } catch (CorruptRecordException e) {
            throw e;
        } catch (IOException e) {
            CorruptRecordException unreadable = corrupt(location, "cannot be read");
            unreadable.initCause(e);
            throw unreadable;
        }
        if (!head.parse(bytes, 0, length, length, file.id(), offset)
                || head.paddedLength() != length) {
            throw corrupt(location, "the checksum of its head is wrong");
        }
    }

    /**
     * The value of the record that was read last, checked (Rule K9); null when it has none.
     *
     * @param location where it was read, for the error
     */
    public @Nullable EntryValue value(long location) throws CorruptRecordException {
        EntryValue value = RecordFormat.value(head, bytes);
        if (value != null && !value.isIntact()) {
            throw corrupt(location, "the checksum of its value is wrong");
        }
        return value;
    }

    /**
     * Reads the value of a chosen entry, checked (Rules D5, K9).
     *
     * @throws CorruptRecordException if the record is damaged, another one, or has no value
     */
    public EntryValue chosenValue(long location, EntityKey key, long entry)
            throws CorruptRecordException {
        read(location, key, entry);
        EntryValue value = value(location);
        if (value == null) {
            throw corrupt(location, "the chosen entry of " + key + " has no value");
        }
        return value;
    }

    /** What to throw of an entry whose number is known from a later record only. */
    public CorruptRecordException missing(EntityKey key, long entry) {
        return new CorruptRecordException(
                directory.toString(),
                0,
                "the record of entry " + entry + " of " + key + " is missing");
    }

    /** What to throw of a record that is not what it should be. */
    public CorruptRecordException corrupt(long location, String what) {
        return new CorruptRecordException(
                files.of(location).file().toString(), Location.offset(location), what);
    }
}
