package io.paxosstore.log.fs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** A file's bytes as programs see them, as they are durable, and the writes between the two. */
final class Inode {
    static final int SECTOR_BYTES = 512;

    /** An unsynced change: bytes at a position, or, with no bytes, a cut to that size. */
    private static final class Change {
        private final int position;
        private final byte[] bytes;

        Change(int position, byte[] bytes) {
            this.position = position;
            this.bytes = bytes;
        }

        int position() {
            return position;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private byte[] seen = new byte[0];
    private int seenSize;
    private byte[] durable = new byte[0];
    private int durableSize;
    private final List<Change> unsynced = new ArrayList<>();

    /** The sectors that cannot be read. */
    private final BitSet broken = new BitSet();

    /** The same bytes, durable. */
    Inode copy() {
        Inode copy = new Inode();
        copy.broken.or(broken);
        copy.seen = content();
        copy.seenSize = seenSize;
        copy.durable = content();
        copy.durableSize = seenSize;
        return copy;
    }

    int size() {
        return seenSize;
    }

    byte[] content() {
        return Arrays.copyOf(seen, seenSize);
    }

    /** Reads up to the end, or to the first sector that cannot be read, as a kernel does. */
    int read(byte[] target, int at, int length, long position) throws IOException {
        if (position >= seenSize) {
            return -1;
        }
        int count = (int) Math.min(length, seenSize - position);
        int bad = broken.nextSetBit((int) position / SECTOR_BYTES);
        if (bad >= 0) {
            count = (int) Math.min(count, (long) bad * SECTOR_BYTES - position);
        }
        if (count <= 0 && length > 0) {
            throw new IOException("Input/output error");
        }
        System.arraycopy(seen, (int) position, target, at, count);
        return count;
    }

    void write(int position, byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        seen = grown(seen, position + bytes.length);
        System.arraycopy(bytes, 0, seen, position, bytes.length);
        seenSize = Math.max(seenSize, position + bytes.length);
        unsynced.add(new Change(position, bytes));
        int firstWhole = (position + SECTOR_BYTES - 1) / SECTOR_BYTES;
        int end = (position + bytes.length) / SECTOR_BYTES;
        broken.clear(firstWhole, Math.max(firstWhole, end));
    }

    /** The sectors of these bytes cannot be read any more, until they are written as a whole. */
    void breakSectors(int from, int to) {
        broken.set(from / SECTOR_BYTES, (to + SECTOR_BYTES - 1) / SECTOR_BYTES);
    }

    void truncate(int size) {
        if (size < seenSize) {
            Arrays.fill(seen, size, seenSize, (byte) 0);
            seenSize = size;
            unsynced.add(new Change(size, new byte[0]));
        }
    }

    void force() {
        for (Change change : unsynced) {
            apply(change, 0, change.bytes().length);
        }
        unsynced.clear();
    }

    void flip(int position, int bit) {
        seen[position] ^= (byte) (1 << bit);
        if (position < durableSize) {
            durable[position] ^= (byte) (1 << bit);
        }
    }

    /** The file after power loss: any subset of the unsynced sectors has reached the disk. */
    Inode afterPowerLoss(RandomGenerator random) {
        Inode after = new Inode();
        after.broken.or(broken);
        after.durable = durable.clone();
        after.durableSize = durableSize;
        int mood = random.nextInt(4);
        double chance = mood == 0 ? 0 : mood == 1 ? 1 : random.nextDouble();
        for (Change change : unsynced) {
            int length = change.bytes().length;
            if (length == 0 && random.nextDouble() < chance) {
                after.apply(change, 0, 0);
            }
            int from = 0;
            while (from < length) {
                int sectorEnd = ((change.position() + from) / SECTOR_BYTES + 1) * SECTOR_BYTES;
                int to = Math.min(length, sectorEnd - change.position());
                if (random.nextDouble() < chance) {
                    after.apply(change, from, to);
                }
                from = to;
            }
        }
        after.seen = after.durable.clone();
        after.seenSize = after.durableSize;
        return after;
    }

    private void apply(Change change, int from, int to) {
        if (change.bytes().length == 0) {
            int size = Math.min(durableSize, change.position());
            Arrays.fill(durable, size, durableSize, (byte) 0);
            durableSize = size;
            return;
        }
        int end = change.position() + to;
        durable = grown(durable, end);
        System.arraycopy(change.bytes(), from, durable, change.position() + from, to - from);
        durableSize = Math.max(durableSize, end);
    }

    private static byte[] grown(byte[] bytes, int size) {
        return size <= bytes.length
                ? bytes
                : Arrays.copyOf(bytes, Math.max(size, bytes.length + bytes.length / 2));
    }
}
