package io.paxosstore.client.sql;

import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.HexFormat;

/** Reads values and names. */
final class LiteralReader {
    /** Most digits of a number on either side of its point; no type has as many. */
    private static final int DIGITS_MAX = 1000;

    private LiteralReader() {}

    /** Whether it is a value, as far as the kind of the tree tells. */
    static boolean isLiteral(Expression tree) {
        return tree instanceof NullValue
                || tree instanceof BooleanValue
                || tree instanceof LongValue
                || tree instanceof DoubleValue
                || tree instanceof StringValue
                || tree instanceof HexValue
                || tree instanceof DateTimeLiteralExpression
                || tree instanceof SignedExpression;
    }

    static SqlLiteral literal(Expression tree) {
        if (tree instanceof NullValue) {
            return new SqlLiteral.Null();
        } else if (tree instanceof BooleanValue bool) {
            return new SqlLiteral.Bool(bool.getValue());
        } else if (tree instanceof LongValue || tree instanceof DoubleValue) {
            return number(tree.toString());
        } else if (tree instanceof SignedExpression signed) {
            return signed(signed);
        } else if (tree instanceof StringValue text) {
            return text(text);
        } else if (tree instanceof HexValue hex) {
            return bytes(hex.toString().strip());
        } else if (tree instanceof DateTimeLiteralExpression time) {
            return time(time);
        }
        throw Refusal.of(tree.toString(), Refusal.VALUE);
    }

    static SqlLiteral.Numeric number(Expression tree) {
        if (literal(tree) instanceof SqlLiteral.Numeric number) {
            return number;
        }
        throw Refusal.of(tree.toString(), Refusal.SET);
    }

    private static SqlLiteral.Numeric number(String text) {
        try {
            return checked(new BigDecimal(text), text);
        } catch (NumberFormatException e) {
            throw Refusal.of(text, Refusal.VALUE);
        }
    }

    /** A number that is not so long that reckoning with it would take long. */
    static SqlLiteral.Numeric checked(BigDecimal value, String text) {
        if (Math.abs((long) value.scale()) > DIGITS_MAX || value.precision() > DIGITS_MAX) {
            throw new SqlException(
                    "The number " + Refusal.shortened(text) + " has more than 1000 digits.");
        }
        return new SqlLiteral.Numeric(value, text);
    }

    private static SqlLiteral.Numeric signed(SignedExpression tree) {
        Expression inner = tree.getExpression();
        boolean negative = tree.getSign() == '-';
        if ((negative || tree.getSign() == '+')
                && (inner instanceof LongValue || inner instanceof DoubleValue)) {
            SqlLiteral.Numeric number = number(inner.toString());
            return negative ? number.negated() : number;
        }
        throw Refusal.of(tree.toString(), Refusal.VALUE);
    }

    private static SqlLiteral.Text text(StringValue tree) {
        SqlLiteral.Text text = new SqlLiteral.Text(tree.getValue().replace("''", "'"));
        if (!tree.toString().equals(text.show())) {
            throw Refusal.of(tree.toString(), Refusal.VALUE);
        }
        return text;
    }

    private static SqlLiteral.Bytes bytes(String tree) {
        int last = tree.length() - 1;
        boolean quoted =
                last >= 2
                        && (tree.charAt(0) == 'X' || tree.charAt(0) == 'x')
                        && tree.charAt(1) == '\''
                        && tree.charAt(last) == '\'';
        if (!quoted) {
            throw Refusal.of(tree, Refusal.VALUE);
        }
        try {
            return new SqlLiteral.Bytes(HexFormat.of().parseHex(tree.substring(2, last)));
        } catch (IllegalArgumentException e) {
            throw new SqlException(
                    "The bytes " + Refusal.shortened(tree) + " are not pairs of digits 0 to f.");
        }
    }

    private static SqlLiteral.Time time(DateTimeLiteralExpression tree) {
        String quoted = tree.getValue();
        int last = quoted.length() - 1;
        if (tree.getType() != DateTimeLiteralExpression.DateTime.TIMESTAMP
                || last < 1
                || quoted.charAt(0) != '\''
                || quoted.charAt(last) != '\'') {
            throw Refusal.of(tree.toString(), Refusal.VALUE);
        }
        SqlLiteral.Time time = new SqlLiteral.Time(quoted.substring(1, last));
        Refusal.unlessAll(tree, time.show(), Refusal.VALUE);
        return time;
    }

    /** A column that stands alone, without its table or anything else. */
    static SqlName column(Column tree) {
        Refusal.unlessAll(tree, tree.getColumnName(), Refusal.COLUMN);
        return SqlName.of(tree.getColumnName());
    }

    /** A column that stands alone. */
    static SqlName column(Expression tree, String supported) {
        if (tree instanceof Column column) {
            return column(column);
        }
        throw Refusal.of(tree.toString(), supported);
    }

    /** A table that stands alone, without a schema, an alias or anything else. */
    static String table(@Nullable Table tree) {
        return SqlName.of(token(tree)).text();
    }

    /** What the statement calls a table that stands alone. */
    static String token(@Nullable Table tree) {
        String name = tree == null ? null : tree.getName();
        if (tree == null || name == null || name.isEmpty()) {
            throw new SqlException("The statement names no table.");
        }
        Refusal.unlessAll(tree, name, Refusal.TABLE);
        return name;
    }
}
