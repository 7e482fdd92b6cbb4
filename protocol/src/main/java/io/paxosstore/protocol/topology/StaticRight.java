package io.paxosstore.protocol.topology;

/**
 * Who may propose a slot's entities' first entry without a prepare phase, and under which number. A
 * number of this kind is below every ordinary one.
 *
 * @param owner the node that may; {@link #NOBODY} if none may
 * @param number under which it proposes; 0 if nobody may
 * @param floor voters take no number of this kind below it that they do not hold already
 */
public record StaticRight(int owner, long number, long floor) {
    /** No node's id. */
    public static final int NOBODY = 0;

    /** The number and the floor of a slot whose voters have never changed. */
    static final long FIRST = 1;

    /** Checks that the numbers fit. */
    public StaticRight {
        Check.that(
                floor >= FIRST && floor <= SlotConfiguration.EPOCH_MAX,
                () ->
                        "The floor "
                                + floor
                                + " of static numbers is out of range; floors are 1 to "
                                + SlotConfiguration.EPOCH_MAX
                                + ".");
        Check.that(
                owner == NOBODY
                        ? number == 0
                        : number >= floor && number <= SlotConfiguration.EPOCH_MAX,
                () ->
                        "The static number "
                                + number
                                + " of owner "
                                + owner
                                + " does not fit; it is 0 without an owner, else the floor "
                                + floor
                                + " or more.");
    }

    /** The right of a slot whose voters have never changed. */
    static StaticRight first(int owner) {
        return new StaticRight(owner, FIRST, FIRST);
    }

    /** Nobody has it, and no number below the floor is taken any more. */
    static StaticRight nobody(long floor) {
        return new StaticRight(NOBODY, 0, floor);
    }

    /** One that became whole in a change has it, with the number of that change's epoch. */
    static StaticRight renewed(int owner, long floor) {
        return new StaticRight(owner, floor, floor);
    }
}
