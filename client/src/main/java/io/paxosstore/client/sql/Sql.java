package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.ModelLimits;

import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads SQL. One statement on one table: CREATE TABLE, DROP TABLE, ALTER TABLE, CREATE INDEX, DROP
 * INDEX, INSERT, UPSERT, REPLACE, UPDATE, DELETE and SELECT with WHERE, ORDER BY, LIMIT and simple
 * aggregates.
 *
 * <p>Names of tables are taken as written. Names of columns are too where a table is created; else
 * upper and lower case matter only where the table has columns that differ in nothing else, or the
 * name is in quotes. INT, SMALLINT and BIGINT are all of 64 bits.
 */
public final class Sql {
    /** Longest statement in characters. */
    public static final int LENGTH_MAX = 4 * 1024 * 1024;

    /** How deep parentheses may nest. */
    static final int NESTING_MAX = 64;

    /** Where the parser says that it ended. */
    private static final Pattern PLACE = Pattern.compile("line [0-9]+, column [0-9]+");

    private Sql() {}

    /**
     * Reads one statement, which may end in a semicolon.
     *
     * @throws SqlException if it cannot be understood, or says something that is not supported
     */
    public static SqlStatement parse(String sql) {
        if (sql.length() > LENGTH_MAX) {
            throw new SqlException(
                    "The statement has "
                            + sql.length()
                            + " characters; it may have at most "
                            + LENGTH_MAX
                            + ".");
        }
        try {
            List<Token> tokens = tokens(sql);
            if (tokens.isEmpty()) {
                throw new SqlException("The statement is empty.");
            }
            checkNesting(tokens);
            Statement tree = tree(sql, tokens.get(0));
            ConditionChains.balance(tree);
            SqlStatement statement = StatementReader.read(tree);
            checkNothingDropped(tokens, tree.toString());
            return statement;
        } catch (StackOverflowError e) {
            // Of what is supported, only a thread with next to no stack left comes here.
            throw new SqlException(
                    "The statement nests too deeply or chains too many operators; write it with"
                            + " fewer.");
        }
    }

    /** The parser would take long for a statement that nests deep or goes on for long. */
    private static void checkNesting(List<Token> tokens) {
        int depth = 0;
        int links = 0;
        for (Token token : tokens) {
            String word = token.image;
            if (word.equals("(") && ++depth > NESTING_MAX) {
                throw Refusal.of(
                        "parentheses at " + SqlTokens.place(token),
                        "they may nest " + NESTING_MAX + " deep");
            } else if (word.equals(")")) {
                depth--;
            }
            links += word.equalsIgnoreCase("AND") || word.equalsIgnoreCase("OR") ? 1 : 0;
        }
        if (links > ModelLimits.CONDITION_PARTS_MAX) {
            throw Refusal.of(
                    links + " times AND and OR",
                    "a condition has at most "
                            + ModelLimits.CONDITION_PARTS_MAX
                            + " parts, and IN (...) takes many values of one column");
        }
    }

    private static Statement tree(String sql, Token first) {
        try {
            return SqlTokens.parser(sql).withAllowComplexParsing(true).Statement();
        } catch (ParseException e) {
            throw syntaxError(e.currentToken == null ? first : e.currentToken.next);
        } catch (TokenMgrException e) {
            throw lexicalError(e);
        } catch (RuntimeException e) {
            // The parser fails so on a few inputs that are no SQL, instead of saying where.
            throw new SqlException(
                    "The statement cannot be understood: " + Refusal.shortened(sql) + ".");
        }
    }

    /**
     * The parser understands more than it keeps in its trees. What it does not keep would be passed
     * over here, so the tree as text must have all the statement's words.
     */
    private static void checkNothingDropped(List<Token> given, String tree) {
        List<Token> kept = tokens(tree);
        int size = given.size();
        while (size > 1 && given.get(size - 1).image.equals(";")) {
            size--;
        }
        for (int i = 0; i < size; i++) {
            Token token = given.get(i);
            if (i >= kept.size() || !same(token.image, kept.get(i).image)) {
                String part = token.image.strip() + " (" + SqlTokens.place(token) + ")";
                throw part.startsWith(";")
                        ? Refusal.of("what follows the " + part, "one statement is read at a time")
                        : Refusal.of(part, "leave it out");
            }
        }
    }

    private static boolean same(String given, String kept) {
        return given.strip().equalsIgnoreCase(kept.strip());
    }

    private static List<Token> tokens(String sql) {
        List<Token> tokens = new ArrayList<>();
        if (sql.isBlank()) {
            return tokens;
        }
        CCJSqlParser parser = SqlTokens.parser(sql);
        try {
            for (Token token = parser.getNextToken();
                    token.kind != CCJSqlParserConstants.EOF;
                    token = parser.getNextToken()) {
                tokens.add(token);
            }
        } catch (TokenMgrException e) {
            throw lexicalError(e);
        }
        return tokens;
    }

    private static SqlException syntaxError(@Nullable Token token) {
        if (token == null || token.kind == CCJSqlParserConstants.EOF) {
            return new SqlException("The statement cannot be understood: its end is missing.");
        }
        return new SqlException(
                "The statement cannot be understood at "
                        + SqlTokens.place(token)
                        + ", near "
                        + Refusal.shortened(token.image)
                        + "; a name that is a word of SQL needs double quotes.");
    }

    private static SqlException lexicalError(TokenMgrException e) {
        Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
        return new SqlException(
                "The statement cannot be understood"
                        + (place.find() ? " at " + place.group() : "")
                        + ": a quote or comment is not closed, or a character has no meaning.");
    }
}
