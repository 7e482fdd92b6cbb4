package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.ValueId;

import org.jspecify.annotations.Nullable;

/**
 * All that matters of one node, as far as the others and the checks need it.
 *
 * @param parent the number of the local state before it, -1 for the first; with {@code action} the
 *     way to rebuild it
 * @param action what led here
 * @param sent for each receiver, by node id, the messages sent to it so far, in order
 * @param facts what it has done, ascending numbers
 * @param unsynced records that are being written
 * @param crashes how often it has crashed
 * @param issued bit set over the bound's requests that have come
 * @param version the newest entry it holds to be chosen
 * @param chosenId that entry's value, if it is in memory
 */
@SuppressWarnings("ArrayRecordComponent") // compared by number only
record LocalState(
        int parent,
        int action,
        int[][] sent,
        int[] facts,
        int unsynced,
        int crashes,
        int issued,
        long version,
        @Nullable ValueId chosenId) {}
