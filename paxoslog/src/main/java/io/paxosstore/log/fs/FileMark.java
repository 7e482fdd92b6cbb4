package io.paxosstore.log.fs;

/**
 * What tells a file from all copies of it, and stays as long as the file does.
 *
 * @param number by which its file system knows it; may be given to another file when this one is
 *     gone
 * @param birthNanos when it was made, since 1970; 0 where the file system does not keep that
 */
public record FileMark(long number, long birthNanos) {
    /** Whether this can be that file; where one of them has no time, by the number alone. */
    public boolean isThatOf(FileMark other) {
        boolean isTimed = birthNanos != 0 && other.birthNanos != 0;
        return number == other.number && (!isTimed || birthNanos == other.birthNanos);
    }
}
