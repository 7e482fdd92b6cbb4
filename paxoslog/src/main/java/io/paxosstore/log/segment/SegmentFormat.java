package io.paxosstore.log.segment;

/**
 * What tells the files of one kind of log from those of another; part of the log's on-disk format.
 *
 * @param magic begins the header of a segment
 * @param statesKind whether the header states who wrote the segment; without that field it is the
 *     log writer
 * @param listFile the name of the list of segments
 * @param listMagic begins that list
 */
public record SegmentFormat(long magic, boolean statesKind, String listFile, long listMagic) {
    /** Of headers. */
    public static final int FORMAT_VERSION = 1;

    /** Of lists. */
    public static final int LIST_FORMAT_VERSION = 1;
}
