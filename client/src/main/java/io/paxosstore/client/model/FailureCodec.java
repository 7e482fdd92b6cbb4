package io.paxosstore.client.model;

/** Failures as bytes: u8 code, arguments. */
final class FailureCodec {
    private static final int WRONG_TYPE = 1;
    private static final int NO_SIZE = 2;
    private static final int NOT_A_NUMBER = 3;
    private static final int NUMBER_OVERFLOW = 4;
    private static final int LIMIT_EXCEEDED = 5;

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
        } else if (failure instanceof Failure.LimitExceeded exceeded) {
            out.putByte(LIMIT_EXCEEDED);
            out.putName(exceeded.limit());
            out.putNatural("amount", exceeded.actual());
            out.putNatural("limit", exceeded.allowed());
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
