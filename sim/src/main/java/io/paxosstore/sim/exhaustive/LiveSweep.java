package io.paxosstore.sim.exhaustive;

/** How far the sweep of a node that has lost its disk is (Rule A5). Not thread-safe. */
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
    boolean walkedOver(int other) {
        walked |= 1 << other;
        boolean last = Integer.bitCount(walked) == Bound.NODES - 1;
        if (last) {
            disk.whole();
            walked = 0;
        }
        return last;
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
