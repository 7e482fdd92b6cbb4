package io.paxosstore.server.peer;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;

import java.util.UUID;

/**
 * What a node remembers of another one.
 *
 * @param known whether they have met
 * @param storeId its store, if they have met
 * @param incarnation the greatest one heard of; 0 for none
 * @param lost whether it came once with another store than before, and has not been whole since
 */
public record Remembered(boolean known, UUID storeId, int incarnation, boolean lost) {
    private static final int KNOWN = 1;
    private static final int LOST = 2;

    /** Nothing. */
    public static final Remembered NOTHING = new Remembered(false, new UUID(0, 0), 0, false);

    void write(ByteWriter out) {
        out.putByte((known ? KNOWN : 0) | (lost ? LOST : 0));
        out.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
        out.putVarint(incarnation);
    }

    static Remembered read(ByteReader in) {
        int flags = in.getByte();
        return new Remembered(
                (flags & KNOWN) != 0,
                new UUID(in.getLong(), in.getLong()),
                in.getIntVarint(),
                (flags & LOST) != 0);
    }

    /**
     * Whether the node that this is told, had another store once (Rule A1).
     *
     * @param itsStore the store it has now
     */
    boolean tellsOfAnotherStore(UUID itsStore) {
        return lost || (known && !storeId.equals(itsStore));
    }
}
