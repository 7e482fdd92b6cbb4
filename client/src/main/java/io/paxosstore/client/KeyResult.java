package io.paxosstore.client;

/**
 * How one key of a {@link KeyValue#getAll} or {@link KeyValue#putAll} ended; the keys of such a
 * call are independent.
 *
 * @param <T> the result of a successful key
 */
public sealed interface KeyResult<T> {
    /**
     * Done.
     *
     * @param value the result
     */
    record Done<T>(T value) implements KeyResult<T> {}

    /**
     * Certainly not done.
     *
     * @param failure why
     */
    record NotDone<T>(NotDoneException failure) implements KeyResult<T> {}

    /**
     * The write may or may not have been done.
     *
     * @param failure why nothing is known
     */
    record Unknown<T>(OutcomeUnknownException failure) implements KeyResult<T> {}

    /**
     * The write was done, once, but its result did not arrive: read the key, do not write again.
     *
     * @param failure how that came
     */
    record Lost<T>(ResultLostException failure) implements KeyResult<T> {}

    /**
     * The result.
     *
     * @throws NotDoneException if the key was not done
     * @throws ResultLostException if the key was done, but the result is lost
     * @throws OutcomeUnknownException if nothing is known
     */
    default T orThrow() {
        if (this instanceof Done<T> done) {
            return done.value();
        } else if (this instanceof NotDone<T> notDone) {
            throw notDone.failure().here();
        } else if (this instanceof Lost<T> lost) {
            throw lost.failure().here();
        }
        throw ((Unknown<T>) this).failure().here();
    }

    /** Whether the key was done, also if its result is lost. */
    default boolean isDone() {
        return this instanceof Done<T> || this instanceof Lost<T>;
    }
}
