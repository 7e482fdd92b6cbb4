package io.paxosstore.core;

import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.Arrays;

/** Voters of an entity, in preference order. Immutable. */
public final class Voters {
    /** The greatest number there can be: two sets of voters while one takes over from the other. */
    public static final int COUNT_MAX = 2 * SlotConfiguration.VOTERS_MAX;

    private final int[] ids;

    /**
     * @param ids node ids from 1, distinct, in preference order; one at least and at most {@link
     *     #COUNT_MAX}
     */
    public Voters(int... ids) {
        Invariant.check(
                ids.length > 0 && ids.length <= COUNT_MAX, "the number of voters is 1 to 10");
        this.ids = ids.clone();
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

    /** All of them. */
    VoterSet all() {
        return VoterSet.first(ids.length);
    }

    /** The voters but for one. */
    public VoterSet allBut(int index) {
        return all().without(index);
    }

    /** Whether a node is one of them. */
    public boolean contains(int nodeId) {
        return indexOf(nodeId) >= 0;
    }

    /** The places of those of some nodes that are voters. */
    public VoterSet placesOf(int... nodeIds) {
        VoterSet places = VoterSet.NONE;
        for (int id : nodeIds) {
            if (contains(id)) {
                places = places.with(indexOf(id));
            }
        }
        return places;
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

    /**
     * The place of the next voter in the ring of node ids: that of the next greater id, and after
     * the greatest that of the least. It says nothing of preference.
     */
    public int next(int index) {
        int next = index;
        for (int i = 0; i < ids.length; i++) {
            if (Integer.compareUnsigned(steps(index, i), steps(index, next)) < 0) {
                next = i;
            }
        }
        return next;
    }

    /** How many ids lie between two on the way round the ring, as a number without a sign. */
    private int steps(int from, int to) {
        return ids[to] - ids[from] - 1;
    }

    @Override
    public String toString() {
        return Arrays.toString(ids);
    }
}
