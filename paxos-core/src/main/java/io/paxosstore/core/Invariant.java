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

    /** A broken protocol invariant: a bug, never an expected outcome. */
    public static final class Violation extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        public Violation(String message) {
            super("Broken invariant: " + message);
        }
    }
}
