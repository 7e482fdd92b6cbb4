package io.paxosstore.log.fs;

/** How a file is opened. */
public enum OpenMode {
    /** An existing file, for reading. */
    READ,
    /** An existing file, for reading and writing. */
    WRITE,
    /** A file that must not exist yet, for reading and writing. */
    CREATE
}
