package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Invariant;

/**
 * A global state in 64 bits: the numbers of the local states, the step of the topology, and for
 * each read under way the least version it may answer with. The network needs no bits: it is what
 * the nodes have sent. This says where the bits are. Immutable.
 */
final class GlobalKey {
    /** With three nodes: 20 bits each, and twice two bits for reads. */
    private static final GlobalKey FIXED = new GlobalKey(3, 20, 0, 2);

    /** With four: 15 bits each, three of the topology, and one for a read of the first entry. */
    private static final GlobalKey CHANGING = new GlobalKey(4, 15, 3, 1);

    private final int localBits;
    private final int stepShift;
    private final int readShift;
    private final int readBits;

    private GlobalKey(int nodes, int localBits, int stepBits, int readBits) {
        this.localBits = localBits;
        this.stepShift = nodes * localBits;
        this.readShift = stepShift + stepBits;
        this.readBits = readBits;
    }

    /** The keys of a bound. */
    static GlobalKey of(Bound bound) {
        if (!bound.course().isChange()) {
            return FIXED;
        }
        boolean fits =
                bound.entries() == 1
                        && bound.ops().stream()
                                .allMatch(
                                        op -> op.kind() == ClientOp.Kind.WRITE || op.number() == 1);
        Invariant.check(fits, "one entry and one read at most where members change");
        return CHANGING;
    }

    /** More local states than this of one node do not fit. */
    int localMax() {
        return 1 << localBits;
    }

    /** The local state of a node, by its id from 1. */
    int local(long key, int node) {
        return (int) (key >>> ((node - 1) * localBits)) & (localMax() - 1);
    }

    long withLocal(long key, int node, int local) {
        int shift = (node - 1) * localBits;
        return (key & ~((localMax() - 1L) << shift)) | ((long) local << shift);
    }

    /** How far the topology is. */
    int step(long key) {
        return (int) (key >>> stepShift) & ((1 << (readShift - stepShift)) - 1);
    }

    /** The topology has taken one more step. */
    long stepOn(long key) {
        return key + (1L << stepShift);
    }

    /** The least version a read may answer with. */
    long readMin(long key, int read) {
        return (key >>> (readShift + readBits * (read - 1))) & ((1 << readBits) - 1);
    }

    long withReadMin(long key, int read, long version) {
        int shift = readShift + readBits * (read - 1);
        long mask = (1L << readBits) - 1;
        return (key & ~(mask << shift)) | (version << shift);
    }
}
