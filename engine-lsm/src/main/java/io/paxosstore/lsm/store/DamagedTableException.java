package io.paxosstore.lsm.store;

/**
 * Bytes of a file of the data fail their check, or the file is missing (Rule D5). The message of
 * RocksDB says more.
 */
public final class DamagedTableException extends LsmFailureException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    DamagedTableException(String file, long offset, Throwable cause) {
        super("Damage in " + file + " at offset " + offset + ": " + cause.getMessage(), cause);
        this.file = file;
        this.offset = offset;
    }

    DamagedTableException(String file, String what) {
        super("Damage in " + file + ": " + what);
        this.file = file;
        this.offset = -1;
    }

    /** The damaged file; "unknown" if RocksDB does not say. */
    public String file() {
        return file;
    }

    /** Where the damaged block begins; -1 if RocksDB does not say. */
    public long offset() {
        return offset;
    }
}
