/**
 * A log in segments: preallocated files, each written once from its begin to its end by a log
 * writer that commits in groups, and read again after a start, which tells damage from the torn
 * remains of the last write. The key-value engine and the journal keep their records in such logs.
 * Start at {@link io.paxosstore.log.segment.SegmentedLog}; a start begins with {@link
 * io.paxosstore.log.segment.SegmentRecovery}; docs/formats.md has the bytes.
 */
@NullMarked
package io.paxosstore.log.segment;

import org.jspecify.annotations.NullMarked;
