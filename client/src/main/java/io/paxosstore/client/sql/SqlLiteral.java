package io.paxosstore.client.sql;

import java.math.BigDecimal;
import java.util.HexFormat;

/** A value that is written in a statement, before it is known which type it is to have. */
sealed interface SqlLiteral {
    /** How the statement has it, for sentences. */
    String show();

    /** NULL. */
    record Null() implements SqlLiteral {
        @Override
        public String show() {
            return "NULL";
        }
    }

    /** TRUE or FALSE. */
    record Bool(boolean value) implements SqlLiteral {
        @Override
        public String show() {
            return value ? "TRUE" : "FALSE";
        }
    }

    /** A number, exactly as written. */
    record Numeric(BigDecimal value, String show) implements SqlLiteral {
        /** The number with the other sign. */
        Numeric negated() {
            String other = show.startsWith("-") ? show.substring(1) : "-" + show;
            return new Numeric(value.negate(), other);
        }
    }

    /** Text. */
    record Text(String value) implements SqlLiteral {
        @Override
        public String show() {
            return "'" + value.replace("'", "''") + "'";
        }
    }

    /** Bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] value) implements SqlLiteral {
        @Override
        public String show() {
            return "X'" + HexFormat.of().formatHex(value) + "'";
        }
    }

    /** TIMESTAMP and text. */
    record Time(String text) implements SqlLiteral {
        @Override
        public String show() {
            return "TIMESTAMP '" + text + "'";
        }
    }
}
