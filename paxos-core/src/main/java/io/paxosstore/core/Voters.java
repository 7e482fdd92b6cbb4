package io.paxosstore.core;

import java.util.Arrays;

/** The replica set of an entity: its voters in preference order. Immutable. */
public final class Voters {
    /** The greatest number of voters an entity can have. */
    public static final int COUNT_MAX = 5;

    private final int[] ids;
    private final Quorum quorum;

    /**
     * @param ids node ids from 1, distinct, in preference order; an odd count up to {@link
     *     #COUNT_MAX}
     */
    public Voters(int... ids) {
        Invariant.check(
                ids.length % 2 == 1 && ids.length <= COUNT_MAX,
                "the number of voters is 1, 3 or 5");
        this.ids = ids.clone();
        this.quorum = new Quorum(ids.length);
        for (int i = 0; i < ids.length; i++) {
            Invariant.check(ids[i] > 0, "node ids start at 1");
            Invariant.check(indexOf(ids[i]) == i, "voters must be distinct");
        }
    }

    public int count() {
        return ids.length;
    }

    /** The node id at a place of the preference order, from 0. */
    public int id(int index) {
        return ids[index];
    }

    /** The node that requests go to first. */
    public int preferred() {
        return ids[0];
    }

    /** Which sets of these voters decide. */
    public Quorum quorum() {
        return quorum;
    }

    /** The voters but for one. */
    public VoterSet allBut(int index) {
        return VoterSet.first(ids.length).without(index);
    }

    /** The place of a node in the preference order, -1 when it is no voter. */
    public int indexOf(int nodeId) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == nodeId) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return Arrays.toString(ids);
    }
}
