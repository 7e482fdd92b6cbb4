package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.Voters;

/**
 * How far the sweep of a node is that has lost its disk (Rule A5), or comes anew (Rule M6). Not
 * thread-safe.
 */
final class LiveSweep {
    private final Disk disk;
    private boolean hasAsked;
    private int walked;

    LiveSweep(Disk disk) {
        this.disk = disk;
    }

    /** The node starts again. */
    void begin() {
        hasAsked = false;
        walked = 0;
    }

    /** The entity is to be recovered. */
    void asked() {
        hasAsked = true;
    }

    /**
     * It has been walked over what another node holds.
     *
     * @return whether that was the last
     */
    boolean walkedOver(int other, Configuration slot) {
        walked |= 1 << other;
        boolean last = slot.quorum().isFloorKnown(placesOfWalked(slot.voters()));
        if (last) {
            disk.whole();
            walked = 0;
        }
        return last;
    }

    private VoterSet placesOfWalked(Voters voters) {
        VoterSet places = VoterSet.NONE;
        for (int place = 0; place < voters.count(); place++) {
            if ((walked & 1 << voters.id(place)) != 0) {
                places = places.with(place);
            }
        }
        return places;
    }

    /** Rule A4: what was walked over may be lost. */
    void reborn(int node) {
        walked &= ~(1 << node);
    }

    LocalState.Sweep state() {
        return new LocalState.Sweep(disk.isRebuilding(), hasAsked, walked);
    }

    void digest(Hash128 hash) {
        hash.add(walked).add(hasAsked ? 1 : 0);
    }
}
