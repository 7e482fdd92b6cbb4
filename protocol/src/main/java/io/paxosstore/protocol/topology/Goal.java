package io.paxosstore.protocol.topology;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is wanted of the placement beside what the list of nodes says. Immutable.
 *
 * @param number which goal it is, from 1; grows whenever slots are to have other voters than the
 *     goal before wanted, so that a plan says for which one it was made
 * @param voters of each slot: 1, 3 or 5
 * @param spread whether nodes that have too few slots get more; else only those slots move that
 *     have to
 * @param course how changes go on
 * @param replacements in ascending order of who leaves, whatever order they are given in
 */
public record Goal(
        long number, int voters, boolean spread, Course course, List<Replacement> replacements) {
    /**
     * Checks everything.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong and what would do
     */
    public Goal {
        long given = number;
        int count = voters;
        Check.that(
                number >= 1,
                () -> "Goal " + given + " is out of range; goals are numbered from 1.");
        Check.that(
                voters % 2 == 1 && voters >= 1 && voters <= SlotConfiguration.VOTERS_MAX,
                () -> "A slot is to have " + count + " voters; it needs 1, 3 or 5.");
        replacements =
                replacements.stream()
                        .sorted(Comparator.comparingInt(Replacement::leaving))
                        .toList();
        for (int i = 1; i < replacements.size(); i++) {
            int leaving = replacements.get(i).leaving();
            Check.that(
                    replacements.get(i - 1).leaving() < leaving,
                    () -> "Node " + leaving + " is replaced twice; once is enough.");
        }
    }

    /** The goal of a new cluster: every slot is where it should be. */
    public static Goal first(int voters) {
        return new Goal(1, voters, false, Course.RUNNING, List.of());
    }

    /** The next goal: other voters are wanted. */
    public Goal next(int newVoters, boolean newSpread, List<Replacement> newReplacements) {
        return new Goal(number + 1, newVoters, newSpread, course, newReplacements);
    }

    /** The same goal, gone after in another way. */
    public Goal on(Course other) {
        return new Goal(number, voters, spread, other, replacements);
    }

    /** The same goal without one replacement, which is over. */
    public Goal without(int leaving) {
        return new Goal(
                number,
                voters,
                spread,
                course,
                replacements.stream().filter(each -> each.leaving() != leaving).toList());
    }

    /** Who takes the places of a node, if somebody does. */
    public Optional<Integer> replacementOf(int leaving) {
        return replacements.stream()
                .filter(each -> each.leaving() == leaving)
                .map(Replacement::joining)
                .findAny();
    }
}
