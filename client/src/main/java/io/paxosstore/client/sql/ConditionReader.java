package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.ModelLimits;

import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Reads conditions. */
final class ConditionReader {
    private static final String NESTED =
            "a condition nests at most " + ModelLimits.CONDITION_DEPTH_MAX + " deep";

    private ConditionReader() {}

    /** Reads a WHERE; without one, all rows are meant. */
    static SqlCondition where(@Nullable Expression tree) {
        return tree == null ? new SqlCondition.And(List.of()) : read(tree, 1);
    }

    private static SqlCondition read(Expression tree, int depth) {
        if (depth > ModelLimits.CONDITION_DEPTH_MAX) {
            throw Refusal.of(tree.toString(), NESTED);
        }
        if (tree instanceof AndExpression and) {
            return new SqlCondition.And(operands(and, depth));
        } else if (tree instanceof OrExpression or) {
            return new SqlCondition.Or(operands(or, depth));
        } else if (tree instanceof NotExpression not) {
            Refusal.unlessAll(tree, "NOT " + not.getExpression(), Refusal.CONDITION);
            return new SqlCondition.Not(read(not.getExpression(), depth + 1));
        } else if (tree instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            return read(list.get(0), depth + 1);
        } else if (tree instanceof BooleanValue || tree instanceof NullValue) {
            return new SqlCondition.Constant(LiteralReader.literal(tree));
        } else if (tree instanceof Column column) {
            return new SqlCondition.Compare(
                    LiteralReader.column(column), Comparison.EQUAL, new SqlLiteral.Bool(true));
        }
        return predicate(tree);
    }

    private static List<SqlCondition> operands(BinaryExpression chain, int depth) {
        return ConditionChains.operands(chain).stream()
                .map(operand -> read(operand, depth + 1))
                .toList();
    }

    private static SqlCondition predicate(Expression tree) {
        if (tree instanceof ComparisonOperator comparison) {
            return compare(comparison);
        } else if (tree instanceof Between between) {
            return between(between);
        } else if (tree instanceof InExpression in) {
            return in(in);
        } else if (tree instanceof LikeExpression like) {
            return like(like);
        } else if (tree instanceof IsNullExpression isNull) {
            Refusal.unlessAll(
                    tree,
                    isNull.getLeftExpression() + (isNull.isNot() ? " IS NOT NULL" : " IS NULL"),
                    Refusal.CONDITION);
            return not(isNull.isNot(), new SqlCondition.IsNull(column(isNull.getLeftExpression())));
        } else if (tree instanceof IsBooleanExpression is) {
            Refusal.unlessAll(
                    tree,
                    is.getLeftExpression()
                            + (is.isNot() ? " IS NOT " : " IS ")
                            + (is.isTrue() ? "TRUE" : "FALSE"),
                    Refusal.CONDITION);
            return not(
                    is.isNot(),
                    new SqlCondition.IsBool(column(is.getLeftExpression()), is.isTrue()));
        }
        throw Refusal.of(tree.toString(), Refusal.CONDITION);
    }

    private static SqlName column(Expression tree) {
        return LiteralReader.column(tree, Refusal.CONDITION);
    }

    private static SqlCondition not(boolean not, SqlCondition condition) {
        return not ? new SqlCondition.Not(condition) : condition;
    }

    private static SqlCondition compare(ComparisonOperator tree) {
        Expression left = tree.getLeftExpression();
        Expression right = tree.getRightExpression();
        Comparison comparison = comparison(tree);
        Refusal.unlessAll(
                tree, left + " " + tree.getStringExpression() + " " + right, Refusal.CONDITION);
        if (LiteralReader.isLiteral(left) && right instanceof Column column) {
            return new SqlCondition.Compare(
                    LiteralReader.column(column), mirrored(comparison), literal(left));
        } else if (left instanceof Column column && LiteralReader.isLiteral(right)) {
            return new SqlCondition.Compare(
                    LiteralReader.column(column), comparison, literal(right));
        } else if (right instanceof Column column && LiteralReader.column(column).quoted()) {
            throw Refusal.of(
                    tree.toString(), "a value is no column, and text stands in single quotes");
        }
        throw Refusal.of(tree.toString(), Refusal.CONDITION);
    }

    private static SqlLiteral literal(Expression tree) {
        return LiteralReader.literal(tree);
    }

    private static Comparison comparison(ComparisonOperator tree) {
        return switch (tree.getStringExpression()) {
            case "=" -> Comparison.EQUAL;
            case "<>", "!=" -> Comparison.NOT_EQUAL;
            case "<" -> Comparison.LESS;
            case "<=" -> Comparison.AT_MOST;
            case ">" -> Comparison.GREATER;
            case ">=" -> Comparison.AT_LEAST;
            default -> throw Refusal.of(tree.toString(), Refusal.CONDITION);
        };
    }

    /** The comparison with its sides exchanged. */
    private static Comparison mirrored(Comparison comparison) {
        return switch (comparison) {
            case EQUAL, NOT_EQUAL -> comparison;
            case LESS -> Comparison.GREATER;
            case AT_MOST -> Comparison.AT_LEAST;
            case GREATER -> Comparison.LESS;
            case AT_LEAST -> Comparison.AT_MOST;
        };
    }

    private static SqlCondition between(Between tree) {
        Expression start = tree.getBetweenExpressionStart();
        Expression end = tree.getBetweenExpressionEnd();
        Refusal.unlessAll(
                tree,
                tree.getLeftExpression()
                        + (tree.isNot() ? " NOT BETWEEN " : " BETWEEN ")
                        + start
                        + " AND "
                        + end,
                Refusal.CONDITION);
        SqlName column = column(tree.getLeftExpression());
        return not(
                tree.isNot(),
                new SqlCondition.And(
                        List.of(
                                new SqlCondition.Compare(
                                        column, Comparison.AT_LEAST, literal(start)),
                                new SqlCondition.Compare(
                                        column, Comparison.AT_MOST, literal(end)))));
    }

    private static SqlCondition in(InExpression tree) {
        Expression right = tree.getRightExpression();
        Refusal.unlessAll(
                tree,
                tree.getLeftExpression() + (tree.isNot() ? " NOT IN " : " IN ") + right,
                Refusal.CONDITION);
        if (!(right instanceof ParenthesedExpressionList<?> list)) {
            throw Refusal.of(tree.toString(), Refusal.CONDITION);
        }
        List<SqlLiteral> values = new ArrayList<>();
        for (Expression value : list) {
            values.add(literal(value));
        }
        return not(tree.isNot(), new SqlCondition.In(column(tree.getLeftExpression()), values));
    }

    private static SqlCondition like(LikeExpression tree) {
        Expression right = tree.getRightExpression();
        Expression escape = tree.getEscape();
        Refusal.unlessAll(
                tree,
                tree.getLeftExpression()
                        + (tree.isNot() ? " NOT LIKE " : " LIKE ")
                        + right
                        + (escape == null ? "" : " ESCAPE " + escape),
                Refusal.CONDITION);
        SqlName column = column(tree.getLeftExpression());
        if (!LiteralReader.isLiteral(right) || !(literal(right) instanceof SqlLiteral.Text text)) {
            throw Refusal.of(tree.toString(), "LIKE takes a pattern such as 'a%'");
        }
        return not(
                tree.isNot(), new SqlCondition.Like(column, pattern(text.value(), escape(escape))));
    }

    private static char escape(@Nullable Expression tree) {
        if (tree == null) {
            return '\\';
        }
        if (LiteralReader.isLiteral(tree)
                && literal(tree) instanceof SqlLiteral.Text text
                && text.value().length() == 1) {
            return text.value().charAt(0);
        }
        throw Refusal.of("ESCAPE " + tree, "an escape is one character");
    }

    /** The pattern with a backslash as its escape. */
    private static String pattern(String text, char escape) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == escape) {
                i++;
                char next = i < text.length() ? text.charAt(i) : 0;
                if (next != '%' && next != '_' && next != escape) {
                    throw new SqlException(
                            "In the pattern '"
                                    + Refusal.shortened(text)
                                    + "' the escape "
                                    + escape
                                    + " stands before something else than %, _ or itself.");
                }
                c = next;
                pattern.append(c == '%' || c == '_' || c == '\\' ? "\\" : "").append(c);
            } else {
                pattern.append(c == '\\' ? "\\\\" : String.valueOf(c));
            }
        }
        return pattern.toString();
    }
}
