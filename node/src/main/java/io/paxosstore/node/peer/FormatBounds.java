package io.paxosstore.node.peer;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * What the format of records has room for. No setting moves these bounds: a node holds whatever
 * another one may hold, however both are configured, and what is beyond them no correct node sends.
 * Taken in, it would stop the node when it is to be written. Stateless.
 */
final class FormatBounds {
    private FormatBounds() {}

    /** Whether a record of this entity can hold all that a message says. */
    static boolean holds(EntityKey key, Message message) {
        return key.key().length <= RecordFormat.KEY_BYTES_MAX
                && switch (message) {
                    case Message.Paxos paxos ->
                            holds(paxos.entry())
                                    && holds(paxos.newestChosen())
                                    && holds(paxos.value());
                    case Message.Probe probe -> true;
                    case Message.ProbeReply reply ->
                            holds(reply.newestChosen()) && holds(reply.pendingEntry());
                    case Message.Learn learn -> holds(learn.version()) && holds(learn.finishTo());
                    case Message.Chosen chosen -> holds(chosen.entry()) && holds(chosen.value());
                };
    }

    private static boolean holds(long entry) {
        return entry >= 0 && entry <= RecordFormat.ENTRY_MAX;
    }

    private static boolean holds(@Nullable EntryValue value) {
        return value == null || value.payload().length <= RecordFormat.PAYLOAD_BYTES_MAX;
    }

    /**
     * Reads the name of an entity in a frame that makes sense as a whole only.
     *
     * @throws MalformedBytesException if no record can be of it
     */
    static EntityKey readKey(ByteReader in) {
        EntityKey key = new EntityKey(in.getIntVarint(), in.getBytes());
        if (key.key().length > RecordFormat.KEY_BYTES_MAX) {
            throw new MalformedBytesException("A key has " + key.key().length + " bytes.");
        }
        return key;
    }
}
