package io.paxosstore.log.journal;

import io.paxosstore.log.GroupCommitWriter;

import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * What a journal takes from its engine besides the disk, so that a simulator can decide it. All are
 * called by several threads.
 *
 * @param nanoClock monotonic nanoseconds, for the fsync times and the age of segments
 * @param droppedSpaces whether a space was dropped: its records are ignored
 * @param mayGrow whether there is room on the disk for another segment; if not, none is made ahead
 * @param commits hears of every group commit, for histograms
 */
public record JournalEnvironment(
        LongSupplier nanoClock,
        IntPredicate droppedSpaces,
        BooleanSupplier mayGrow,
        GroupCommitWriter.Observer commits) {
    /** The machine's clock; no space is dropped, there is always room, nobody hears of commits. */
    public static JournalEnvironment system() {
        return new JournalEnvironment(
                System::nanoTime,
                space -> false,
                () -> true,
                (batches, records, bytes, nanos) -> {});
    }
}
