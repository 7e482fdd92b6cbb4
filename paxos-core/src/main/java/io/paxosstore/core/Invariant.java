package io.paxosstore.core;

/** Checks that stay on in production: a broken invariant stops the replica instead of spreading. */
public final class Invariant {
    private Invariant() {}

    /** Throws {@link Violation} when the condition does not hold. */
    public static void check(boolean holds, String whatElse) {
        if (!holds) {
            throw new Violation(whatElse);
        }
    }

    /** The same; a message of parts is made only when it is needed. */
    public static void check(boolean holds, String whatElse, long number) {
        if (!holds) {
            throw new Violation(whatElse + number);
        }
    }

    /** The same of something that is named. */
    public static void check(boolean holds, String whatElse, Object subject) {
        if (!holds) {
            throw new Violation(whatElse + subject);
        }
    }

    /** A broken protocol invariant: a bug, never an expected outcome. */
    public static final class Violation extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        public Violation(String message) {
            super("Broken invariant: " + message);
        }
    }
}
