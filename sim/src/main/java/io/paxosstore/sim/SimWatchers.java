package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The clients that watch entities, in some of the seeds. Not thread-safe. */
final class SimWatchers {
    private static final double CHANCE = 0.3;
    private static final int WATCHES_MAX = 3;

    /** What a seed is turned by for their draws. */
    private static final int WATCH_BITS = 29;

    /** The same for watches on ranges. */
    private static final int RANGE_BITS = 41;

    private final List<SimWatcher> watchers = new ArrayList<>();
    private final List<SimRangeWatcher> ranges = new ArrayList<>();

    /** Draws on its own from the seed: what else is drawn stays as it was. */
    SimWatchers(long seed, SimCluster cluster, List<EntityKey> keys, Voting voting) {
        RandomSource ofRanges = new RandomSource(Long.rotateLeft(~seed, RANGE_BITS));
        if (cluster.kind() == SpaceKind.ENTITY && ofRanges.chance(CHANCE)) {
            // Where voters change, one node that is not relied on may be all that there are.
            int voters = voting == Voting.STAYS ? cluster.nodes() : 1;
            ranges.add(new SimRangeWatcher(cluster, keys, voters, ofRanges.fork()));
        }
        RandomSource random = new RandomSource(Long.rotateLeft(~seed, WATCH_BITS));
        if (cluster.kind() == SpaceKind.KEY_VALUE || !random.chance(CHANCE)) {
            return;
        }
        for (int left = 1 + random.nextInt(WATCHES_MAX); left > 0; left--) {
            EntityKey key = keys.get(random.nextInt(keys.size()));
            watchers.add(new SimWatcher(cluster, key, random.fork()));
        }
    }

    /** All watch. */
    void begin() {
        watchers.forEach(SimWatcher::begin);
        ranges.forEach(SimRangeWatcher::begin);
    }

    /** All watches end: a watch asks its node's peers as long as it lasts. */
    void end() {
        watchers.forEach(SimWatcher::end);
        ranges.forEach(SimRangeWatcher::end);
    }

    /** What one of them was not told, of what all must have been told; empty for nothing. */
    String lack() {
        return Stream.concat(
                        watchers.stream().map(SimWatcher::lacks),
                        ranges.stream().map(SimRangeWatcher::lacks))
                .filter(lack -> !lack.isEmpty())
                .findFirst()
                .orElse("");
    }
}
