package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Target;

/** Guards as bytes: u8 code, arguments. */
final class GuardCodec {
    private static final int EXISTS = 1;
    private static final int ABSENT = 2;
    private static final int EQUAL = 3;
    private static final int COMPARE = 4;
    private static final int VERSION = 5;
    private static final int CONTAINS = 6;
    private static final int SIZE = 7;
    private static final int ROWS = 8;

    private GuardCodec() {}

    static void put(Guard guard, ModelWriter out) {
        if (guard instanceof Guard.Exists exists) {
            out.putByte(EXISTS);
            putTarget(exists.target(), out);
        } else if (guard instanceof Guard.Absent absent) {
            out.putByte(ABSENT);
            putTarget(absent.target(), out);
        } else if (guard instanceof Guard.Equal equal) {
            out.putByte(EQUAL);
            putTarget(equal.target(), out);
            out.putElement(equal.expected());
        } else if (guard instanceof Guard.Compare compare) {
            out.putByte(COMPARE);
            putTarget(compare.target(), out);
            out.putByte(compare.comparison().code());
            out.putZigzag(compare.operand());
        } else if (guard instanceof Guard.Version version) {
            out.putByte(VERSION);
            out.putNatural("version", version.expected());
        } else if (guard instanceof Guard.Contains contains) {
            out.putByte(CONTAINS);
            out.putName(contains.object());
            out.putKey(contains.member());
        } else if (guard instanceof Guard.Size size) {
            out.putByte(SIZE);
            out.putName(size.object());
            out.putByte(size.comparison().code());
            out.putZigzag(size.operand());
        } else if (guard instanceof Guard.Rows rows) {
            out.putByte(ROWS);
            out.putName(rows.object());
            ConditionCodec.put(rows.where(), out);
            out.putByte(rows.comparison().code());
            out.putZigzag(rows.operand());
        }
    }

    static Guard get(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        return switch (code) {
            case EXISTS -> new Guard.Exists(getTarget(in));
            case ABSENT -> new Guard.Absent(getTarget(in));
            case EQUAL -> new Guard.Equal(getTarget(in), in.getElement());
            case COMPARE -> new Guard.Compare(getTarget(in), getComparison(in), in.getZigzag());
            case VERSION -> new Guard.Version(in.getNatural("version"));
            case CONTAINS -> new Guard.Contains(in.getName(), in.getKey());
            case SIZE -> new Guard.Size(in.getName(), getComparison(in), in.getZigzag());
            case ROWS ->
                    new Guard.Rows(
                            in.getName(),
                            ConditionCodec.get(in),
                            getComparison(in),
                            in.getZigzag());
            default -> throw new MalformedModelException("No guard has the number " + code + ".");
        };
    }

    private static void putTarget(Target target, ModelWriter out) {
        out.putName(target.object());
        out.putOptionalKey(target.field());
    }

    private static Target getTarget(ModelReader in) throws MalformedModelException {
        return new Target(in.getName(), in.getOptionalKey());
    }

    static Comparison getComparison(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        try {
            return Comparison.of(code);
        } catch (IllegalArgumentException e) {
            throw new MalformedModelException("No comparison has the number " + code + ".");
        }
    }
}
