package io.paxosstore.protocol.model;

/** Why a MultiOp had no effects. */
public sealed interface Failure {
    /** One sentence for people. */
    String sentence();

    /** The object has another type than the operation or guard needs. */
    record WrongType(String object, ObjectType wanted, ObjectType actual) implements Failure {
        @Override
        public String sentence() {
            return "The object \""
                    + object
                    + "\" is a "
                    + actual.word()
                    + ", not a "
                    + wanted.word()
                    + ".";
        }
    }

    /** A guard asked for the size of a value, which has none. */
    record NoSize(String object) implements Failure {
        @Override
        public String sentence() {
            return "The object \"" + object + "\" is a value; values have no size to compare.";
        }
    }

    /** The value or field to increment or compare is no decimal number of 64 bits. */
    record NotANumber(String object) implements Failure {
        @Override
        public String sentence() {
            return "What \"" + object + "\" holds is no decimal number of 64 bits.";
        }
    }

    /** The number would leave the range of 64 bits. */
    record NumberOverflow(String object) implements Failure {
        @Override
        public String sentence() {
            return "The number in \"" + object + "\" would leave the range of 64 bits.";
        }
    }

    /** A member's score plus what was to be added to it is no number: they are both infinities. */
    record ScoreNotANumber(String object) implements Failure {
        @Override
        public String sentence() {
            return "The score in \"" + object + "\" would be infinity minus infinity.";
        }
    }

    /** There is no such table; it must be created. */
    record NoTable(String object) implements Failure {
        @Override
        public String sentence() {
            return "There is no table \"" + object + "\"; create it first.";
        }
    }

    /** The table is there already. */
    record TableExists(String object) implements Failure {
        @Override
        public String sentence() {
            return "The table \"" + object + "\" is there already.";
        }
    }

    /** The table has no such column. */
    record NoColumn(String object, String column) implements Failure {
        @Override
        public String sentence() {
            return "The table \"" + object + "\" has no column \"" + column + "\".";
        }
    }

    /**
     * A column cannot hold what was given, or be used so.
     *
     * @param expected what it takes, as "int64 not null"
     * @param given what was given, as "string 'x'"
     */
    record WrongColumn(String object, String column, String expected, String given)
            implements Failure {
        @Override
        public String sentence() {
            return "The column \""
                    + column
                    + "\" of the table \""
                    + object
                    + "\" takes "
                    + expected
                    + "; given was "
                    + given
                    + ".";
        }
    }

    /**
     * A row of this key is there already.
     *
     * @param key the values of the key's columns, for people
     */
    record RowExists(String object, String key) implements Failure {
        @Override
        public String sentence() {
            return "The table \"" + object + "\" has a row of the key " + key + " already.";
        }
    }

    /**
     * A schema, a change of it, or a query makes no sense.
     *
     * @param reason one sentence
     */
    record InvalidTable(String object, String reason) implements Failure {
        @Override
        public String sentence() {
            return "The table \"" + object + "\": " + reason;
        }
    }

    /**
     * A limit is exceeded.
     *
     * @param limit its name in {@link ModelLimits}, {@link #WORK_MAX}, or one of whoever has it
     */
    record LimitExceeded(String limit, long actual, long allowed) implements Failure {
        /** The name of the limit on the work of one MultiOp, which is a setting of the servers. */
        public static final String WORK_MAX = "entities.work-max";

        @Override
        public String sentence() {
            String sentence =
                    "The limit " + limit + " of " + allowed + " is exceeded: " + actual + ".";
            return limit.equals(WORK_MAX) ? sentence + REMEDY : sentence;
        }

        private static final String REMEDY =
                " Ask for less at once: fewer operations, fewer terms in a condition, fewer rows"
                        + " by an index, a range of the key or a limit.";
    }
}
