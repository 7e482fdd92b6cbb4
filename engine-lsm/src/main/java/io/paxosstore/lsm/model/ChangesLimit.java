package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.OperationFailedException;

/** How large the changes of an entry may become. */
final class ChangesLimit {
    private ChangesLimit() {}

    /**
     * Checks bytes against the most that any entry may have.
     *
     * @throws OperationFailedException if there are more
     */
    static void check(long bytes) {
        check(bytes, ModelLimits.CHANGES_BYTES_MAX);
    }

    /**
     * Checks bytes against what an entry has left.
     *
     * @throws OperationFailedException if there are more
     */
    static void check(long bytes, long bytesMax) {
        if (bytes > bytesMax) {
            throw new OperationFailedException(
                    new Failure.LimitExceeded("CHANGES_BYTES_MAX", bytes, bytesMax));
        }
    }
}
