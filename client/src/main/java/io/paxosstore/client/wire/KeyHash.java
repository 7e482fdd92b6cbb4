package io.paxosstore.client.wire;

/**
 * The placement hash of keys and the preference order of nodes, fixed for ever: servers of every
 * version compute the same.
 */
public final class KeyHash {
    private KeyHash() {}

    /**
     * The placement hash of a key: FNV-1a over space (four bytes, big-endian) and key, then the
     * 64-bit finalizer of SplitMix.
     */
    public static long hash(int space, byte[] key) {
        long h = 0xcbf29ce484222325L;
        for (int shift = 24; shift >= 0; shift -= 8) {
            h = (h ^ ((space >>> shift) & 0xff)) * 0x100000001b3L;
        }
        for (byte b : key) {
            h = (h ^ (b & 0xff)) * 0x100000001b3L;
        }
        h = (h ^ (h >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }

    /**
     * Where in the ascending list of all node ids a key's preference order starts; the order is
     * that list, rotated to begin there.
     *
     * @param nodeCount how many nodes there are, at least 1
     * @return an index from 0 to {@code nodeCount - 1}
     */
    public static int preferredIndex(long hash, int nodeCount) {
        return (int) Long.remainderUnsigned(hash, nodeCount);
    }
}
