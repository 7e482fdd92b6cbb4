package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.Voters;

import java.util.ArrayList;
import java.util.List;

/**
 * The configurations that the slot goes through in a bound, one step after the other, as the
 * topology has them; the topology itself is a register that never loses a write. Immutable.
 */
public final class Course {
    /** The slot of a cluster whose members stay. */
    static final Course STABLE = of(1, 2, 3);

    private final List<Configuration> steps;

    private Course(List<Configuration> steps) {
        this.steps = List.copyOf(steps);
    }

    /** Begins with these voters, the preferred one first. */
    static Course of(int... voters) {
        return new Course(List.of(Configuration.first(new Voters(voters))));
    }

    /** And then a change to these voters begins. */
    Course thenJoinedBy(int... next) {
        return then(last().joinedBy(last().epoch() + 1, new Voters(next)));
    }

    /** And then it is made. */
    Course thenCompleted(int owner) {
        Configuration joint = last();
        Configuration next = joint.completed(joint.epoch() + 1, owner);
        int old = joint.quorum().old().size();
        Invariant.check(
                isAllNew(joint, next) || majority(next.voters().count()) + majority(old) > old,
                "who stays where there are fewer voters must be whole too, which is not explored");
        return then(next);
    }

    /** Or it is taken back. */
    Course thenTakenBack() {
        return then(last().takenBack(last().epoch() + 1));
    }

    private static int majority(int count) {
        return count / 2 + 1;
    }

    private static boolean isAllNew(Configuration joint, Configuration next) {
        for (int place = 0; place < next.voters().count(); place++) {
            if (!isNew(joint, next.voters().id(place))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a voter has come with the change. */
    private static boolean isNew(Configuration joint, int node) {
        return joint.isNewcomer(node, joint.epoch() - 1);
    }

    private Course then(Configuration next) {
        List<Configuration> longer = new ArrayList<>(steps);
        longer.add(next);
        return new Course(longer);
    }

    private Configuration last() {
        return steps.getLast();
    }

    /** The configuration of a step, from 0. */
    Configuration at(int step) {
        return steps.get(step);
    }

    /** The configuration of an epoch. */
    Configuration ofEpoch(int epoch) {
        return steps.get(epoch - Configuration.FIRST_EPOCH);
    }

    /** Whether members ever change. */
    boolean isChange() {
        return steps.size() > 1;
    }

    /** The greatest id of a node that votes at any time. */
    int nodes() {
        int greatest = 0;
        for (Configuration step : steps) {
            for (int place = 0; place < step.voters().count(); place++) {
                greatest = Math.max(greatest, step.voters().id(place));
            }
        }
        return greatest;
    }

    /**
     * Whether the topology may take the step after this one: a change ends by its new voters only
     * when all that have come are whole (Rule M7).
     *
     * @param nodes the local states, by node id
     */
    boolean mayGoOn(int step, LocalState[] nodes) {
        if (step + 1 == steps.size()) {
            return false;
        }
        Configuration now = at(step);
        Configuration next = at(step + 1);
        if (!now.isJoint()) {
            return true;
        }
        for (int place = 0; place < next.voters().count(); place++) {
            int node = next.voters().id(place);
            if (isNew(now, node)
                    && (nodes[node].entered() != step || nodes[node].sweep().isRebuilding())) {
                return false;
            }
        }
        return true;
    }
}
