package io.paxosstore.protocol.topology;

import java.util.function.Supplier;

/** What constructors say of their arguments. */
final class Check {
    private Check() {}

    /** Complains, in one sentence, unless something holds. */
    static void that(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise.get());
        }
    }
}
