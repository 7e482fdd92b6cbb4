package io.paxosstore.sim;

import io.paxosstore.core.Rules;

/**
 * Bugs of a node's host, planted behind its ports, to see whether the simulator finds them: what a
 * class of the host would do wrong looks to the rest of the cluster as it does here.
 */
public enum HostBug {
    /** None. */
    NONE,
    /** The lister leaves out the first entity of a page, so that a sweep skips it. */
    SWEEP_SKIPS,
    /** A running node that finds damage answers on under its old incarnation (Rule A3). */
    INCARNATION_NOT_RAISED,
    /** A node says that it was never here before, whatever others remember (Rule A1). */
    LOST_STORE_NOT_REMEMBERED,
    /** Frames that are lost leave no gap in the numbers, so that nobody looks for them. */
    LOST_FRAME_NOT_NOTICED,
    /** A message counts under the incarnation that its sender has now (Rule A3). */
    OLD_FRAMES_TAKEN,
    /** A watch that goes on begins behind the entry that is next. */
    WATCH_GOES_ON_TOO_LATE,
    /** A watch that goes on begins with the entry that was told last. */
    WATCH_TELLS_AGAIN,
    /** A watch is told of what is accepted here, chosen or not. */
    WATCH_TELLS_ACCEPTED,
    /** A watch on a range goes on where a node begins anew, as if nothing were missing there. */
    RANGE_TRUSTS_ALL,
    /** A watch on a range is not told that an image came instead of entries. */
    RANGE_HIDES_IMAGES,
    /** A history that outlives a crash is given again what it has, as what was found out anew. */
    RANGE_TELLS_AGAIN,
    /** The next space gets an id above those in use, though a dropped space may have had it. */
    SPACE_ID_GIVEN_AGAIN,
    /** A change of the catalog is made on one look at it, and written over what another shows. */
    CATALOG_LOOKED_AT_TWICE,
    /** The catalog remembers no change: a late attempt of one is made again (Rules E1 to E3). */
    CATALOG_FORGETS_CHANGES,
    /** Replicas go on with the entities of a dropped space, which the store forgets (Rule D8). */
    DROPPED_SPACE_GOES_ON,
    /** A page of keys is shown though an entry above it may have been chosen (Rule R1). */
    SCAN_TAKES_ALL_FOR_SETTLED,
    /** A key of which nothing but an accepted entry is held is none (Rule R3). */
    SCAN_LEAVES_OUT_UNSETTLED,
    /** A crash takes a node back to the epochs in which it stood before (Rule M2). */
    ENTERED_EPOCH_IS_LOST,
    /** A node that comes anew to a slot takes what it holds for its memory (Rule M4). */
    NEWCOMER_IS_NOT_AMNESIAC,
    /** A node is whole in a slot as soon as it has come (Rule M6). */
    NEWCOMER_IS_WHOLE_AT_ONCE,
    /** A node that stays as one of fewer voters is whole in the slot at once (Rule M7). */
    STAYING_IS_WHOLE_AT_ONCE,
    /** A node whose store was lost goes on in the epochs that it knows (Rule M8). */
    LOST_STORE_READS_NO_TOPOLOGY;

    private static final Rules NOTHING_IS_GONE =
            new Rules() {
                @Override
                public boolean isGone(boolean isSpaceDropped) {
                    return false;
                }
            };

    /** Whether it shows only where voters change. */
    boolean takesChanges() {
        return compareTo(ENTERED_EPOCH_IS_LOST) >= 0;
    }

    /** Whether it shows only where names are listed. */
    boolean takesScans() {
        return this == SCAN_TAKES_ALL_FOR_SETTLED || this == SCAN_LEAVES_OUT_UNSETTLED;
    }

    /** The rules that replicas keep, if this bug breaks one; otherwise those given. */
    Rules rules(Rules others) {
        return this == DROPPED_SPACE_GOES_ON ? NOTHING_IS_GONE : others;
    }
}
