package io.paxosstore.sim.exhaustive;

/**
 * A global state in 64 bits: the numbers of the three local states (20 bits each), and for each
 * read under way the least version it may answer with (2 bits each). The network needs no bits: it
 * is what the nodes have sent.
 */
final class GlobalKey {
    /** More local states than this of one node do not fit. */
    static final int LOCAL_MAX = 1 << 20;

    private static final int LOCAL_BITS = 20;
    private static final int READS_SHIFT = 3 * LOCAL_BITS;

    private GlobalKey() {}

    /** The local state of a node, by its id from 1. */
    static int local(long key, int node) {
        return (int) (key >>> ((node - 1) * LOCAL_BITS)) & (LOCAL_MAX - 1);
    }

    static long withLocal(long key, int node, int local) {
        int shift = (node - 1) * LOCAL_BITS;
        return (key & ~((LOCAL_MAX - 1L) << shift)) | ((long) local << shift);
    }

    /** The least version a read may answer with. */
    static long readMin(long key, int read) {
        return (key >>> (READS_SHIFT + 2 * (read - 1))) & 3;
    }

    static long withReadMin(long key, int read, long version) {
        int shift = READS_SHIFT + 2 * (read - 1);
        return (key & ~(3L << shift)) | (version << shift);
    }
}
