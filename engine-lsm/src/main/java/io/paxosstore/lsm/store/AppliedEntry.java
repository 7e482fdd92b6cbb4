package io.paxosstore.lsm.store;

import io.paxosstore.core.ValueId;

/**
 * An entry as the store keeps it beside the data it led to.
 *
 * @param entry its id
 * @param proposal the chosen value's id, whose proposer owns the next fast number (Rule F4)
 * @param clockMillis the clock recorded in it
 * @param requestTable the recent requests after it (Rule E1), as the caller encodes them
 */
@SuppressWarnings("ArrayRecordComponent") // kept, never compared
public record AppliedEntry(long entry, ValueId proposal, long clockMillis, byte[] requestTable) {}
