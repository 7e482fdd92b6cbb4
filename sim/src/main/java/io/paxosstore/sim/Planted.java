package io.paxosstore.sim;

import io.paxosstore.core.Rules;

/** A bug planted in the protocol, to see whether it is found; or none. */
public interface Planted {
    /** What it is called. */
    String name();

    /** The rules with the bug. */
    Rules rules();
}
