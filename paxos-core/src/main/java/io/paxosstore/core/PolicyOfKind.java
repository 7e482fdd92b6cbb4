package io.paxosstore.core;

import io.paxosstore.protocol.model.SpaceKind;

/** The same policy for all spaces of a kind. */
record PolicyOfKind(SpacePolicy keyValue, SpacePolicy entity) implements SpacePolicies {
    @Override
    public SpacePolicy of(int space) {
        return switch (SpaceKind.of(space)) {
            case KEY_VALUE -> keyValue;
            case ENTITY -> entity;
        };
    }
}
