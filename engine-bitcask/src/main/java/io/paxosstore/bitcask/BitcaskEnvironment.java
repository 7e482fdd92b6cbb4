package io.paxosstore.bitcask;

import io.paxosstore.log.GroupCommitWriter;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the engine takes from outside besides the disk, so that a simulator can decide it.
 *
 * @param nanoClock monotonic nanoseconds, for throttles and the fsync times
 * @param wallClock gives the first incarnation of a new store
 * @param storeIds makes the identity of a new store
 * @param commits hears of every group commit, for histograms
 */
public record BitcaskEnvironment(
        LongSupplier nanoClock,
        InstantSource wallClock,
        Supplier<UUID> storeIds,
        GroupCommitWriter.Observer commits) {
    /** The machine's clocks and random identities; nobody hears of commits. */
    public static BitcaskEnvironment system() {
        return new BitcaskEnvironment(
                System::nanoTime,
                InstantSource.system(),
                UUID::randomUUID,
                (batches, records, bytes, nanos) -> {});
    }
}
