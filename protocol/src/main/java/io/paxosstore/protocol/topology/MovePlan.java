package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

import java.util.BitSet;
import java.util.List;

/**
 * The moves that lead to a goal, or a part of the way. Stored once, so that all who carry it out
 * carry out the same. Immutable.
 *
 * @param version grows with every plan, from 1
 * @param goal the number of the goal that it was made for
 * @param isLast whether nothing is left to be planned for the goal once it is carried out
 * @param moves in the order in which they begin, one of a slot at most
 */
public record MovePlan(long version, long goal, boolean isLast, List<PlannedMove> moves) {
    /**
     * Checks everything, and copies the list.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong
     */
    public MovePlan {
        long given = version;
        moves = List.copyOf(moves);
        Check.that(
                version >= 1 && goal >= 1,
                () ->
                        "Version "
                                + given
                                + " of a plan is out of range; versions and goals begin at 1.");
        BitSet slots = new BitSet(Slots.COUNT);
        for (PlannedMove move : moves) {
            Check.that(
                    !slots.get(move.slot()),
                    () -> "Slot " + move.slot() + " is moved twice in one plan; once is enough.");
            slots.set(move.slot());
        }
    }

    /** The plan of a new cluster. */
    public static MovePlan first() {
        return new MovePlan(1, 1, true, List.of());
    }

    /** Whether it says the same as another one, whatever its version. */
    public boolean saysAs(MovePlan other) {
        return goal == other.goal && isLast == other.isLast && moves.equals(other.moves);
    }
}
