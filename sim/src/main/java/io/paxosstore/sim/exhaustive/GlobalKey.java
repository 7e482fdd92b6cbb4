package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Invariant;

/**
 * A global state in 64 bits: the numbers of the local states, the step of the topology, and for
 * each read under way the least version it may answer with. The network needs no bits: it is what
 * the nodes have sent. This says where the bits are. Immutable.
 */
final class GlobalKey {
    /** The bits that all nodes share, and the most that one gets. */
    private static final int NODES_BITS = 60;

    private static final int LOCAL_BITS_MAX = 20;

    /** Where the voters stay: twice two bits for reads. */
    private static final int READ_BITS = 2;

    /** Where they change: three bits for the topology, and one for a read of the first entry. */
    private static final int STEP_BITS = 3;

    private static final int FIRST_READ_BITS = 1;

    private final int localBits;
    private final int stepShift;
    private final int readShift;
    private final int readBits;

    private GlobalKey(int nodes, int stepBits, int readBits) {
        this.localBits = Math.min(LOCAL_BITS_MAX, NODES_BITS / nodes);
        this.stepShift = nodes * localBits;
        this.readShift = stepShift + stepBits;
        this.readBits = readBits;
    }

    /** The keys of a bound. */
    static GlobalKey of(Bound bound) {
        if (!bound.course().isChange()) {
            return new GlobalKey(bound.nodes(), 0, READ_BITS);
        }
        boolean fits =
                bound.entries() == 1
                        && bound.ops().stream()
                                .allMatch(
                                        op -> op.kind() == ClientOp.Kind.WRITE || op.number() == 1);
        Invariant.check(fits, "one entry and one read at most where members change");
        return new GlobalKey(bound.nodes(), STEP_BITS, FIRST_READ_BITS);
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
