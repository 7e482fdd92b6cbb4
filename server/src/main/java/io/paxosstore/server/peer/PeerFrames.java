package io.paxosstore.server.peer;

import io.paxosstore.server.net.ByteWriter;

/** The frames of the peer protocol: their types, and those that are made as a whole. */
final class PeerFrames {
    static final int HELLO = 1;
    static final int WELCOME = 2;
    static final int REFUSED = 3;
    static final int BATCH = 4;

    /** Longest frame of an open connection. */
    static final int FRAME_BYTES_MAX = 64 << 20;

    private static final int SMALL_BYTES = 256;

    private PeerFrames() {}

    /** HELLO or WELCOME. */
    static byte[] greeting(int type, PeerHello self) {
        ByteWriter out = new ByteWriter(SMALL_BYTES).u32(0).u8(type);
        self.write(out);
        return finish(out);
    }

    /** REFUSED with its sentence. */
    static byte[] refused(String sentence) {
        return finish(new ByteWriter(SMALL_BYTES).u32(0).u8(REFUSED).text(sentence));
    }

    /** A BATCH without messages: says that the sender lives. */
    static byte[] heartbeat() {
        return finish(new ByteWriter(SMALL_BYTES).u32(0).u8(BATCH).u32(0));
    }

    private static byte[] finish(ByteWriter out) {
        out.u32At(0, out.size() - Integer.BYTES);
        return out.toBytes();
    }
}
