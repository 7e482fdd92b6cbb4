package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Writes the hint files of sealed segments, in the background. A segment with damage gets none, so
 * that every start finds the damage again.
 */
final class HintBuilder {
    private static final Logger LOG = LoggerFactory.getLogger(HintBuilder.class);

    private final FileSystem fs;
    private final DamageLog damage;
    private final FailStop failStop;

    // Bounded by the number of segments.
    private final Queue<Segment> queue = new ConcurrentLinkedQueue<>();

    HintBuilder(FileSystem fs, DamageLog damage, FailStop failStop) {
        this.fs = fs;
        this.damage = damage;
        this.failStop = failStop;
    }

    /** Wants a hint file for a sealed segment. Called by any thread. */
    void add(Segment segment) {
        queue.add(segment);
    }

    /** Writes one hint file; returns 1 when there was one to write, else 0. */
    int runOnce() {
        Segment segment = queue.poll();
        if (segment == null) {
            return 0;
        }
        try (HintWriter writer = HintWriter.create(fs, segment, segment.end())) {
            SegmentScanner scanner =
                    new SegmentScanner(segment, segment.end() + RecordFormat.SEAL_BYTES);
            SegmentScanner.Result result = scanner.scan(writer::add, damage::add);
            if (result.damaged() || !result.sealed()) {
                segment.quarantine();
            } else {
                writer.finish(failStop);
            }
        } catch (IOException e) {
            // A hint only makes the next start faster.
            LOG.warn("storage.hint.failed segment={}", segment.file(), e);
        }
        return 1;
    }
}
