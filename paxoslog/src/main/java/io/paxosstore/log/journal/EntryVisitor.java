package io.paxosstore.log.journal;

import io.paxosstore.core.EntryValue;

/** Shown chosen entries, in order. */
@FunctionalInterface
public interface EntryVisitor {
    /**
     * A chosen entry.
     *
     * @return whether to go on
     */
    boolean entry(long entry, EntryValue value);
}
