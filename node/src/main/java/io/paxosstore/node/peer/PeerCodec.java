package io.paxosstore.node.peer;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * Messages of the protocol as bytes; docs/peer-protocol.md draws them. Stateless.
 *
 * <pre>
 *  +------+---------------+---------------+-----------------+----------------------
 *  | kind | epoch: varint | space: varint | key: len, bytes | fields of the kind ...
 *  +------+---------------+---------------+-----------------+----------------------
 * </pre>
 */
public final class PeerCodec {
    private static final int PAXOS = 1;
    private static final int PROBE = 2;
    private static final int PROBE_REPLY = 3;
    private static final int LEARN = 4;
    private static final int CHOSEN = 5;

    private static final int HAS_ID = 1;
    private static final int HAS_VALUE = 2;
    private static final int HAS_CHOSEN_ID = 4;
    private static final int VOTE_PENDING = 8;
    private static final int DURABLE = 16;
    private static final int FOR_FLOOR = 32;
    private static final int WANTS_NEWEST = 64;

    /** Takes decoded messages. */
    public interface Sink {
        /**
         * A message has arrived.
         *
         * @param epoch in which its sender stood of the entity's slot (Rule M1)
         */
        void message(int epoch, EntityKey key, Message message);

        /** A message was dropped because its value does not match its checksum (Rule K9). */
        void damaged(EntityKey key);

        /** A message was dropped because it says what no record has room for. */
        void malformed(EntityKey key);
    }

    private PeerCodec() {}

    /** Appends a message that was said in an epoch of the entity's slot. */
    static void write(ByteWriter out, int epoch, EntityKey key, Message message) {
        switch (message) {
            case Message.Paxos paxos -> {
                head(out, PAXOS, epoch, key);
                int flags =
                        flag(paxos.valueId(), HAS_ID)
                                | flag(paxos.value(), HAS_VALUE)
                                | flag(paxos.newestChosenId(), HAS_CHOSEN_ID)
                                | (paxos.proposerVotePending() ? VOTE_PENDING : 0);
                out.putByte(flags);
                out.putVarint(paxos.entry())
                        .putVarint(paxos.promised())
                        .putVarint(paxos.accepted());
                out.putVarint(paxos.viewPromised()).putVarint(paxos.viewAccepted());
                out.putVarint(paxos.newestChosen());
                writeId(out, paxos.valueId());
                writeId(out, paxos.newestChosenId());
                writeValue(out, paxos.value());
            }
            case Message.Probe probe -> {
                head(out, PROBE, epoch, key);
                int wants = probe.wantsNewest() ? WANTS_NEWEST : 0;
                out.putByte((probe.forFloor() ? FOR_FLOOR : 0) | wants).putVarint(probe.nonce());
            }
            case Message.ProbeReply reply -> {
                head(out, PROBE_REPLY, epoch, key);
                out.putByte(flag(reply.valueId(), HAS_ID) | (reply.durable() ? DURABLE : 0));
                out.putVarint(reply.nonce()).putVarint(reply.newestChosen());
                out.putVarint(reply.pendingEntry()).putVarint(reply.accepted());
                writeId(out, reply.valueId());
            }
            case Message.Learn learn -> {
                head(out, LEARN, epoch, key);
                out.putVarint(learn.version()).putVarint(learn.finishTo());
            }
            case Message.Chosen chosen -> {
                head(out, CHOSEN, epoch, key);
                out.putByte(HAS_ID | flag(chosen.value(), HAS_VALUE));
                out.putVarint(chosen.entry());
                writeId(out, chosen.valueId());
                writeValue(out, chosen.value());
            }
        }
    }

    /** Reads one message and hands it to the sink. */
    public static void read(ByteReader in, Sink sink) {
        int kind = in.getByte();
        int epoch = in.getIntVarint();
        EntityKey key = new EntityKey(in.getIntVarint(), in.getBytes());
        switch (kind) {
            case PAXOS -> readPaxos(in, epoch, key, sink);
            case PROBE -> {
                int flags = in.getByte();
                boolean forFloor = (flags & FOR_FLOOR) != 0;
                boolean wantsNewest = (flags & WANTS_NEWEST) != 0;
                long nonce = in.getVarint();
                hand(sink, epoch, key, new Message.Probe(nonce, forFloor, wantsNewest));
            }
            case PROBE_REPLY -> {
                int flags = in.getByte();
                long nonce = in.getVarint();
                long newestChosen = in.getVarint();
                long pendingEntry = in.getVarint();
                long accepted = in.getVarint();
                ValueId id = (flags & HAS_ID) == 0 ? null : readId(in);
                boolean durable = (flags & DURABLE) != 0;
                hand(
                        sink,
                        epoch,
                        key,
                        new Message.ProbeReply(
                                nonce, newestChosen, pendingEntry, accepted, durable, id));
            }
            case LEARN -> hand(sink, epoch, key, new Message.Learn(in.getVarint(), in.getVarint()));
            case CHOSEN -> {
                int flags = in.getByte();
                long entry = in.getVarint();
                ValueId id = readId(in);
                EntryValue value = (flags & HAS_VALUE) == 0 ? null : readValue(in, id);
                if (value != null && !value.isIntact()) {
                    sink.damaged(key);
                } else {
                    hand(sink, epoch, key, new Message.Chosen(entry, id, value));
                }
            }
            default -> throw new MalformedBytesException("Unknown message kind " + kind + ".");
        }
    }

    private static void readPaxos(ByteReader in, int epoch, EntityKey key, Sink sink) {
        int flags = in.getByte();
        long entry = in.getVarint();
        long promised = in.getVarint();
        long accepted = in.getVarint();
        long viewPromised = in.getVarint();
        long viewAccepted = in.getVarint();
        long newestChosen = in.getVarint();
        ValueId id = (flags & HAS_ID) == 0 ? null : readId(in);
        ValueId chosenId = (flags & HAS_CHOSEN_ID) == 0 ? null : readId(in);
        EntryValue value = null;
        if ((flags & HAS_VALUE) != 0) {
            if (id == null) {
                throw new MalformedBytesException("A value comes without its id.");
            }
            if (accepted == 0) {
                throw new MalformedBytesException("A value comes that its sender did not accept.");
            }
            value = readValue(in, id);
            if (!value.isIntact()) {
                sink.damaged(key);
                return;
            }
        }
        hand(
                sink,
                epoch,
                key,
                new Message.Paxos(
                        entry,
                        promised,
                        accepted,
                        id,
                        value,
                        viewPromised,
                        viewAccepted,
                        newestChosen,
                        chosenId,
                        (flags & VOTE_PENDING) != 0));
    }

    private static void hand(Sink sink, int epoch, EntityKey key, Message message) {
        if (FormatBounds.holds(key, message)) {
            sink.message(epoch, key, message);
        } else {
            sink.malformed(key);
        }
    }

    private static void head(ByteWriter out, int kind, int epoch, EntityKey key) {
        out.putByte(kind).putVarint(epoch).putVarint(key.space()).putBytes(key.key());
    }

    private static int flag(@Nullable Object field, int bit) {
        return field == null ? 0 : bit;
    }

    private static void writeId(ByteWriter out, @Nullable ValueId id) {
        if (id != null) {
            out.putVarint(id.proposer()).putVarint(id.incarnation()).putVarint(id.sequence());
        }
    }

    private static ValueId readId(ByteReader in) {
        return new ValueId(in.getIntVarint(), in.getIntVarint(), in.getVarint());
    }

    private static void writeValue(ByteWriter out, @Nullable EntryValue value) {
        if (value != null) {
            out.putBytes(value.payload()).putInt(value.crc());
        }
    }

    private static EntryValue readValue(ByteReader in, ValueId id) {
        byte[] payload = in.getBytes();
        return EntryValue.received(id, payload, in.getInt());
    }
}
