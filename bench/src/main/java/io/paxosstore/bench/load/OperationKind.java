package io.paxosstore.bench.load;

import java.util.Locale;

/** The operations a mix is made of. */
public enum OperationKind {
    READ,
    WRITE;

    /** The name in options and reports, such as {@code write}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
