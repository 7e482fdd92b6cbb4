package io.paxosstore.dist;

import io.paxosstore.dist.PromQlTokens.Kind;
import io.paxosstore.dist.PromQlTokens.Token;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Parses a query of Prometheus and checks its types, as its documentation has them: what is an
 * argument of which function, which operators take vectors, where a range is needed. It knows the
 * functions that are in use here, and neither powers nor the newest syntax.
 */
final class PromQl {
    /** What an expression gives. */
    enum Type {
        SCALAR,
        VECTOR,
        RANGE,
        STRING
    }

    /** A condition on a label: {@code name operator "value"}. */
    record Match(String label, String operator, String value) {}

    /** Series that a query asks for. */
    record Series(String metric, List<Match> matches) {}

    private record Function(Type result, List<Type> arguments) {
        private Function(Type result, Type... arguments) {
            this(result, List.of(arguments));
        }
    }

    private static final Function OF_RANGE = new Function(Type.VECTOR, Type.RANGE);
    private static final Function OF_VECTOR = new Function(Type.VECTOR, Type.VECTOR);

    private static final Map<String, Function> FUNCTIONS =
            Map.ofEntries(
                    Map.entry("rate", OF_RANGE),
                    Map.entry("irate", OF_RANGE),
                    Map.entry("increase", OF_RANGE),
                    Map.entry("delta", OF_RANGE),
                    Map.entry("deriv", OF_RANGE),
                    Map.entry("changes", OF_RANGE),
                    Map.entry("resets", OF_RANGE),
                    Map.entry("avg_over_time", OF_RANGE),
                    Map.entry("min_over_time", OF_RANGE),
                    Map.entry("max_over_time", OF_RANGE),
                    Map.entry("abs", OF_VECTOR),
                    Map.entry("timestamp", OF_VECTOR),
                    Map.entry("absent", OF_VECTOR),
                    Map.entry("scalar", new Function(Type.SCALAR, Type.VECTOR)),
                    Map.entry("vector", new Function(Type.VECTOR, Type.SCALAR)),
                    Map.entry("time", new Function(Type.SCALAR)),
                    Map.entry("clamp_min", new Function(Type.VECTOR, Type.VECTOR, Type.SCALAR)),
                    Map.entry("predict_linear", new Function(Type.VECTOR, Type.RANGE, Type.SCALAR)),
                    Map.entry(
                            "histogram_quantile",
                            new Function(Type.VECTOR, Type.SCALAR, Type.VECTOR)));

    /** Aggregations, and whether a parameter comes first. */
    private static final Map<String, Boolean> AGGREGATIONS =
            Map.of(
                    "sum",
                    false,
                    "min",
                    false,
                    "max",
                    false,
                    "avg",
                    false,
                    "count",
                    false,
                    "topk",
                    true,
                    "bottomk",
                    true,
                    "quantile",
                    true);

    /** Binary operators, those that bind least first. */
    private static final List<Set<String>> LEVELS =
            List.of(
                    Set.of("or"),
                    Set.of("and", "unless"),
                    Set.of("==", "!=", "<", ">", "<=", ">="),
                    Set.of("+", "-"),
                    Set.of("*", "/", "%"));

    private static final Set<String> SETS = Set.of("or", "and", "unless");
    private static final Set<String> COMPARISONS = LEVELS.get(2);

    private final String query;
    private final List<Token> tokens;
    private final List<Series> series = new ArrayList<>();
    private final Set<String> labels = new HashSet<>();
    private final Type type;
    private int next;

    /**
     * @throws IllegalArgumentException if it is no query, with the place
     */
    PromQl(String query) {
        this.query = query;
        this.tokens = PromQlTokens.of(query);
        this.type = expression(0);
        if (peek().kind() != Kind.END) {
            throw wrong("'" + peek().text() + "' is too much");
        }
        if (type == Type.RANGE) {
            throw wrong("a range cannot be shown");
        }
    }

    Type type() {
        return type;
    }

    /** The series it asks for. */
    List<Series> series() {
        return series;
    }

    /** The labels that it groups and joins by. */
    Set<String> labels() {
        return labels;
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException(why + ", at " + peek().at() + " of: " + query);
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = peek();
        next += token.kind() == Kind.END ? 0 : 1;
        return token;
    }

    private boolean takes(String text) {
        boolean is = peek().kind() != Kind.STRING && peek().text().equals(text);
        next += is ? 1 : 0;
        return is;
    }

    private void expect(String text) {
        if (!takes(text)) {
            throw wrong("'" + text + "' is missing");
        }
    }

    private String expect(Kind kind) {
        if (peek().kind() != kind) {
            throw wrong("a " + kind + " is missing");
        }
        return take().text();
    }

    private Type expression(int level) {
        if (level == LEVELS.size()) {
            return unary();
        }
        Type left = expression(level + 1);
        while (peek().kind() != Kind.STRING && LEVELS.get(level).contains(peek().text())) {
            String operator = take().text();
            boolean bool = takes("bool");
            if (bool && !COMPARISONS.contains(operator)) {
                throw wrong("'bool' is for comparisons");
            }
            boolean matched = matching(operator);
            left = binary(operator, left, expression(level + 1), bool);
            if (matched && left != Type.VECTOR) {
                throw wrong("only vectors are joined");
            }
        }
        return left;
    }

    private boolean matching(String operator) {
        if (!takes("on") && !takes("ignoring")) {
            return false;
        }
        grouping();
        if (takes("group_left") || takes("group_right")) {
            if (SETS.contains(operator)) {
                throw wrong("'" + operator + "' has no groups");
            }
            if (peek().text().equals("(")) {
                grouping();
            }
        }
        return true;
    }

    private Type binary(String operator, Type left, Type right, boolean bool) {
        for (Type side : List.of(left, right)) {
            if (side != Type.VECTOR && (side != Type.SCALAR || SETS.contains(operator))) {
                throw wrong("'" + operator + "' does not take a " + side);
            }
        }
        boolean scalars = left == Type.SCALAR && right == Type.SCALAR;
        if (scalars && COMPARISONS.contains(operator) && !bool) {
            throw wrong("numbers are compared with 'bool'");
        }
        return scalars ? Type.SCALAR : Type.VECTOR;
    }

    private Type unary() {
        if (takes("-") || takes("+")) {
            Type of = unary();
            if (of != Type.SCALAR && of != Type.VECTOR) {
                throw wrong("a " + of + " has no sign");
            }
            return of;
        }
        return suffixes(primary());
    }

    private Type suffixes(Type of) {
        Type result = of;
        if (takes("[")) {
            expect(Kind.DURATION);
            boolean subquery = takes(":");
            if (subquery && peek().kind() == Kind.DURATION) {
                var _ = take();
            }
            expect("]");
            boolean selector = tokens.get(next - 4).text().matches("[\\w:]+|}");
            if (of != Type.VECTOR || (!subquery && !selector)) {
                throw wrong("only series have a range");
            }
            result = Type.RANGE;
        }
        if (takes("offset")) {
            if (of != Type.VECTOR) {
                throw wrong("a " + of + " has no offset");
            }
            boolean _ = takes("-");
            expect(Kind.DURATION);
        }
        return result;
    }

    private Type primary() {
        Token token = take();
        return switch (token.kind()) {
            case NUMBER -> Type.SCALAR;
            case STRING -> Type.STRING;
            case NAME ->
                    AGGREGATIONS.containsKey(token.text())
                            ? aggregation(AGGREGATIONS.get(token.text()))
                            : peek().text().equals("(")
                                    ? call(token.text())
                                    : selector(token.text());
            case SIGN -> {
                if (token.text().equals("{")) {
                    next--;
                    yield selector("");
                }
                if (!token.text().equals("(")) {
                    throw wrong("'" + token.text() + "' begins nothing");
                }
                Type inner = expression(0);
                expect(")");
                yield inner;
            }
            case DURATION, END -> throw wrong("an expression is missing");
        };
    }

    private Type aggregation(@Nullable Boolean parameter) {
        boolean grouped = groups();
        expect("(");
        if (Boolean.TRUE.equals(parameter)) {
            argument(Type.SCALAR);
            expect(",");
        }
        argument(Type.VECTOR);
        expect(")");
        if (!grouped) {
            boolean _ = groups();
        }
        return Type.VECTOR;
    }

    private boolean groups() {
        boolean is = takes("by") || takes("without");
        if (is) {
            grouping();
        }
        return is;
    }

    private void grouping() {
        expect("(");
        while (!takes(")")) {
            labels.add(expect(Kind.NAME));
            if (!peek().text().equals(")")) {
                expect(",");
            }
        }
    }

    private Type call(String name) {
        Function function = FUNCTIONS.get(name);
        if (function == null) {
            throw wrong("there is no function " + name);
        }
        expect("(");
        for (int i = 0; i < function.arguments().size(); i++) {
            if (i > 0) {
                expect(",");
            }
            argument(function.arguments().get(i));
        }
        expect(")");
        return function.result();
    }

    private void argument(Type wanted) {
        Type given = expression(0);
        if (given != wanted) {
            throw wrong("a " + wanted + " is needed, not a " + given);
        }
    }

    private Type selector(String metric) {
        List<Match> matches = new ArrayList<>();
        if (takes("{")) {
            while (!takes("}")) {
                matches.add(match());
                if (!peek().text().equals("}")) {
                    expect(",");
                }
            }
        }
        if (metric.isEmpty() && matches.isEmpty()) {
            throw wrong("series need a name or a label");
        }
        series.add(new Series(metric, List.copyOf(matches)));
        return Type.VECTOR;
    }

    private Match match() {
        String label = expect(Kind.NAME);
        String operator = expect(Kind.SIGN);
        if (!Set.of("=", "!=", "=~", "!~").contains(operator)) {
            throw wrong("'" + operator + "' compares no label");
        }
        String quoted = expect(Kind.STRING);
        String value = quoted.substring(1, quoted.length() - 1);
        if (operator.endsWith("~")) {
            try {
                var _ = Pattern.compile(value);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("no pattern in: " + query, e);
            }
        }
        return new Match(label, operator, value);
    }
}
