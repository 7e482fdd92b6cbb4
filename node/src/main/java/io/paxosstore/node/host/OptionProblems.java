package io.paxosstore.node.host;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a record of options, so that all of it is said at once. Not thread-safe. */
public final class OptionProblems {
    private final List<String> problems = new ArrayList<>();

    /** An option may not be below a value. */
    public OptionProblems notBelow(String name, long value, long least) {
        if (value < least) {
            problems.add(name + " is " + value + "; use at least " + least);
        }
        return this;
    }

    /** An option may not be below another one. */
    public OptionProblems notBelow(String name, long value, String other, long least) {
        if (value < least) {
            problems.add(name + " is " + value + "; use at least " + other + ", " + least);
        }
        return this;
    }

    /** An option may not be above a value. */
    public OptionProblems notAbove(String name, long value, long most) {
        if (value > most) {
            problems.add(name + " is " + value + "; use at most " + most);
        }
        return this;
    }

    /** A rate has to be above 0. */
    public OptionProblems positive(String name, double value) {
        if (!(value > 0)) {
            problems.add(name + " is " + value + "; use more than 0");
        }
        return this;
    }

    /**
     * Refuses options with problems.
     *
     * @param whose what the options are of
     * @throws IllegalArgumentException naming all that are out of range, and the remedies
     */
    public void refuse(String whose) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(whose + ": " + String.join("; ", problems) + ".");
        }
    }
}
