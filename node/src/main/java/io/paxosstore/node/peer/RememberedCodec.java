package io.paxosstore.node.peer;

import io.paxosstore.log.identity.Remembered;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;

import java.util.UUID;

/**
 * What a node tells another one that it remembers of it, as bytes; docs/peer-protocol.md draws
 * them. Whether an incarnation was only heard of is not told.
 */
public final class RememberedCodec {
    private static final int KNOWN = 1;
    private static final int LOST = 2;

    private RememberedCodec() {}

    static void write(ByteWriter out, Remembered remembered) {
        UUID store = remembered.storeId();
        out.putByte((remembered.known() ? KNOWN : 0) | (remembered.lost() ? LOST : 0));
        out.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        out.putVarint(remembered.incarnation());
    }

    public static Remembered read(ByteReader in) {
        int flags = in.getByte();
        return new Remembered(
                (flags & KNOWN) != 0,
                new UUID(in.getLong(), in.getLong()),
                in.getIntVarint(),
                (flags & LOST) != 0,
                false);
    }
}
