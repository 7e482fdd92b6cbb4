package io.paxosstore.node.space;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

/** The numbers of spaces, which tell their kinds to core and engines. */
final class SpaceNumbers {
    private SpaceNumbers() {}

    /** The first number that a space of a kind gets. */
    static int first(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> EntityKey.SYSTEM_SPACE + 1;
            case ENTITY -> SpaceKind.ENTITY_FROM;
        };
    }

    /** The end of a kind's numbers, exclusive. */
    static int end(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> first(SpaceKind.ENTITY);
            case ENTITY -> Integer.MAX_VALUE;
        };
    }
}
