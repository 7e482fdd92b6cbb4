package io.paxosstore.node.peer;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Call;

import org.jspecify.annotations.Nullable;

/** What nodes say to each other about calls that one executes for the other. */
sealed interface ForwardFrame {
    /** What the sender calls it; unique on its connection. */
    long id();

    /**
     * FORWARD: the receiver is to execute a call.
     *
     * @param ofClient whether a client asks, not the sender itself
     * @param call null if this node does not understand it
     */
    record Ask(long id, boolean ofClient, @Nullable Call call) implements ForwardFrame {}

    /** FORWARDED: how a call ended. */
    record Answer(long id, Outcome outcome) implements ForwardFrame {}

    /** FORWARDED: a call takes long, and is worked on. */
    record WorkedOn(long id) implements ForwardFrame {}
}
