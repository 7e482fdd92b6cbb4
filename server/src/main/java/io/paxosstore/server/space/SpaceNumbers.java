package io.paxosstore.server.space;

import io.paxosstore.protocol.model.SpaceKind;

/** The numbers of spaces, which tell their kinds to core and engines. */
public final class SpaceNumbers {
    /** Entity spaces have this number or a greater one. */
    static final int ENTITY_FROM = io.paxosstore.protocol.model.SpaceKind.ENTITY_FROM;

    private SpaceNumbers() {}

    /** The kind of a space. */
    public static SpaceKind kindOf(int id) {
        return switch (io.paxosstore.protocol.model.SpaceKind.of(id)) {
            case KEY_VALUE -> SpaceKind.KEY_VALUE;
            case ENTITY -> SpaceKind.ENTITY;
        };
    }
}
