package io.paxosstore.sim.check;

import io.paxosstore.protocol.model.KvOperation;

/** What a client asks of one key. */
public sealed interface KvCall {
    /** A linearizable read. */
    record Read() implements KvCall {}

    /** A write. */
    record Write(KvOperation command) implements KvCall {}
}
