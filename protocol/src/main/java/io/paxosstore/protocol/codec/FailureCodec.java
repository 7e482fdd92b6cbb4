package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectType;

/** Failures as bytes: u8 code, arguments. */
final class FailureCodec {
    private static final int WRONG_TYPE = 1;
    private static final int NO_SIZE = 2;
    private static final int NOT_A_NUMBER = 3;
    private static final int NUMBER_OVERFLOW = 4;
    private static final int LIMIT_EXCEEDED = 5;
    private static final int NO_TABLE = 6;
    private static final int TABLE_EXISTS = 7;
    private static final int NO_COLUMN = 8;
    private static final int WRONG_COLUMN = 9;
    private static final int ROW_EXISTS = 10;
    private static final int INVALID_TABLE = 11;
    private static final int SCORE_NOT_A_NUMBER = 12;

    private FailureCodec() {}

    static void put(Failure failure, ModelWriter out) {
        if (failure instanceof Failure.WrongType wrong) {
            out.putByte(WRONG_TYPE);
            out.putName(wrong.object());
            out.putByte(wrong.wanted().code());
            out.putByte(wrong.actual().code());
        } else if (failure instanceof Failure.NoSize none) {
            out.putByte(NO_SIZE);
            out.putName(none.object());
        } else if (failure instanceof Failure.NotANumber not) {
            out.putByte(NOT_A_NUMBER);
            out.putName(not.object());
        } else if (failure instanceof Failure.NumberOverflow overflow) {
            out.putByte(NUMBER_OVERFLOW);
            out.putName(overflow.object());
        } else if (failure instanceof Failure.ScoreNotANumber not) {
            out.putByte(SCORE_NOT_A_NUMBER);
            out.putName(not.object());
        } else if (failure instanceof Failure.LimitExceeded exceeded) {
            out.putByte(LIMIT_EXCEEDED);
            out.putName(exceeded.limit());
            out.putNatural("amount", exceeded.actual());
            out.putNatural("limit", exceeded.allowed());
        } else {
            putTable(failure, out);
        }
    }

    private static void putTable(Failure failure, ModelWriter out) {
        if (failure instanceof Failure.NoTable none) {
            out.putByte(NO_TABLE);
            out.putName(none.object());
        } else if (failure instanceof Failure.TableExists exists) {
            out.putByte(TABLE_EXISTS);
            out.putName(exists.object());
        } else if (failure instanceof Failure.NoColumn none) {
            out.putByte(NO_COLUMN);
            out.putName(none.object());
            CellCodec.putText(none.column(), out);
        } else if (failure instanceof Failure.WrongColumn wrong) {
            out.putByte(WRONG_COLUMN);
            out.putName(wrong.object());
            CellCodec.putText(wrong.column(), out);
            CellCodec.putText(wrong.expected(), out);
            CellCodec.putText(wrong.given(), out);
        } else if (failure instanceof Failure.RowExists exists) {
            out.putByte(ROW_EXISTS);
            out.putName(exists.object());
            CellCodec.putText(exists.key(), out);
        } else if (failure instanceof Failure.InvalidTable invalid) {
            out.putByte(INVALID_TABLE);
            out.putName(invalid.object());
            CellCodec.putText(invalid.reason(), out);
        }
    }

    static Failure get(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        return switch (code) {
            case WRONG_TYPE ->
                    new Failure.WrongType(in.getName(), type(in.getByte()), type(in.getByte()));
            case NO_SIZE -> new Failure.NoSize(in.getName());
            case NOT_A_NUMBER -> new Failure.NotANumber(in.getName());
            case NUMBER_OVERFLOW -> new Failure.NumberOverflow(in.getName());
            case LIMIT_EXCEEDED ->
                    new Failure.LimitExceeded(
                            in.getName(), in.getNatural("amount"), in.getNatural("limit"));
            case NO_TABLE -> new Failure.NoTable(in.getName());
            case TABLE_EXISTS -> new Failure.TableExists(in.getName());
            case NO_COLUMN -> new Failure.NoColumn(in.getName(), CellCodec.getText(in));
            case WRONG_COLUMN ->
                    new Failure.WrongColumn(
                            in.getName(),
                            CellCodec.getText(in),
                            CellCodec.getText(in),
                            CellCodec.getText(in));
            case ROW_EXISTS -> new Failure.RowExists(in.getName(), CellCodec.getText(in));
            case INVALID_TABLE -> new Failure.InvalidTable(in.getName(), CellCodec.getText(in));
            case SCORE_NOT_A_NUMBER -> new Failure.ScoreNotANumber(in.getName());
            default -> throw new MalformedModelException("No failure has the number " + code + ".");
        };
    }

    static ObjectType type(int code) throws MalformedModelException {
        try {
            return ObjectType.of(code);
        } catch (IllegalArgumentException e) {
            throw new MalformedModelException("No object type has the number " + code + ".");
        }
    }
}
