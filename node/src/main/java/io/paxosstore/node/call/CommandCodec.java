package io.paxosstore.node.call;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

/** What is asked of an entity, as bytes for another node. Thread-safe. */
public interface CommandCodec {
    /** A command for an entity as bytes. */
    byte[] encode(EntityKey key, Command command);

    /**
     * The command.
     *
     * @throws MalformedBytesException if the bytes are no command for this entity
     */
    Command decode(EntityKey key, byte[] bytes);
}
