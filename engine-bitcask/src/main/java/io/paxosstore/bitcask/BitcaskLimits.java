package io.paxosstore.bitcask;

import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.segment.LogConfig;

/** Sizes that the formats bound. */
public final class BitcaskLimits {
    /** The longest key, in bytes. */
    public static final int KEY_BYTES_MAX = RecordFormat.KEY_BYTES_MAX;

    /** The largest payload of a value, in bytes. */
    public static final int PAYLOAD_BYTES_MAX = RecordFormat.PAYLOAD_BYTES_MAX;

    /** The smallest segment, in bytes: header, seal and a few small records. */
    public static final int SEGMENT_BYTES_MIN = LogConfig.SEGMENT_BYTES_MIN;

    /** The largest segment, in bytes. */
    public static final int SEGMENT_BYTES_MAX = Location.SEGMENT_BYTES_MAX;

    private BitcaskLimits() {}
}
