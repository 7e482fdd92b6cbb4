package io.paxosstore.protocol.model;

/** The model a space serves, and with it which PaxosLog and which engine its entities have. */
public enum SpaceKind {
    /** Every key is an entity with one value: its log holds whole images (Rule D7). */
    KEY_VALUE("key-value"),
    /** An entity holds named objects: the entries of its log are changes (Rule W1). */
    ENTITY("entity");

    /** Spaces with this number or a greater one are entity spaces. */
    public static final int ENTITY_FROM = 1 << 24;

    private final String word;

    SpaceKind(String word) {
        this.word = word;
    }

    /** The kind of a space, which its number tells. */
    public static SpaceKind of(int space) {
        return space < ENTITY_FROM ? KEY_VALUE : ENTITY;
    }

    /** What people call it. */
    public String word() {
        return word;
    }
}
