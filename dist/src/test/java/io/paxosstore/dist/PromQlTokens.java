package io.paxosstore.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts a query into tokens. */
final class PromQlTokens {
    /** What a token is. */
    enum Kind {
        DURATION("\\d+(?:ms|[smhdwy])(?:\\d+(?:ms|[smhdwy]))*(?![\\w.])"),
        NUMBER("(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?(?![\\w.])"),
        STRING("\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'"),
        NAME("[a-zA-Z_:][a-zA-Z0-9_:]*"),
        SIGN("=~|!~|!=|==|>=|<=|[-+*/%^(){}\\[\\],=<>:@]"),
        END("\\z");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }
    }

    /** A token and where it begins. */
    record Token(Kind kind, String text, int at) {}

    private PromQlTokens() {}

    /**
     * The tokens of a query, the last one {@link Kind#END}.
     *
     * @throws IllegalArgumentException where none begins
     */
    static List<Token> of(String query) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        do {
            while (at < query.length() && Character.isWhitespace(query.charAt(at))) {
                at++;
            }
            tokens.add(at(query, at));
            at += tokens.getLast().text().length();
        } while (tokens.getLast().kind() != Kind.END);
        return tokens;
    }

    private static Token at(String query, int at) {
        for (Kind kind : Kind.values()) {
            Matcher matcher = kind.pattern.matcher(query).region(at, query.length());
            if (matcher.useTransparentBounds(true).lookingAt()) {
                return new Token(kind, matcher.group(), at);
            }
        }
        throw new IllegalArgumentException("no token at " + at + " of: " + query);
    }
}
