package io.paxosstore.log;

import java.io.IOException;

/** Bytes on disk that fail their check (Rule D5), with the place where they lie. */
public final class CorruptRecordException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    public CorruptRecordException(String file, long offset, String what) {
        super("Corrupt record in " + file + " at offset " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }
}
