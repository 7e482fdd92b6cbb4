package io.paxosstore.core.data;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.StateMachine;

import org.jspecify.annotations.Nullable;

/**
 * The newest chosen entry of a key as a store has it, for who knows by other means that it is the
 * newest: says what a read of the key answers. Stateless.
 */
public final class StoredImage {
    private StoredImage() {}

    /**
     * The state of the key.
     *
     * @param newest the entry
     * @param wallMillis the reader's clock, milliseconds since 1970
     * @return null if an entry has to say first that it has expired (Rule X2), which takes a read
     */
    public static byte @Nullable [] state(
            EntryValue newest, StateMachine machine, long wallMillis) {
        long clockMillis = EntryPayload.clockOf(newest);
        long deadlineMillis = machine.deadlineMillis(EntryPayload.stateSlice(newest));
        if (deadlineMillis > clockMillis && deadlineMillis <= wallMillis) {
            return null;
        }
        // Entries of before Rule X1 keep what is over by their own clock.
        return machine.stateAt(EntryPayload.stateOf(newest), clockMillis);
    }
}
