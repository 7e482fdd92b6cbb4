package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;

import org.jspecify.annotations.Nullable;

/**
 * All that matters of one node, as far as the others and the checks need it.
 *
 * @param parent the number of the local state before it, -1 for the first; with {@code action} the
 *     way to rebuild it
 * @param action what led here
 * @param sent for each receiver, by node id, the messages sent to it so far, in order
 * @param facts what it has done, ascending numbers
 * @param unsynced records that are being written
 * @param crashes how often it has crashed
 * @param wipes how often it has lost its disk
 * @param issued bit set over the bound's requests that have come
 * @param version the newest entry it holds to be chosen
 * @param chosenId that entry's value, if it is in memory
 * @param stored what its disk holds, without values
 * @param known what it knows of all nodes' incarnations, its own included, by id
 * @param sweep how far its sweep is after a lost disk, or since it came anew
 * @param entered the step of the course in which it stands
 * @param slot the configuration of that step
 */
@SuppressWarnings("ArrayRecordComponent") // compared by number only
record LocalState(
        int parent,
        int action,
        int[][] sent,
        int[] facts,
        int unsynced,
        int crashes,
        int wipes,
        int issued,
        long version,
        @Nullable ValueId chosenId,
        Stored stored,
        int[] known,
        Sweep sweep,
        int entered,
        Configuration slot) {
    /**
     * The sweep of a node that has lost its disk.
     *
     * @param isRebuilding whether it is under way
     * @param hasAsked whether it has had the entity recovered
     * @param walked bit set, by id, over the nodes walked over
     */
    record Sweep(boolean isRebuilding, boolean hasAsked, int walked) {}

    /**
     * Whether a sweep here may have walked over what another node holds: by the server's rule, and
     * after question and answer have told both of all incarnations.
     */
    boolean mayHaveWalked(int self, LocalState other, int its) {
        boolean heard = other.known()[self] >= known[self];
        for (int node = 1; node < known.length; node++) {
            heard &= known[node] >= other.known()[node];
        }
        return heard
                && sweep.isRebuilding()
                && (sweep.walked() & 1 << its) == 0
                && isSource(its)
                && other.entered() >= entered
                && !other.sweep().isRebuilding()
                && (!other.lists() || !stored.isBehind(other.stored().version()));
    }

    /** Rule M6: whether it is a voter that knows what was before. */
    private boolean isSource(int node) {
        VoterSet place = slot.voters().placesOf(node);
        return !place.and(slot.quorum().floorSources()).isEmpty();
    }

    private boolean lists() {
        return stored.version() > 0 || stored.pendingEntry() > 0;
    }
}
