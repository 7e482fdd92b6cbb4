package io.paxosstore.client;

import io.paxosstore.client.wire.WriteStatus;

/**
 * What a conditional write did.
 *
 * @param status {@code OK} when the key was changed; {@code CONFLICT} when it is present, but not
 *     as demanded; {@code NOT_FOUND} when it is absent
 * @param version the key's version after the call; 0 if it is absent and was before
 */
public record WriteResult(WriteStatus status, long version) {
    /** Whether the key was changed. */
    public boolean isApplied() {
        return status == WriteStatus.OK;
    }
}
