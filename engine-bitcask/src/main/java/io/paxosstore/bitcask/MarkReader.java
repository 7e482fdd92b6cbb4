package io.paxosstore.bitcask;

import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.segment.Segment;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;

/**
 * The marks of one segment, for a start that reads its records in order. What cannot be read, or
 * does not check, has no marks.
 */
final class MarkReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MarkReader.class);
    private static final int NO_PAGE = -1;

    private final Segment segment;
    private final @Nullable MarkFile file;
    private int number = NO_PAGE;
    private @Nullable MarkPage page;

    private MarkReader(Segment segment, @Nullable MarkFile file) {
        this.segment = segment;
        this.file = file;
    }

    static MarkReader of(FileSystem fs, Segment segment) {
        try {
            return new MarkReader(segment, MarkFile.find(fs, segment));
        } catch (IOException e) {
            LOG.warn("storage.marks.unreadable segment={}", segment.file(), e);
            return new MarkReader(segment, null);
        }
    }

    /** Whether the record at a place is known to be chosen. */
    boolean isMarked(int offset) {
        int wanted = MarkPage.numberOf(offset);
        if (wanted != number) {
            number = wanted;
            page = read(wanted);
        }
        MarkPage current = page;
        return current != null && current.isSet(offset);
    }

    private @Nullable MarkPage read(int wanted) {
        try {
            return file == null ? null : file.read(wanted);
        } catch (IOException e) {
            LOG.warn("storage.marks.unreadable segment={} page={}", segment.file(), wanted, e);
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
