package io.paxosstore.sim;

/** Who votes in a run. */
public enum Voting {
    /** All nodes, in every slot. */
    STAYS(""),

    /**
     * Some of the nodes, and of two more, in each slot others from time to time: the topology is a
     * register beside the cluster, and who changes it knows everything.
     */
    CHANGES("--changes"),

    /**
     * The same, but that the topology is in the cluster itself, where the nodes change it as
     * operators wish.
     */
    DRIVEN("--members");

    private static final int SPARES = 2;

    private final String option;

    Voting(String option) {
        this.option = option;
    }

    /** What says so on the command line; empty for {@link #STAYS}. */
    public String option() {
        return option;
    }

    /** How many nodes there are that do not vote at first. */
    int spares() {
        return this == STAYS ? 0 : SPARES;
    }
}
