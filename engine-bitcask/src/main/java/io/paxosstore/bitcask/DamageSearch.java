package io.paxosstore.bitcask;

import io.paxosstore.log.record.Location;
import io.paxosstore.log.segment.Segment;

/**
 * Bytes of a segment that fail their check, and that do not say whose they are: every shard looks
 * for keys whose records lie there.
 */
record DamageSearch(Segment segment, int from, int to) {
    /** Whether a record of this location is hit. */
    boolean hits(long location) {
        if (location == Location.NONE || Location.slot(location) != segment.slot()) {
            return false;
        }
        int offset = Location.offset(location);
        return offset < to && offset + Location.length(location) > from;
    }
}
