package io.paxosstore.core;

/** Which PaxosLog and which engine the entities of a space have. Told by the space's number. */
public enum SpaceKind {
    /** Every key is an entity: two entries, each the whole image (PaxosLog-as-value, Rule D7). */
    KV,
    /** An entity holds named objects: the general PaxosLog, whose entries are changes (Rule W1). */
    ENTITY;

    /** Spaces with this number or a greater one are entity spaces. */
    public static final int ENTITY_FROM = 1 << 24;

    /** The kind of a space. */
    public static SpaceKind of(int space) {
        return space < ENTITY_FROM ? KV : ENTITY;
    }
}
