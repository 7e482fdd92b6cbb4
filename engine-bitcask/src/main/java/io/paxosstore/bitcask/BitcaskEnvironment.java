package io.paxosstore.bitcask;

import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.StoreView;

import java.util.function.LongSupplier;

/**
 * What the engine takes from its node besides the disk, so that a simulator can decide it.
 *
 * @param store the store whose keys it keeps
 * @param room the room on the disk, which the engine's background measures
 * @param nanoClock monotonic nanoseconds, for throttles and the fsync times
 * @param commits hears of every group commit, for histograms
 */
public record BitcaskEnvironment(
        StoreView store,
        DiskRoom room,
        LongSupplier nanoClock,
        GroupCommitWriter.Observer commits) {
    /** The machine's clock; nobody hears of commits. */
    public static BitcaskEnvironment system(StoreView store, DiskRoom room) {
        return new BitcaskEnvironment(
                store, room, System::nanoTime, (batches, records, bytes, nanos) -> {});
    }
}
