package io.paxosstore.sim.check;

import io.paxosstore.core.kv.KvCommand;

/** What a client asks of one key. */
public sealed interface KvCall {
    /** A linearizable read. */
    record Read() implements KvCall {}

    /** A write. */
    record Write(KvCommand command) implements KvCall {}
}
