package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.ModelLimits;

import java.util.ArrayList;
import java.util.List;

/**
 * A condition as bytes: u8 code, arguments. Counts its parts, which are the conditions it is made
 * of and the values of its IN lists, and how deep it is. One instance per condition.
 */
final class ConditionCodec {
    private static final int COMPARE = 1;
    private static final int IN = 2;
    private static final int LIKE = 3;
    private static final int IS_NULL = 4;
    private static final int AND = 5;
    private static final int OR = 6;
    private static final int NOT = 7;

    private int parts;

    private ConditionCodec() {}

    static void put(Condition condition, ModelWriter out) {
        new ConditionCodec().put(condition, 1, out);
    }

    static Condition get(ModelReader in) throws MalformedModelException {
        return new ConditionCodec().get(1, in);
    }

    private void put(Condition condition, int depth, ModelWriter out) {
        ModelWriter.limit("CONDITION_DEPTH_MAX", depth, ModelLimits.CONDITION_DEPTH_MAX);
        count(1);
        if (condition instanceof Condition.Compare compare) {
            out.putByte(COMPARE);
            CellCodec.putName(compare.column(), out);
            out.putByte(compare.comparison().code());
            CellCodec.putValue(compare.value(), out);
        } else if (condition instanceof Condition.In in) {
            out.putByte(IN);
            CellCodec.putName(in.column(), out);
            count(in.values().size());
            out.putVarint(in.values().size());
            in.values().forEach(value -> CellCodec.putValue(value, out));
        } else if (condition instanceof Condition.Like like) {
            out.putByte(LIKE);
            CellCodec.putName(like.column(), out);
            out.putKey(CellCodec.utf8("pattern", like.pattern()));
        } else if (condition instanceof Condition.IsNull isNull) {
            out.putByte(IS_NULL);
            CellCodec.putName(isNull.column(), out);
        } else if (condition instanceof Condition.And and) {
            putAll(AND, and.conditions(), depth, out);
        } else if (condition instanceof Condition.Or or) {
            putAll(OR, or.conditions(), depth, out);
        } else if (condition instanceof Condition.Not not) {
            out.putByte(NOT);
            put(not.condition(), depth + 1, out);
        }
    }

    private void putAll(int code, List<Condition> conditions, int depth, ModelWriter out) {
        out.putByte(code);
        out.putVarint(conditions.size());
        for (Condition condition : conditions) {
            put(condition, depth + 1, out);
        }
    }

    private void count(int more) {
        parts += more;
        ModelWriter.limit("CONDITION_PARTS_MAX", parts, ModelLimits.CONDITION_PARTS_MAX);
    }

    private Condition get(int depth, ModelReader in) throws MalformedModelException {
        if (depth > ModelLimits.CONDITION_DEPTH_MAX) {
            throw new MalformedModelException(
                    "The limit CONDITION_DEPTH_MAX of "
                            + ModelLimits.CONDITION_DEPTH_MAX
                            + " is exceeded.");
        }
        counted(1);
        int code = in.getByte();
        return switch (code) {
            case COMPARE ->
                    new Condition.Compare(
                            CellCodec.getName(in),
                            GuardCodec.getComparison(in),
                            CellCodec.getValue(in));
            case IN -> new Condition.In(CellCodec.getName(in), getValues(in));
            case LIKE ->
                    new Condition.Like(
                            CellCodec.getName(in), CellCodec.string("pattern", in.getKey()));
            case IS_NULL -> new Condition.IsNull(CellCodec.getName(in));
            case AND -> new Condition.And(getAll(depth, in));
            case OR -> new Condition.Or(getAll(depth, in));
            case NOT -> new Condition.Not(get(depth + 1, in));
            default ->
                    throw new MalformedModelException("No condition has the number " + code + ".");
        };
    }

    private List<Object> getValues(ModelReader in) throws MalformedModelException {
        int count = partCount(in);
        counted(count);
        List<Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(CellCodec.getValue(in));
        }
        return values;
    }

    private List<Condition> getAll(int depth, ModelReader in) throws MalformedModelException {
        int count = partCount(in);
        List<Condition> conditions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            conditions.add(get(depth + 1, in));
        }
        return conditions;
    }

    private static int partCount(ModelReader in) throws MalformedModelException {
        return in.getParts("CONDITION_PARTS_MAX", ModelLimits.CONDITION_PARTS_MAX);
    }

    private void counted(int more) throws MalformedModelException {
        parts += more;
        if (parts > ModelLimits.CONDITION_PARTS_MAX) {
            throw new MalformedModelException(
                    "The limit CONDITION_PARTS_MAX of "
                            + ModelLimits.CONDITION_PARTS_MAX
                            + " is exceeded.");
        }
    }
}
