package io.paxosstore.protocol.topology;

/**
 * Who may propose a slot's entities' first entry without a prepare phase, and under which number. A
 * number of this kind is below every ordinary one.
 *
 * @param owner the node that may; {@link #NOBODY} if none may
 * @param number under which it proposes; 0 if nobody may
 * @param least voters take no number of this kind below it that they do not hold already
 */
public record StaticRight(int owner, long number, long least) {
    /** No node's id. */
    public static final int NOBODY = 0;

    /** The number, and the least one, of a slot whose voters have never changed. */
    static final long FIRST = 1;

    /** Checks that the numbers fit. */
    public StaticRight {
        Check.that(
                least >= FIRST && least <= SlotConfiguration.EPOCH_MAX,
                () ->
                        "The least static number "
                                + least
                                + " is out of range; it is 1 to "
                                + SlotConfiguration.EPOCH_MAX
                                + ".");
        Check.that(
                owner == NOBODY
                        ? number == 0
                        : number >= least && number <= SlotConfiguration.EPOCH_MAX,
                () ->
                        "The static number "
                                + number
                                + " of owner "
                                + owner
                                + " does not fit; it is 0 without an owner, else the least "
                                + least
                                + " or more.");
    }

    /** The right of a slot whose voters have never changed. */
    static StaticRight first(int owner) {
        return new StaticRight(owner, FIRST, FIRST);
    }

    /** Nobody has it, and no number below the least is taken any more. */
    public static StaticRight nobody(long least) {
        return new StaticRight(NOBODY, 0, least);
    }

    /** One that became whole in a change has it, with the number of that change's epoch. */
    static StaticRight renewed(int owner, long least) {
        return new StaticRight(owner, least, least);
    }
}
