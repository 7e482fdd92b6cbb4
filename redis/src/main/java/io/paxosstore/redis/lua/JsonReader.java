package io.paxosstore.redis.lua;

import io.paxosstore.redis.resp.FloatText;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Reads JSON. Used once. */
final class JsonReader {
    /** What has no value of its own. */
    private enum Token {
        T_OBJ_BEGIN,
        T_OBJ_END,
        T_ARR_BEGIN,
        T_ARR_END,
        T_COLON,
        T_COMMA,
        T_END,
        T_STRING,
        T_NUMBER,
        T_BOOLEAN,
        T_NULL,
        INVALID
    }

    private final Run run;
    private final JsonSettings settings;
    private final String text;
    private int at;
    private Token token = Token.T_END;
    private int start;
    private String problem = "";
    private LuaValue value = LuaValue.NIL;

    JsonReader(Run run, JsonSettings settings, LuaString json) {
        this.run = run;
        this.settings = settings;
        this.text = Values.text(json);
        run.chargeEachByte(json.m_length);
    }

    LuaValue read() {
        if (text.length() > 1 && (text.charAt(0) == 0 || text.charAt(1) == 0)) {
            throw ScriptError.at("JSON parser does not support UTF-16 or UTF-32");
        }
        next();
        LuaValue result = value(1);
        next();
        if (token != Token.T_END) {
            throw expected("the end");
        }
        return result;
    }

    private ScriptError expected(String what) {
        String found = token == Token.INVALID ? problem : token.name();
        return ScriptError.at(
                "Expected " + what + " but found " + found + " at character " + (start + 1));
    }

    private void invalid(int where, String why) {
        token = Token.INVALID;
        start = where;
        problem = why;
    }

    private LuaValue value(int depth) {
        return switch (token) {
            case T_STRING, T_NUMBER, T_BOOLEAN, T_NULL -> value;
            case T_OBJ_BEGIN -> object(depth);
            case T_ARR_BEGIN -> array(depth);
            default -> throw expected("value");
        };
    }

    private void checkDepth(int depth) {
        if (depth > settings.decodeDepth()) {
            throw ScriptError.at(
                    "Found too many nested data structures (" + depth + ") at character " + at);
        }
    }

    private LuaValue object(int depth) {
        checkDepth(depth);
        LuaTable table = run.newTable();
        next();
        if (token == Token.T_OBJ_END) {
            return table;
        }
        while (true) {
            if (token != Token.T_STRING) {
                throw expected("object key string");
            }
            LuaValue key = value;
            next();
            if (token != Token.T_COLON) {
                throw expected("colon");
            }
            next();
            put(table, key, value(depth + 1));
            next();
            if (token == Token.T_OBJ_END) {
                return table;
            }
            if (token != Token.T_COMMA) {
                throw expected("comma or object end");
            }
            next();
        }
    }

    private LuaValue array(int depth) {
        checkDepth(depth);
        LuaTable table = run.newTable();
        next();
        if (token == Token.T_ARR_END) {
            return table;
        }
        for (int i = 1; true; i++) {
            put(table, LuaValue.valueOf(i), value(depth + 1));
            next();
            if (token == Token.T_ARR_END) {
                return table;
            }
            if (token != Token.T_COMMA) {
                throw expected("comma or array end");
            }
            next();
        }
    }

    private void put(LuaTable table, LuaValue key, LuaValue element) {
        Operators.rawSet(run, table, key, element);
    }

    private void next() {
        run.instruction();
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        start = at;
        if (at == text.length()) {
            token = Token.T_END;
            return;
        }
        Token single =
                switch (text.charAt(at)) {
                    case '{' -> Token.T_OBJ_BEGIN;
                    case '}' -> Token.T_OBJ_END;
                    case '[' -> Token.T_ARR_BEGIN;
                    case ']' -> Token.T_ARR_END;
                    case ':' -> Token.T_COLON;
                    case ',' -> Token.T_COMMA;
                    default -> null;
                };
        if (single != null) {
            token = single;
            at++;
        } else if (text.charAt(at) == '"') {
            string();
        } else if (!word("true", Token.T_BOOLEAN, LuaValue.TRUE)
                && !word("false", Token.T_BOOLEAN, LuaValue.FALSE)
                && !word("null", Token.T_NULL, JsonLibrary.NULL)) {
            numberOrNothing();
        }
    }

    private boolean word(String word, Token kind, LuaValue means) {
        if (!text.startsWith(word, at)) {
            return false;
        }
        at += word.length();
        token = kind;
        value = means;
        return true;
    }

    private void numberOrNothing() {
        boolean beginsAsNumber = text.charAt(at) == '-' || isDigit(at);
        boolean isOfJson = !isInvalidNumber();
        if (!beginsAsNumber && (isOfJson || !settings.decodesInvalid())) {
            invalid(at, "invalid token");
            return;
        }
        FloatText number = isOfJson || settings.decodesInvalid() ? FloatText.at(text, at) : null;
        if (number == null) {
            invalid(at, "invalid number");
            return;
        }
        run.charge(Numbers.stepsOfReading(number.end() - at));
        at = number.end();
        token = Token.T_NUMBER;
        value = Numbers.of(number);
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    /** Whether a number begins as none of JSON does. */
    private boolean isInvalidNumber() {
        if (text.charAt(at) == '+') {
            return true;
        }
        int first = text.charAt(at) == '-' ? at + 1 : at;
        boolean isLongZero =
                text.startsWith("0", first)
                        && (text.regionMatches(true, first + 1, "x", 0, 1) || isDigit(first + 1));
        return isLongZero
                || text.regionMatches(true, first, "inf", 0, 3)
                || text.regionMatches(true, first, "nan", 0, 3);
    }

    private void string() {
        StringBuilder bytes = new StringBuilder();
        at++;
        while (true) {
            if (at >= text.length()) {
                invalid(at, "unexpected end of string");
                return;
            }
            char one = text.charAt(at);
            at++;
            if (one == '"') {
                break;
            }
            if (one != '\\') {
                bytes.append(one);
            } else if (!escape(bytes)) {
                return;
            }
        }
        run.allocateString(bytes.length());
        token = Token.T_STRING;
        value = Values.string(bytes.toString());
    }

    private boolean escape(StringBuilder bytes) {
        char one = at < text.length() ? text.charAt(at) : 0;
        int simple = "\"\\/bfnrt".indexOf(one);
        if (simple >= 0) {
            bytes.append("\"\\/\b\f\n\r\t".charAt(simple));
            at++;
            return true;
        }
        if (one != 'u') {
            invalid(at - 1, "invalid escape code");
            return false;
        }
        Integer unit = unit(at - 1);
        int first = at - 1;
        if (unit == null || Character.isLowSurrogate((char) (int) unit)) {
            invalid(first, "invalid unicode escape code");
            return false;
        }
        at += 5;
        int point = unit;
        if (Character.isHighSurrogate((char) point)) {
            Integer low = text.startsWith("\\u", at) ? unit(at) : null;
            if (low == null || !Character.isLowSurrogate((char) (int) low)) {
                invalid(first, "invalid unicode escape code");
                return false;
            }
            at += 6;
            point = Character.toCodePoint((char) point, (char) (int) low);
        }
        append(bytes, point);
        return true;
    }

    /** The number behind a backslash and a letter; null if there is none. */
    private @Nullable Integer unit(int backslash) {
        if (backslash + 6 > text.length()) {
            return null;
        }
        int unit = 0;
        for (int i = backslash + 2; i < backslash + 6; i++) {
            char digit = text.charAt(i);
            if (digit > 'f' || Character.digit(digit, 16) < 0) {
                return null;
            }
            unit = unit * 16 + Character.digit(digit, 16);
        }
        return unit;
    }

    private static void append(StringBuilder bytes, int point) {
        byte[] utf8 = Character.toString(point).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (byte one : utf8) {
            bytes.append((char) (one & 0xff));
        }
    }
}
