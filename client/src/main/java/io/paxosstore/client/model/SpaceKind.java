package io.paxosstore.client.model;

/** The model a space serves. */
public enum SpaceKind {
    /** Every key is an entity with one value. */
    KEY_VALUE("key-value"),
    /** An entity holds named lists, queues, sets, maps and values. */
    ENTITY("entity");

    private final String word;

    SpaceKind(String word) {
        this.word = word;
    }

    /** What people call it. */
    public String word() {
        return word;
    }
}
