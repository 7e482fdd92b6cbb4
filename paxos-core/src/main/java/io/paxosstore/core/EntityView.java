package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/**
 * What one replica holds of one entity, for diagnosis and checks.
 *
 * @param version the newest entry known to be chosen; 0 for none
 * @param chosenId that entry's value id; null when version is 0 or the value is not in memory
 * @param pendingEntry the entry being voted on; 0 for none
 * @param promised its promise number m
 * @param accepted its accepted number n
 * @param waitingWrites client writes that wait
 * @param waitingReads client reads that wait
 */
public record EntityView(
        long version,
        @Nullable ValueId chosenId,
        long pendingEntry,
        long promised,
        long accepted,
        int waitingWrites,
        int waitingReads) {}
