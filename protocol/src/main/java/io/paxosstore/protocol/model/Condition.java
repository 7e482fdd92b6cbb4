package io.paxosstore.protocol.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Which rows are meant. As in SQL, a comparison with NULL is neither true nor false but unknown;
 * NOT leaves unknown as it is, and only rows for which the whole is true are meant.
 *
 * <p>The engine reads as few rows as it can: those of one key if all columns of the primary key are
 * compared with EQUAL (joined by AND), else a range of the primary key, else a range of an index,
 * else all.
 */
public sealed interface Condition {
    /** All rows. */
    static Condition all() {
        return new And(List.of());
    }

    /**
     * A column compares so to a value of its type.
     *
     * @param value not null; see {@link IsNull}
     */
    record Compare(String column, Comparison comparison, Object value) implements Condition {}

    /** A column equals one of the values, which are not null. */
    record In(String column, List<Object> values) implements Condition {
        /** The list is copied. */
        public In {
            values = List.copyOf(values);
        }
    }

    /**
     * A string column matches a pattern: {@code %} stands for any characters, {@code _} for one,
     * and a backslash takes their meaning from {@code %}, {@code _} and itself.
     */
    record Like(String column, String pattern) implements Condition {}

    /** A column holds no value. */
    record IsNull(String column) implements Condition {}

    /** All are true; with none, always. */
    record And(List<Condition> conditions) implements Condition {
        /** The list is copied. */
        public And {
            conditions = List.copyOf(conditions);
        }
    }

    /** One at least is true; with none, never. */
    record Or(List<Condition> conditions) implements Condition {
        /** The list is copied. */
        public Or {
            conditions = List.copyOf(conditions);
        }
    }

    /** The condition is false. */
    record Not(Condition condition) implements Condition {}

    /** This and that; a chain of them is one list, however long, and not deep. */
    default Condition and(Condition other) {
        List<Condition> all = joined(conjuncts(this), conjuncts(other));
        return all.size() == 1 ? all.get(0) : new And(all);
    }

    /** This or that; a chain of them is one list, however long, and not deep. */
    default Condition or(Condition other) {
        List<Condition> any = joined(disjuncts(this), disjuncts(other));
        return any.size() == 1 ? any.get(0) : new Or(any);
    }

    private static List<Condition> conjuncts(Condition condition) {
        return condition instanceof And and ? and.conditions() : List.of(condition);
    }

    private static List<Condition> disjuncts(Condition condition) {
        return condition instanceof Or or ? or.conditions() : List.of(condition);
    }

    private static List<Condition> joined(List<Condition> first, List<Condition> second) {
        List<Condition> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    /** Not this. */
    default Condition not() {
        return new Not(this);
    }
}
