package io.paxosstore.protocol.topology;

/** What a node is to its cluster. Says nothing of whether its process runs. */
public enum Membership {
    /** Votes in the slots that name it, and may be given more. */
    ACTIVE(1),

    /** Votes in the slots that name it until they are moved away; is given no more. */
    DRAINING(2),

    /** Votes nowhere and never will again; stays in the list so that nobody takes its id. */
    REMOVED(3);

    private final int code;

    Membership(int code) {
        this.code = code;
    }

    /** The number that stands for it in bytes; never changes. */
    int code() {
        return code;
    }

    /**
     * What a number stands for.
     *
     * @throws IllegalArgumentException for a number that stands for none
     */
    static Membership of(int code) {
        for (Membership membership : values()) {
            if (membership.code == code) {
                return membership;
            }
        }
        throw new IllegalArgumentException(
                "No membership has the number " + code + "; 1 to 3 are active, draining, removed.");
    }
}
