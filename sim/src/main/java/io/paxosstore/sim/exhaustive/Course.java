package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Invariant;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Voter;

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
    static Course of(Integer... voters) {
        return new Course(List.of(Configuration.first(voters)));
    }

    /** And then a change to these voters begins. */
    Course thenTowards(Integer... next) {
        if (steps.getLast().slot() instanceof SlotConfiguration.Stable stable) {
            return then(stable.towards(List.of(next)));
        }
        throw new Invariant.Violation("a change begins when the one before has ended");
    }

    /** And then it is made. */
    Course thenCompleted() {
        SlotConfiguration.Joint change = change();
        return thenCompleted(change, change.completed());
    }

    /** And then it is made, and a newcomer has the right to entry 1. */
    Course thenCompleted(int owner) {
        SlotConfiguration.Joint change = change();
        return thenCompleted(change, change.completed(owner));
    }

    private Course thenCompleted(SlotConfiguration.Joint change, SlotConfiguration next) {
        int old = change.old().size();
        Invariant.check(
                change.newcomers().size() == change.next().size()
                        || majority(change.next().size()) + majority(old) > old,
                "who stays where there are fewer voters must be whole too, which is not explored");
        return then(next);
    }

    /** Or it is taken back. */
    Course thenReversed() {
        return then(change().reversed());
    }

    private SlotConfiguration.Joint change() {
        if (steps.getLast().slot() instanceof SlotConfiguration.Joint joint) {
            return joint;
        }
        throw new Invariant.Violation("only a change is ended");
    }

    private static int majority(int count) {
        return count / 2 + 1;
    }

    private Course then(SlotConfiguration next) {
        List<Configuration> longer = new ArrayList<>(steps);
        longer.add(Configuration.of(next));
        return new Course(longer);
    }

    /** The configuration of a step, from 0. */
    Configuration at(int step) {
        return steps.get(step);
    }

    /** The configuration of an epoch. */
    Configuration ofEpoch(int epoch) {
        return steps.get(epoch - steps.getFirst().epoch());
    }

    /** Whether there is no step after this one. */
    boolean isLast(int step) {
        return step == steps.size() - 1;
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
        if (at(step).slot() instanceof SlotConfiguration.Joint change) {
            List<Integer> next = at(step + 1).slot().ids();
            return change.newcomers().stream()
                    .map(Voter::node)
                    .filter(next::contains)
                    .allMatch(node ->
                            nodes[node].entered() == step && !nodes[node].sweep().isRebuilding());
        }
        return true;
    }
}
