package io.paxosstore.core;

/** A write a client asks for; what it means is known to the {@link StateMachine} alone. */
public interface Command {}
