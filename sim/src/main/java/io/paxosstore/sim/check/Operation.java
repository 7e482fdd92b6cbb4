package io.paxosstore.sim.check;

import io.paxosstore.core.Invariant;

import org.jspecify.annotations.Nullable;

/**
 * One call of a client: when it began, what it asked, when it ended and what it was told.
 *
 * @param client who called; only for messages
 * @param input what was asked
 * @param output what was answered; null when that is unknown
 * @param invoked when the call began, in any unit that all operations share
 * @param returned when the answer arrived; {@link #NEVER} when none did: then the call may have
 *     taken effect at any time after its beginning, or never. It may have an output all the same,
 *     if an observer saw what the client did not: that narrows the search
 */
public record Operation<I, O>(
        long client, I input, @Nullable O output, long invoked, long returned) {
    /** The return time of a call whose outcome is unknown. */
    public static final long NEVER = Long.MAX_VALUE;

    public Operation {
        Invariant.check(invoked <= returned, "an operation ends after it began");
        Invariant.check(
                output != null || returned == NEVER, "an operation that returned has an output");
    }

    /** A call whose outcome is unknown. */
    public static <I, O> Operation<I, O> unknown(long client, I input, long invoked) {
        return new Operation<>(client, input, null, invoked, NEVER);
    }

    /** Whether the call never returned. */
    public boolean isOpen() {
        return returned == NEVER;
    }
}
