package io.paxosstore.bitcask;

import io.paxosstore.log.StorageEngine.Standing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Whose store a directory is, and what it knows of its completeness: the content of the file STORE.
 *
 * <pre>
 *  0  u32 node id
 *  4  128 bits, the store's UUID
 * 20  u32 incarnation, raised at every open
 * 24  u32 shards at the last open
 * 28  u32 standing: 0 NEW, 1 REBUILDING, 2 WHOLE
 * 32  u32 flags: 1 reborn
 * 36  u32 length of the cluster id in bytes, then the cluster id in UTF-8
 * </pre>
 *
 * @param incarnation greater than every earlier one of this node, and of its earlier stores
 * @param reborn whether the node has ever lost a store, or part of one
 */
record StoreIdentity(
        int nodeId,
        UUID storeId,
        int incarnation,
        int shards,
        Standing standing,
        boolean reborn,
        String clusterId) {
    private static final int FIXED_BYTES = 40;
    private static final int FLAG_REBORN = 1;

    /** The same, opened once more. */
    StoreIdentity reopened(int newShards) {
        return new StoreIdentity(
                nodeId, storeId, incarnation + 1, newShards, standing, reborn, clusterId);
    }

    /** The same with another standing; whoever rebuilds is reborn for ever. */
    StoreIdentity withStanding(Standing next) {
        boolean lost = reborn || next == Standing.REBUILDING;
        return new StoreIdentity(nodeId, storeId, incarnation, shards, next, lost, clusterId);
    }

    byte[] encode() {
        byte[] cluster = clusterId.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + cluster.length);
        out.putInt(nodeId);
        out.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
        out.putInt(incarnation).putInt(shards);
        out.putInt(
                switch (standing) {
                    case NEW -> 0;
                    case REBUILDING -> 1;
                    case WHOLE -> 2;
                });
        out.putInt(reborn ? FLAG_REBORN : 0);
        return out.putInt(cluster.length).put(cluster).array();
    }

    static StoreIdentity decode(byte[] content) {
        ByteBuffer in = ByteBuffer.wrap(content);
        int nodeId = in.getInt();
        UUID storeId = new UUID(in.getLong(), in.getLong());
        int incarnation = in.getInt();
        int shards = in.getInt();
        Standing standing =
                switch (in.getInt()) {
                    case 0 -> Standing.NEW;
                    case 2 -> Standing.WHOLE;
                    default -> Standing.REBUILDING;
                };
        boolean reborn = (in.getInt() & FLAG_REBORN) != 0;
        byte[] cluster = new byte[in.getInt()];
        in.get(cluster);
        String clusterId = new String(cluster, StandardCharsets.UTF_8);
        return new StoreIdentity(nodeId, storeId, incarnation, shards, standing, reborn, clusterId);
    }
}
