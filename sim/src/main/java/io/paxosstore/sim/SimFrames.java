package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.peer.PeerCodec;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Looks into the frames between nodes, whose format is that of docs/peer-protocol.md: what passes,
 * and with which numbers. Not thread-safe.
 */
final class SimFrames {
    /** A message of a frame. */
    record Sent(EntityKey key, Message message) {}

    private static final int NUMBER_AT = 1;
    private static final int RESTS_ON_AT = NUMBER_AT + Integer.BYTES;

    private final ByteReader reader = new ByteReader();
    private final CRC32C crc = new CRC32C();

    /** The frames of bytes that were sent together, each without its length. */
    static List<byte[]> split(byte[] bytes, int length) {
        List<byte[]> frames = new ArrayList<>(1);
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
        while (in.hasRemaining()) {
            byte[] frame = new byte[in.getInt()];
            in.get(frame);
            frames.add(frame);
        }
        return frames;
    }

    /** Whether it carries messages: such a frame may be lost, and then its number is missing. */
    static boolean isBatch(byte[] frame) {
        return frame[0] == PeerFrames.BATCH;
    }

    /** The messages of a batch. */
    List<Sent> messages(byte[] batch) {
        reader.reset(batch, 1, batch.length - 1 - PeerFrames.CHECKSUM_BYTES);
        reader.getInt(); // its number
        reader.getInt(); // that of the incarnations which it rests on
        int count = reader.getInt();
        List<Sent> messages = new ArrayList<>(count);
        PeerCodec.Sink sink =
                new PeerCodec.Sink() {
                    @Override
                    public void message(int epoch, EntityKey key, Message message) {
                        messages.add(new Sent(key, message));
                    }

                    @Override
                    public void damaged(EntityKey key) {
                        throw new SimViolation("ValuesLeaveIntact", key.toString());
                    }

                    @Override
                    public void malformed(EntityKey key) {
                        throw new SimViolation("MessagesFitRecords", key.toString());
                    }
                };
        for (int i = 0; i < count; i++) {
            PeerCodec.read(reader, sink);
        }
        return messages;
    }

    /** Flips a bit in a value of a batch, as a node with bad memory would (Rule K9). */
    void flip(byte[] batch, List<Sent> messages, RandomSource random) {
        for (Sent sent : messages) {
            EntryValue value =
                    switch (sent.message()) {
                        case Message.Paxos m -> m.value();
                        case Message.Chosen m -> m.value();
                        case Message.Probe m -> null;
                        case Message.ProbeReply m -> null;
                        case Message.Learn m -> null;
                    };
            int at = value == null ? -1 : indexOf(batch, value.payload());
            if (value != null && at >= 0) {
                batch[at + random.nextInt(value.payload().length)] ^=
                        (byte) (1 << random.nextInt(8));
                close(batch);
                return;
            }
        }
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int at = 0; part.length > 0 && at + part.length <= bytes.length; at++) {
            int same = 0;
            while (same < part.length && bytes[at + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return at;
            }
        }
        return -1;
    }

    /** Gives a batch another number. */
    void number(byte[] batch, int number) {
        ByteBuffer.wrap(batch).putInt(NUMBER_AT, number);
        close(batch);
    }

    /** Makes a batch the first of a connection, which rests on what was told at its beginning. */
    void first(byte[] batch) {
        ByteBuffer.wrap(batch).putInt(NUMBER_AT, 0).putInt(RESTS_ON_AT, 1);
        close(batch);
    }

    private void close(byte[] frame) {
        int sumAt = frame.length - PeerFrames.CHECKSUM_BYTES;
        crc.reset();
        crc.update(frame, 0, sumAt);
        ByteBuffer.wrap(frame).putInt(sumAt, (int) crc.getValue());
    }
}
