package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.WriteStatus;

/** The numbers that stand for words of the interface on the wire. */
final class Codes {
    private Codes() {}

    static byte of(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> 1;
            case ENTITY -> 2;
        };
    }

    static SpaceKind spaceKind(byte code) throws MalformedFrameException {
        return switch (code) {
            case 1 -> SpaceKind.KEY_VALUE;
            case 2 -> SpaceKind.ENTITY;
            default -> throw new MalformedFrameException("Unknown space kind " + code + ".");
        };
    }

    static byte of(ReadMode mode) {
        return switch (mode) {
            case LINEARIZABLE -> 0;
            case LOCAL -> 1;
        };
    }

    static ReadMode readMode(byte code) throws MalformedFrameException {
        return switch (code) {
            case 0 -> ReadMode.LINEARIZABLE;
            case 1 -> ReadMode.LOCAL;
            default -> throw new MalformedFrameException("Unknown read mode " + code + ".");
        };
    }

    static byte of(WriteStatus status) {
        return switch (status) {
            case OK -> 0;
            case CONFLICT -> 1;
            case NOT_FOUND -> 2;
            case NOT_A_NUMBER -> 3;
            case NUMBER_OVERFLOW -> 4;
        };
    }

    static WriteStatus writeStatus(byte code) throws MalformedFrameException {
        return switch (code) {
            case 0 -> WriteStatus.OK;
            case 1 -> WriteStatus.CONFLICT;
            case 2 -> WriteStatus.NOT_FOUND;
            case 3 -> WriteStatus.NOT_A_NUMBER;
            case 4 -> WriteStatus.NUMBER_OVERFLOW;
            default -> throw new MalformedFrameException("Unknown write status " + code + ".");
        };
    }
}
