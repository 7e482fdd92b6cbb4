package io.paxosstore.server.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Says when what stays on the Java heap leaves little room. The index of the keys grows with their
 * number, and a node whose heap is full spends its time in collections: it goes on, slower and
 * slower, and nobody is told why. Stepped by one thread; asked by any.
 */
final class HeapWatch {
    /** With so much of it used after a collection, collections follow each other closely. */
    private static final int NEARLY_FULL_PERCENT = 85;

    /** With so much there is room again. */
    private static final int ROOM_PERCENT = 80;

    private static final int PERCENT = 100;
    private static final Duration AGAIN = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);

    private final OldGeneration old;
    private Instant named = Instant.EPOCH;

    HeapWatch(OldGeneration old) {
        this.old = old;
    }

    /**
     * Looks once; to be called every second or so.
     *
     * @return what is to be warned of, a line each
     */
    List<String> look(Instant now) {
        if (!isNearlyFull()) {
            if (named.isAfter(Instant.EPOCH) && !isAbove(ROOM_PERCENT)) {
                named = Instant.EPOCH;
                LOG.info("heap_room there is room on the Java heap again");
            }
            return List.of();
        }
        if (Duration.between(named, now).compareTo(AGAIN) < 0) {
            return List.of();
        }
        named = now;
        return List.of("heap_nearly_full " + words());
    }

    /** What an operator has to know of the heap; empty when there is enough. */
    String problem() {
        return isNearlyFull() ? words() : "";
    }

    private boolean isNearlyFull() {
        return isAbove(NEARLY_FULL_PERCENT);
    }

    private boolean isAbove(int percent) {
        return old.liveBytes() >= old.maxBytes() / PERCENT * percent;
    }

    private String words() {
        return ("a collection left %d MiB of the %d MiB of the Java heap for what stays: this node"
                        + " becomes slower and slower; give it more (-Xmx in"
                        + " PAXOSSTORE_JVM_OPTS, in a container in conf/jvm.options), or lower"
                        + " entities.recent-bytes and watch.history-bytes")
                .formatted(old.liveBytes() >> 20, old.maxBytes() >> 20);
    }
}
