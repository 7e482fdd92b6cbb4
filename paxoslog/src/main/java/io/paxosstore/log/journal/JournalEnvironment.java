package io.paxosstore.log.journal;

import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.identity.SlotTenures;

import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a journal takes from its engine besides the disk, so that a simulator can decide it. All are
 * called by several threads.
 *
 * @param nanoClock monotonic nanoseconds, for the fsync times and the age of segments
 * @param droppedSpaces whether a space was dropped: its records are ignored
 * @param tenures which records of slots count, by the tenure that they name
 * @param mayGrow whether there is room on the disk for another segment; if not, none is made ahead
 * @param commits hears of every group commit, for histograms
 */
public record JournalEnvironment(
        LongSupplier nanoClock,
        IntPredicate droppedSpaces,
        Supplier<SlotTenures> tenures,
        BooleanSupplier mayGrow,
        GroupCommitWriter.Observer commits) {
    /**
     * The machine's clock; no space is dropped, no slot is left, there is always room, nobody hears
     * of commits.
     */
    public static JournalEnvironment system() {
        return new JournalEnvironment(
                System::nanoTime,
                space -> false,
                () -> SlotTenures.FIRST,
                () -> true,
                (batches, records, bytes, nanos) -> {});
    }
}
