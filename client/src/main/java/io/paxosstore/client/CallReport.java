package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param model what it was about: {@code key_value}; of entities {@code list}, {@code queue},
 *     {@code set}, {@code sorted_set}, {@code map}, {@code value}, {@code table}, {@code object}
 *     (one of any model, or the list of them), {@code entity} (a MultiOp, a scan of a space);
 *     {@code space}, {@code cluster}
 * @param operation what was asked, named as the method that asks it, about: {@code put}, {@code
 *     enqueue}
 * @param outcome how it ended
 * @param reason why it was not done; null with all other outcomes
 * @param attempts how often it was sent: 0 if it never left the client
 * @param nanos nanoseconds from the call to its end
 */
public record CallReport(
        String model,
        String operation,
        Outcome outcome,
        NotDoneException.@Nullable Reason reason,
        int attempts,
        long nanos) {
    /** What a call can end with. */
    public enum Outcome {
        /** The cluster has answered, if only that a condition does not hold. */
        ANSWERED,
        /** It was certainly not done. */
        NOT_DONE,
        /** It may or may not have been done. */
        UNKNOWN,
        /** It was done, but its result is lost. */
        RESULT_LOST
    }
}
