package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Placement;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.sim.Planted;

/**
 * In which step of the {@link Course} a node stands, durably, and what it does to its disk when it
 * enters a later one. Not thread-safe.
 */
final class LiveSlot {
    private final int id;
    private final Course course;
    private final Disk disk;
    private final Planted planted;
    private int step;

    /** In which it stood before; a planted bug goes back to it. */
    private int stepBefore;

    LiveSlot(int id, Course course, Disk disk, Planted planted) {
        this.id = id;
        this.course = course;
        this.disk = disk;
        this.planted = planted;
    }

    /** How far it has come. */
    int step() {
        return step;
    }

    /** The configuration in which it stands. */
    Configuration configuration() {
        return course.at(step);
    }

    /** The configuration in which it stands, as the replica asks for it. */
    Placement placement() {
        Configuration now = configuration();
        return key -> now;
    }

    /** Whether it votes. */
    boolean isVoter() {
        return configuration().voters().contains(id);
    }

    /**
     * Enters a later step: what it held goes when it votes no more, or comes anew (Rules M4, M10).
     *
     * @return whether it still votes, and has forgotten what it held
     */
    boolean enter(int later) {
        boolean isNewcomer = isNewcomerAt(later);
        boolean deletes = planted == ChangeMutation.M10 && isLeavingAt(later);
        stepBefore = step;
        step = later;
        if (isNewcomer || deletes || !isVoter()) {
            disk.wipe();
        }
        if (deletes || !isVoter() || planted == ChangeMutation.M4_EMPTY) {
            disk.whole(); // as if there had been nothing
        }
        return isNewcomer || deletes;
    }

    /** Whether it votes until the change is made, and then no more. */
    private boolean isLeavingAt(int later) {
        return course.at(later).slot() instanceof SlotConfiguration.Joint change
                && course.at(later).voters().contains(id)
                && change.next().stream().noneMatch(voter -> voter.node() == id);
    }

    private boolean isNewcomerAt(int later) {
        return planted == ChangeMutation.M4_SINCE
                ? !isVoter() && course.at(later).voters().contains(id)
                : course.at(later).isNewcomer(id, configuration().epoch());
    }

    /** It starts again, and stands where its record says. */
    void restart() {
        if (planted == ChangeMutation.M2_NOT_DURABLE) {
            step = stepBefore;
        }
    }

    /**
     * Rule M8: with its disk its record is lost, so it begins where the topology is.
     *
     * @param now the step of the topology at its start
     */
    void lose(int now) {
        step = now;
        stepBefore = now;
        if (!isVoter()) {
            disk.whole();
        }
    }
}
