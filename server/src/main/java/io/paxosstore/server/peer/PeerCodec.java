package io.paxosstore.server.peer;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.ByteWriter;
import io.paxosstore.server.net.MalformedFrameException;

import org.jspecify.annotations.Nullable;

/**
 * Messages of the protocol as bytes; docs/peer-protocol.md draws them. Stateless.
 *
 * <pre>
 *  +------+---------------+-----------------+----------------------
 *  | kind | space: varint | key: len, bytes | fields of the kind ...
 *  +------+---------------+-----------------+----------------------
 * </pre>
 */
final class PeerCodec {
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

    /** Takes decoded messages. */
    interface Sink {
        void message(EntityKey key, Message message);

        /** A message was dropped because its value does not match its checksum (Rule K9). */
        void damaged(EntityKey key);
    }

    private PeerCodec() {}

    /** Appends a message. */
    static void write(ByteWriter out, EntityKey key, Message message) {
        switch (message) {
            case Message.Paxos paxos -> {
                head(out, PAXOS, key);
                int flags =
                        flag(paxos.valueId(), HAS_ID)
                                | flag(paxos.value(), HAS_VALUE)
                                | flag(paxos.newestChosenId(), HAS_CHOSEN_ID)
                                | (paxos.proposerVotePending() ? VOTE_PENDING : 0);
                out.u8(flags);
                out.varint(paxos.entry()).varint(paxos.promised()).varint(paxos.accepted());
                out.varint(paxos.viewPromised()).varint(paxos.viewAccepted());
                out.varint(paxos.newestChosen());
                writeId(out, paxos.valueId());
                writeId(out, paxos.newestChosenId());
                writeValue(out, paxos.value());
            }
            case Message.Probe probe -> {
                head(out, PROBE, key);
                out.u8(probe.forFloor() ? FOR_FLOOR : 0).varint(probe.nonce());
            }
            case Message.ProbeReply reply -> {
                head(out, PROBE_REPLY, key);
                out.u8(flag(reply.valueId(), HAS_ID) | (reply.durable() ? DURABLE : 0));
                out.varint(reply.nonce()).varint(reply.newestChosen());
                out.varint(reply.pendingEntry()).varint(reply.accepted());
                writeId(out, reply.valueId());
            }
            case Message.Learn learn -> {
                head(out, LEARN, key);
                out.varint(learn.version()).varint(learn.finishTo());
            }
            case Message.Chosen chosen -> {
                head(out, CHOSEN, key);
                out.u8(HAS_ID | flag(chosen.value(), HAS_VALUE));
                out.varint(chosen.entry());
                writeId(out, chosen.valueId());
                writeValue(out, chosen.value());
            }
        }
    }

    /** Reads one message and hands it to the sink. */
    static void read(ByteReader in, Sink sink) throws MalformedFrameException {
        int kind = in.u8();
        EntityKey key = new EntityKey(in.smallVarint(), in.blob());
        switch (kind) {
            case PAXOS -> readPaxos(in, key, sink);
            case PROBE -> {
                boolean forFloor = (in.u8() & FOR_FLOOR) != 0;
                sink.message(key, new Message.Probe(in.varint(), forFloor));
            }
            case PROBE_REPLY -> {
                int flags = in.u8();
                long nonce = in.varint();
                long newestChosen = in.varint();
                long pendingEntry = in.varint();
                long accepted = in.varint();
                ValueId id = (flags & HAS_ID) == 0 ? null : readId(in);
                boolean durable = (flags & DURABLE) != 0;
                sink.message(
                        key,
                        new Message.ProbeReply(
                                nonce, newestChosen, pendingEntry, accepted, durable, id));
            }
            case LEARN -> sink.message(key, new Message.Learn(in.varint(), in.varint()));
            case CHOSEN -> {
                int flags = in.u8();
                long entry = in.varint();
                ValueId id = readId(in);
                EntryValue value = (flags & HAS_VALUE) == 0 ? null : readValue(in, id);
                if (value != null && !value.isIntact()) {
                    sink.damaged(key);
                } else {
                    sink.message(key, new Message.Chosen(entry, id, value));
                }
            }
            default -> throw new MalformedFrameException("unknown message kind " + kind);
        }
    }

    private static void readPaxos(ByteReader in, EntityKey key, Sink sink)
            throws MalformedFrameException {
        int flags = in.u8();
        long entry = in.varint();
        long promised = in.varint();
        long accepted = in.varint();
        long viewPromised = in.varint();
        long viewAccepted = in.varint();
        long newestChosen = in.varint();
        ValueId id = (flags & HAS_ID) == 0 ? null : readId(in);
        ValueId chosenId = (flags & HAS_CHOSEN_ID) == 0 ? null : readId(in);
        EntryValue value = null;
        if ((flags & HAS_VALUE) != 0) {
            if (id == null) {
                throw new MalformedFrameException("a value comes without its id");
            }
            value = readValue(in, id);
            if (!value.isIntact()) {
                sink.damaged(key);
                return;
            }
        }
        sink.message(
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

    private static void head(ByteWriter out, int kind, EntityKey key) {
        out.u8(kind).varint(key.space()).blob(key.key());
    }

    private static int flag(@Nullable Object field, int bit) {
        return field == null ? 0 : bit;
    }

    private static void writeId(ByteWriter out, @Nullable ValueId id) {
        if (id != null) {
            out.varint(id.proposer()).varint(id.incarnation()).varint(id.sequence());
        }
    }

    private static ValueId readId(ByteReader in) throws MalformedFrameException {
        return new ValueId(in.smallVarint(), in.smallVarint(), in.varint());
    }

    private static void writeValue(ByteWriter out, @Nullable EntryValue value) {
        if (value != null) {
            out.blob(value.payload()).u32(value.crc());
        }
    }

    private static EntryValue readValue(ByteReader in, ValueId id) throws MalformedFrameException {
        byte[] payload = in.blob();
        return EntryValue.received(id, payload, in.u32());
    }
}
