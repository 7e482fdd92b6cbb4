package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.TableSchema;

import java.util.ArrayList;
import java.util.List;

/**
 * Fits conditions to a schema. NOT is moved down to the comparisons. Above them only AND and OR are
 * left, which are true for no more rows if what is unknown counts as false; so what is always
 * unknown, as a comparison with NULL, can be left out as {@link #NEVER}.
 */
final class ConditionBinder {
    /** No row. */
    static final Condition NEVER = new Condition.Or(List.of());

    private final String table;
    private final TableSchema schema;

    ConditionBinder(String table, TableSchema schema) {
        this.table = table;
        this.schema = schema;
    }

    /**
     * The rows for which the condition is true.
     *
     * @throws SqlException if it does not fit the schema
     */
    Condition bind(SqlCondition condition) {
        return bind(condition, false);
    }

    private Condition bind(SqlCondition condition, boolean negated) {
        if (condition instanceof SqlCondition.And and) {
            return negated ? or(all(and.conditions(), true)) : and(all(and.conditions(), false));
        } else if (condition instanceof SqlCondition.Or or) {
            return negated ? and(all(or.conditions(), true)) : or(all(or.conditions(), false));
        } else if (condition instanceof SqlCondition.Not not) {
            return bind(not.condition(), !negated);
        } else if (condition instanceof SqlCondition.Constant constant) {
            return constant.value() instanceof SqlLiteral.Bool bool && bool.value() != negated
                    ? Condition.all()
                    : NEVER;
        } else if (condition instanceof SqlCondition.Compare compare) {
            Comparison comparison = compare.comparison();
            return compare(
                    column(compare.column()),
                    negated ? opposite(comparison) : comparison,
                    compare.value());
        } else if (condition instanceof SqlCondition.In in) {
            return in(column(in.column()), in.values(), negated);
        } else if (condition instanceof SqlCondition.Like like) {
            return like(like, negated);
        } else if (condition instanceof SqlCondition.IsNull isNull) {
            Condition bound = new Condition.IsNull(column(isNull.column()).name());
            return negated ? bound.not() : bound;
        } else if (condition instanceof SqlCondition.IsBool is) {
            return is(column(is.column()), is.value(), negated);
        }
        throw new AssertionError(condition);
    }

    private List<Condition> all(List<SqlCondition> conditions, boolean negated) {
        List<Condition> bound = new ArrayList<>(conditions.size());
        for (SqlCondition condition : conditions) {
            bound.add(bind(condition, negated));
        }
        return bound;
    }

    private static Condition and(List<Condition> conditions) {
        List<Condition> flat = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition.equals(NEVER)) {
                return NEVER;
            } else if (condition instanceof Condition.And inner) {
                flat.addAll(inner.conditions());
            } else {
                flat.add(condition);
            }
        }
        return flat.size() == 1 ? flat.get(0) : new Condition.And(flat);
    }

    private static Condition or(List<Condition> conditions) {
        List<Condition> flat = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition.equals(Condition.all())) {
                return Condition.all();
            } else if (condition instanceof Condition.Or inner) {
                flat.addAll(inner.conditions());
            } else {
                flat.add(condition);
            }
        }
        return flat.size() == 1 ? flat.get(0) : new Condition.Or(flat);
    }

    private Column column(SqlName name) {
        return schema.columns().get(schema.indexOf(name.column(schema, table)));
    }

    private static Comparison opposite(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Comparison.NOT_EQUAL;
            case NOT_EQUAL -> Comparison.EQUAL;
            case LESS -> Comparison.AT_LEAST;
            case AT_MOST -> Comparison.GREATER;
            case GREATER -> Comparison.AT_MOST;
            case AT_LEAST -> Comparison.LESS;
        };
    }

    private Condition compare(Column column, Comparison comparison, SqlLiteral literal) {
        Coercion.Operand operand = Coercion.operand(table, column, literal);
        if (operand instanceof Coercion.Operand.Exact exact) {
            return new Condition.Compare(column.name(), comparison, exact.value());
        } else if (operand instanceof Coercion.Operand.After after) {
            return switch (comparison) {
                case EQUAL -> NEVER;
                case NOT_EQUAL -> present(column);
                case LESS, AT_MOST ->
                        new Condition.Compare(column.name(), Comparison.AT_MOST, after.value());
                case GREATER, AT_LEAST ->
                        new Condition.Compare(column.name(), Comparison.GREATER, after.value());
            };
        } else if (operand instanceof Coercion.Operand.Unknown) {
            return NEVER;
        }
        boolean above = operand instanceof Coercion.Operand.AboveAll;
        return switch (comparison) {
            case EQUAL -> NEVER;
            case NOT_EQUAL -> present(column);
            case LESS, AT_MOST -> above ? present(column) : NEVER;
            case GREATER, AT_LEAST -> above ? NEVER : present(column);
        };
    }

    private static Condition present(Column column) {
        return new Condition.IsNull(column.name()).not();
    }

    private Condition in(Column column, List<SqlLiteral> literals, boolean negated) {
        List<Object> values = new ArrayList<>();
        boolean unknown = false;
        for (SqlLiteral literal : literals) {
            Coercion.Operand operand = Coercion.operand(table, column, literal);
            if (operand instanceof Coercion.Operand.Exact exact) {
                values.add(exact.value());
            }
            unknown |= operand instanceof Coercion.Operand.Unknown;
        }
        if (!negated) {
            return values.isEmpty() ? NEVER : new Condition.In(column.name(), values);
        } else if (unknown) {
            return NEVER; // whatever it is, it might equal the NULL
        }
        return values.isEmpty() ? present(column) : new Condition.In(column.name(), values).not();
    }

    private Condition like(SqlCondition.Like like, boolean negated) {
        Column column = column(like.column());
        if (column.type() != ColumnType.STRING) {
            throw new SqlException(
                    "The column \""
                            + column.name()
                            + "\" of the table \""
                            + table
                            + "\" is "
                            + column.typeWord()
                            + "; LIKE takes a string.");
        }
        Condition bound = new Condition.Like(column.name(), like.pattern());
        return negated ? bound.not() : bound;
    }

    private Condition is(Column column, boolean value, boolean negated) {
        SqlLiteral wanted = new SqlLiteral.Bool(negated ? !value : value);
        Condition equal = compare(column, Comparison.EQUAL, wanted);
        return negated ? or(List.of(equal, new Condition.IsNull(column.name()))) : equal;
    }
}
