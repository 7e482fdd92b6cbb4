package io.paxosstore.bench.experiment;

import io.paxosstore.protocol.model.EntityVersion;

import java.util.Arrays;

/** Versions of one entity, in the order in which they became known. Thread-safe. */
final class Versions {
    private long[] all = new long[64];
    private int count;
    private long doubled;

    synchronized void add(long version) {
        if (count == all.length) {
            all = Arrays.copyOf(all, 2 * count);
        }
        all[count++] = version;
    }

    /** Adds one that must be greater than the last; else it is counted as doubled. */
    synchronized void addNext(long version) {
        if (count > 0 && version <= all[count - 1]) {
            doubled++;
        } else {
            add(version);
        }
    }

    synchronized int count() {
        return count;
    }

    synchronized long doubled() {
        return doubled;
    }

    synchronized long greatest() {
        return Arrays.stream(all, 0, count).max().orElse(0);
    }

    /** The greatest one, where they come in order; 0 if there is none. */
    synchronized long greatestSoFar() {
        return count == 0 ? 0 : all[count - 1];
    }

    /**
     * How many of them, from one version to another, are not among others: commands that were
     * executed together, in one entry, are told as one, whose version is the last of them.
     */
    synchronized long missingIn(Versions told, long from, long to) {
        long[] entries = told.entries();
        return Arrays.stream(all, 0, count)
                .filter(version -> version >= from && version <= to)
                .map(EntityVersion::entryOf)
                .filter(entry -> Arrays.binarySearch(entries, entry) < 0)
                .count();
    }

    private synchronized long[] entries() {
        return Arrays.stream(all, 0, count).map(EntityVersion::entryOf).sorted().toArray();
    }
}
