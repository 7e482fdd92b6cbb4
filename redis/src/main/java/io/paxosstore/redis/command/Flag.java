package io.paxosstore.redis.command;

import java.util.Locale;

/** What COMMAND says of a command. */
public enum Flag {
    /** It may change something. */
    WRITE,
    /** It changes nothing. */
    READONLY,
    /** It may make the data larger. */
    DENYOOM,
    /** Its work does not grow with what is there. */
    FAST,
    /** For operators. */
    ADMIN,
    /** Of publishing and subscribing. */
    PUBSUB,
    /** Not within a script. */
    NOSCRIPT,
    /** It may wait. */
    BLOCKING,
    /** Its keys are not at fixed places. */
    MOVABLEKEYS,
    /** Allowed before a client has said who it is. */
    NO_AUTH,
    /** Not within a transaction. */
    NO_MULTI;

    /** As Redis writes it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
