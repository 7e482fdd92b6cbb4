package io.paxosstore.client;

import io.paxosstore.protocol.model.WriteStatus;

/**
 * What a conditional write did.
 *
 * @param status {@code OK} when the key was changed; {@code CONFLICT} when it is present, but not
 *     as demanded; {@code NOT_FOUND} when it is absent
 * @param version of a call that changed the key, a removal too: its own, which no other write of
 *     the key has; else the present value's; 0 if the key is absent and was before
 */
public record WriteResult(WriteStatus status, long version) {
    /** Whether the key was changed. */
    public boolean isApplied() {
        return status == WriteStatus.OK;
    }
}
