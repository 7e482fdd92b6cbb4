package io.paxosstore.client.sql;

import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserTokenManager;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.SimpleCharStream;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.parser.Token;

/**
 * The words of a statement, for the parser, as SQL has them: to the parser's own, two blank lines
 * are the end of a statement, and what follows two slashes is a comment. Used once.
 */
final class SqlTokens extends CCJSqlParserTokenManager {
    private SqlTokens(String sql) {
        super(new SimpleCharStream(new StringProvider(sql), 1, 1));
    }

    /** A parser of these words. */
    static CCJSqlParser parser(String sql) {
        CCJSqlParser parser = CCJSqlParserUtil.newParser(sql);
        parser.token_source = new SqlTokens(sql);
        return parser;
    }

    @Override
    public Token getNextToken() {
        Token token;
        do {
            token = super.getNextToken();
            checkComments(token);
        } while (token.kind == CCJSqlParserConstants.ST_SEMICOLON && token.image.isBlank());
        return token;
    }

    private static void checkComments(Token token) {
        for (Token comment = token.specialToken; comment != null; comment = comment.specialToken) {
            if (comment.image.startsWith("//")) {
                throw Refusal.of(
                        "// at " + place(comment),
                        "comments are -- to the end of the line, and /* ... */");
            }
        }
    }

    /** Where it stands, for people. */
    static String place(Token token) {
        return "line " + token.beginLine + ", column " + token.beginColumn;
    }
}
