package io.paxosstore.server.peer;

import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The first frame to a peer port, as far as a node's own decoder gets with it. */
public enum FirstFrame {
    /** Not the length that it says, or longer than a node takes then. */
    LENGTH,
    /** Of another type or version, or with another magic. */
    STRANGE,
    /** The checksum does not match. */
    CHECKSUM,
    /** The checksum matches, and a field cannot be read. */
    MALFORMED,
    /** Everything could be read. */
    READ;

    /** Reads a frame. */
    public static FirstFrame of(byte[] frame) {
        int length = frame.length - Integer.BYTES;
        boolean isWhole =
                length > 0
                        && ByteBuffer.wrap(frame).getInt() == length
                        && length <= PeerHello.FRAME_BYTES_MAX;
        if (!isWhole) {
            return LENGTH;
        }
        try {
            PeerFrames.checked(new CRC32C(), frame, Integer.BYTES, length);
        } catch (MalformedBytesException e) {
            return CHECKSUM;
        }
        ByteReader in = body(frame);
        try {
            int type = in.getByte();
            boolean isKnown = type == PeerFrames.HELLO || type == PeerFrames.CONFIRM;
            if (!isKnown || in.getInt() != PeerHello.MAGIC || in.getVarint() != PeerHello.VERSION) {
                return STRANGE;
            }
            if (type == PeerFrames.HELLO) {
                PeerHello.readFields(in);
            } else {
                in.getText();
                in.getIntVarint();
                in.getLong();
            }
            return READ;
        } catch (MalformedBytesException e) {
            return MALFORMED;
        }
    }

    /**
     * The greeting of a HELLO.
     *
     * @throws MalformedBytesException when a field cannot be read, or something is behind the last
     */
    public static PeerHello hello(byte[] frame) {
        ByteReader in = body(frame);
        in.getByte();
        in.getInt();
        in.getVarint();
        PeerHello hello = PeerHello.readFields(in);
        if (in.remaining() > 0) {
            throw new MalformedBytesException(in.remaining() + " bytes are left over.");
        }
        return hello;
    }

    private static ByteReader body(byte[] frame) {
        return new ByteReader()
                .reset(
                        frame,
                        Integer.BYTES,
                        frame.length - Integer.BYTES - PeerFrames.CHECKSUM_BYTES);
    }
}
