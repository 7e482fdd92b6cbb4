package io.paxosstore.lsm.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksum over all entries of an entity, each with its changes: equal on all replicas at equal
 * entries (Paxos Made Live, section 6.2).
 */
final class RunningChecksum {
    private RunningChecksum() {}

    /** The checksum after an entry, from that before it; 0 before entry 1. */
    static int after(int before, long entry, byte[] changes) {
        CRC32C crc = new CRC32C();
        crc.update(
                ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                        .putInt(before)
                        .putLong(entry)
                        .flip());
        crc.update(changes);
        return (int) crc.getValue();
    }
}
