package io.paxosstore.client.model;

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

    /**
     * A limit is exceeded.
     *
     * @param limit its name in {@link ModelLimits}
     */
    record LimitExceeded(String limit, long actual, long allowed) implements Failure {
        @Override
        public String sentence() {
            return "The limit " + limit + " of " + allowed + " is exceeded: " + actual + ".";
        }
    }
}
