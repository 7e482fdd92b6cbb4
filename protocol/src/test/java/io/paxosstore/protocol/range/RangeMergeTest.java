package io.paxosstore.protocol.range;

import static io.paxosstore.protocol.range.RangeChanges.change;
import static io.paxosstore.protocol.range.RangeChanges.key;
import static io.paxosstore.protocol.range.RangeChanges.name;
import static io.paxosstore.protocol.range.RangeChanges.skipped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** What is made of the streams of three nodes. */
final class RangeMergeTest {
    @Test
    void aNodeThatIsTooFarBehindIsGivenUp() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(2, told);
        for (int key = 0; key < 3; key++) {
            merge.changed(1, new HistoryPosition(1, key + 1, 0), List.of(change(key, 1)), 0);
            merge.changed(2, new HistoryPosition(1, key + 1, 0), List.of(change(key, 1)), 0);
        }
        merge.changed(3, new HistoryPosition(1, 1, 0), List.of(change(0, 1)), 0);
        assertEquals(List.of("resync", "k0@1", "k1@1", "k2@1"), told);
    }

    @Test
    void nobodyWaitsForANodeThatCannotBeReached() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = merge(10, told);
        merge.nodes(List.of(1, 2, 3), Set.of(), 3, 0);
        merge.begins(1, false, new HistoryPosition(1, 0, 0), 0);
        merge.begins(2, false, new HistoryPosition(1, 0, 0), 0);
        assertEquals(List.of(), told);
        merge.nodes(List.of(1, 2, 3), Set.of(3), 3, 0);
        assertEquals(List.of("resync"), told);
    }

    @Test
    void whatANodeHasSkippedIsToldByAnother() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3), change(0, 4)), 0);
        for (int version = 1; version <= 4; version++) {
            merge.changed(2, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        assertEquals(List.of("resync", "k0@1", "k0@2", "k0@3", "k0@4"), told);
        merge.changed(1, new HistoryPosition(1, 2, 0), List.of(change(0, 5)), 0);
        assertEquals("k0@5", told.get(told.size() - 1));
    }

    /** Each has skipped something else that the others tell: nobody waits for anybody for ever. */
    @Test
    void whatIsToldBehindASkippedVersionIsNotForgotten() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 2)), 0);
        merge.closed(3, 0);
        merge.changed(1, new HistoryPosition(1, 2, 0), List.of(change(0, 3), change(0, 4)), 0);
        merge.changed(2, new HistoryPosition(1, 1, 0), List.of(skipped(0, 4)), 0);
        merge.changed(1, new HistoryPosition(1, 3, 0), List.of(change(0, 5)), 0);
        merge.changed(2, new HistoryPosition(1, 2, 0), List.of(change(0, 5), change(0, 6)), 0);
        merge.begins(3, true, new HistoryPosition(1, 0, 0), 0);
        assertEquals(List.of("resync"), told);
        merge.changed(3, new HistoryPosition(1, 1, 0), List.of(change(0, 1), change(0, 2)), 0);
        assertEquals(List.of("resync", "k0@1", "k0@2", "k0@3", "k0@4", "k0@5", "k0@6"), told);
        merge.changed(3, new HistoryPosition(1, 2, 0), List.of(skipped(0, 6), change(0, 7)), 0);
        merge.changed(1, new HistoryPosition(1, 4, 0), List.of(change(0, 6), change(0, 7)), 0);
        assertEquals("k0@7", told.get(told.size() - 1));
        assertEquals(8, told.size());
    }

    /** What waits takes bounded memory. */
    @Test
    void whoOwesTooMuchIsGivenUp() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 2)), 0);
        for (int version = 3; version <= 13; version++) {
            merge.changed(1, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        for (int version = 1; version <= 2; version++) {
            merge.changed(2, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        assertEquals(List.of("resync", "k0@1", "k0@2"), told);
    }

    /** Others that are behind tell what it waits for; nothing is to be read. */
    @Test
    void whoIsFarAheadWaitsForOthers() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 2)), 0);
        for (int version = 3; version <= 6; version++) {
            assertTrue(merge.mayTell(1));
            merge.changed(1, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        merge.changed(1, new HistoryPosition(1, 7, 0), List.of(change(0, 7)), 0);
        assertFalse(merge.mayTell(1));
        merge.stopped(1, 0);
        merge.changed(2, new HistoryPosition(1, 1, 0), List.of(change(0, 1)), 0);
        assertFalse(merge.mayTell(1));
        merge.changed(2, new HistoryPosition(1, 2, 0), List.of(change(0, 2)), 0);
        assertTrue(merge.mayTell(1));
        merge.begins(1, true, new HistoryPosition(1, 7, 0), 0);
        merge.changed(1, new HistoryPosition(1, 8, 0), List.of(change(0, 8)), 0);
        assertEquals(
                List.of("resync", "k0@1", "k0@2", "k0@3", "k0@4", "k0@5", "k0@6", "k0@7", "k0@8"),
                told);
    }

    /** Those that could tell what it waits for do not come. */
    @Test
    void whoIsAheadWaitsForAWhileOnly() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(8, told);
        long now = 0;
        skipAndWait(merge, now);
        assertFalse(merge.mayTell(1));
        merge.stopped(1, now);
        merge.pauses(now);
        now += 10 * RangeMerge.WAIT_NANOS; // nobody takes anything
        merge.settle(now);
        merge.resumes(now);
        assertFalse(merge.mayTell(1), "what others tell has had no room");
        merge.nodes(List.of(1, 2, 3), Set.of(2, 3), 3, now + RangeMerge.WAIT_NANOS / 2);
        assertTrue(merge.mayTell(1), "none of them can be reached");
        merge.nodes(List.of(1, 2, 3), Set.of(), 3, now + RangeMerge.WAIT_NANOS / 2);
        assertFalse(merge.mayTell(1));
        merge.settle(now + RangeMerge.WAIT_NANOS);
        assertTrue(merge.mayTell(1), "it has waited long enough");
        now += RangeMerge.WAIT_NANOS;
        merge.begins(1, true, new HistoryPosition(1, 7, 0), now);
        merge.changed(1, new HistoryPosition(1, 8, 0), List.of(change(1, 1)), now);
        assertTrue(merge.mayTell(1), "it does not wait twice for the same");
        assertEquals(List.of("resync", "k1@1"), told);
    }

    /** A pause that begins while a stream waits, or ends after it has begun to, adds nothing. */
    @Test
    void pausesDoNotMakeWaitsLonger() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(8, told);
        merge.pauses(0);
        long late = 100 * RangeMerge.WAIT_NANOS;
        skipAndWait(merge, late);
        merge.stopped(1, late);
        merge.resumes(late);
        long second = RangeMerge.WAIT_NANOS / 10;
        long now = late;
        for (; !merge.mayTell(1); now += second) {
            merge.settle(now + second / 2);
            merge.pauses(now + second / 2);
            merge.resumes(now + 5 * second);
            now += 4 * second;
            assertTrue(now < late + 6 * RangeMerge.WAIT_NANOS, "renewed by pauses");
        }
        assertTrue(now > late + 4 * RangeMerge.WAIT_NANOS, "pauses count");
    }

    /** A pause now and then must not keep a watcher from being told to read. */
    @Test
    void pausesDoNotHideThatNobodyCanTell() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        for (int node = 1; node <= 3; node++) {
            merge.changed(node, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3 + node)), 0);
        }
        long second = RangeMerge.PATIENCE_NANOS / 10;
        for (long now = second; now < 4 * RangeMerge.PATIENCE_NANOS; now += second) {
            merge.pauses(now); // as good as always
            merge.stopped(1, now);
            merge.resumes(now + second - 1);
            merge.begins(1, true, new HistoryPosition(1, 1, 0), now + second - 1);
        }
        assertEquals(List.of("resync", "resync"), told);
    }

    /** While the reader takes nothing, those go on who bring nothing new. */
    @Test
    void whoBringsNewsInAPauseIsStopped() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 2, 0), List.of(change(0, 1), change(0, 2)), 0);
        merge.begins(3, false, new HistoryPosition(2, 0, 0), 0); // it has lost something
        merge.pauses(0);
        assertFalse(merge.mayTell(1), "it has brought news last");
        assertFalse(merge.mayTell(3), "what it tells is of no use");
        merge.stopped(1, 0);
        merge.changed(2, new HistoryPosition(1, 1, 0), List.of(change(0, 1)), 0);
        assertTrue(merge.mayTell(2), "known already");
        merge.changed(2, new HistoryPosition(1, 3, 0), List.of(change(0, 2), change(0, 3)), 0);
        assertFalse(merge.mayTell(2));
        merge.stopped(2, 0);
        merge.resumes(0);
        assertTrue(merge.mayTell(1) && merge.mayTell(2) && merge.mayTell(3));
        assertEquals(List.of("resync", "k0@1", "k0@2", "k0@3"), told);
    }

    /** In a pause nobody is given up because others cannot be reached for a while. */
    @Test
    void whoWaitsInAPauseWaitsAlsoWhereNobodyFollows() {
        RangeMerge merge = threeThatBegin(8, new ArrayList<>());
        merge.pauses(0);
        skipAndWait(merge, 0);
        merge.stopped(1, 0);
        merge.nodes(List.of(1, 2, 3), Set.of(2, 3), 3, 0);
        assertFalse(merge.mayTell(1));
        merge.resumes(0);
        assertTrue(merge.mayTell(1));
    }

    /** A stopped node is there until it is closed. */
    @Test
    void whoIsStoppedCounts() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3)), 0);
        merge.changed(2, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3)), 0);
        merge.stopped(3, 0);
        merge.settle(2 * RangeMerge.PATIENCE_NANOS);
        assertEquals(List.of("resync"), told, "3 may tell it");
        merge.closed(3, 2 * RangeMerge.PATIENCE_NANOS);
        merge.nodes(List.of(1, 2, 3), Set.of(3), 3, 4 * RangeMerge.PATIENCE_NANOS);
        assertEquals(List.of("resync", "resync"), told);
    }

    /** Node 1 is asked for more than it may tell. */
    private static void skipAndWait(RangeMerge merge, long now) {
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 2)), now);
        for (int version = 3; version <= 6; version++) {
            merge.changed(1, new HistoryPosition(1, version, 0), List.of(change(0, version)), now);
        }
    }

    /** While nobody takes anything, nodes that have what others lack are not to blame. */
    @Test
    void aReaderThatPausesIsNotToldToRead() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.pauses(0);
        merge.closed(2, 0);
        merge.closed(3, 0);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3)), 0);
        long later = 10 * RangeMerge.PATIENCE_NANOS;
        merge.settle(later);
        merge.settle(later + RangeMerge.PATIENCE_NANOS);
        merge.resumes(later + 2 * RangeMerge.PATIENCE_NANOS);
        merge.begins(2, true, new HistoryPosition(1, 0, 0), later + 2 * RangeMerge.PATIENCE_NANOS);
        assertEquals(List.of("resync"), told);
    }

    @Test
    void whereNobodyElseCanTellTheWatcherIsToReadInTheEnd() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.closed(2, 0);
        merge.closed(3, 0);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3)), 0);
        merge.settle(RangeMerge.PATIENCE_NANOS - 1);
        assertEquals(List.of("resync"), told);
        merge.settle(RangeMerge.PATIENCE_NANOS + RangeMerge.GATHER_NANOS);
        merge.settle(RangeMerge.PATIENCE_NANOS + 2 * RangeMerge.GATHER_NANOS);
        assertEquals(List.of("resync", "resync"), told);
    }

    /** Who has nothing to tell is left and asked again, and so may all of them be at once. */
    @Test
    void connectionsThatAreLostTogetherDoNotKeepTheWatcherWaiting() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        HistoryPosition position = new HistoryPosition(1, 1, 0);
        for (int node = 1; node <= 3; node++) {
            merge.changed(node, position, List.of(skipped(0, 3)), 0);
        }
        long between = RangeMerge.PATIENCE_NANOS / 4;
        long gone = RangeMerge.PATIENCE_NANOS; // nobody can tell anything then
        long now = 0;
        for (int times = 0; times < 3; times++) {
            now += between;
            for (int node = 1; node <= 3; node++) {
                merge.closed(node, now);
            }
            now += gone;
            for (int node = 1; node <= 3; node++) {
                merge.begins(node, true, position, now);
            }
        }
        assertEquals(List.of("resync"), told, "three quarters of the time");
        merge.settle(now + between);
        assertEquals(List.of("resync", "resync"), told);
    }

    /** Node 3 votes no longer when it tells what it has come to before. */
    @Test
    void whoVotesNoLongerRepeatsNothing() {
        List<String> told = new ArrayList<>();
        AtomicReference<int[]> voters = new AtomicReference<>(new int[] {1, 2, 3});
        RangeMerge merge = fourThatBegin(10, voters, told);
        for (int node = 1; node <= 2; node++) {
            merge.changed(
                    node, new HistoryPosition(1, 2, 0), List.of(change(0, 10), change(0, 11)), 0);
        }
        merge.closed(3, 0);
        voters.set(new int[] {1, 2, 4});
        merge.changed(4, new HistoryPosition(1, 1, 0), List.of(skipped(0, 11)), 0);
        merge.begins(3, true, new HistoryPosition(1, 0, 0), 0);
        merge.changed(3, new HistoryPosition(1, 2, 0), List.of(change(0, 10), change(0, 11)), 0);
        merge.changed(1, new HistoryPosition(1, 3, 0), List.of(change(0, 12)), 0);
        assertEquals(List.of("resync", "k0@10", "k0@11", "k0@12"), told);
    }

    @Test
    void whoVotesOnlyNowRepeatsNothing() {
        List<String> told = new ArrayList<>();
        AtomicReference<int[]> voters = new AtomicReference<>(new int[] {1, 2, 3});
        RangeMerge merge = fourThatBegin(10, voters, told);
        for (int node = 1; node <= 3; node++) {
            merge.changed(
                    node, new HistoryPosition(1, 2, 0), List.of(change(0, 1), change(0, 2)), 0);
        }
        voters.set(new int[] {1, 2, 4});
        merge.changed(4, new HistoryPosition(1, 1, 0), List.of(change(0, 1), skipped(0, 2)), 0);
        merge.changed(4, new HistoryPosition(1, 2, 0), List.of(change(0, 3)), 0);
        assertEquals(List.of("resync", "k0@1", "k0@2", "k0@3"), told);
    }

    /** What is remembered is bounded: beyond that nobody is believed who does not vote. */
    @Test
    void whoVotesNoLongerAndIsFarBehindIsGivenUp() {
        List<String> told = new ArrayList<>();
        AtomicReference<int[]> voters = new AtomicReference<>(new int[] {1, 2, 4});
        RangeMerge merge = fourThatBegin(2, voters, told);
        for (int key = 0; key < 3; key++) {
            for (int node : new int[] {1, 2, 4}) {
                merge.changed(node, new HistoryPosition(1, key + 1, 0), List.of(change(key, 5)), 0);
            }
        }
        merge.changed(3, new HistoryPosition(1, 1, 0), List.of(change(2, 4), change(2, 6)), 0);
        merge.changed(3, new HistoryPosition(1, 2, 0), List.of(change(0, 4), change(1, 6)), 0);
        assertEquals(List.of("resync", "k0@5", "k1@5", "k2@5", "k2@6"), told);
    }

    private static RangeMerge fourThatBegin(
            int keysMax, AtomicReference<int[]> voters, List<String> told) {
        RangeMerge merge = merge(keysMax, key -> voters.get(), told);
        merge.nodes(List.of(1, 2, 3, 4), Set.of(), 3, 0);
        for (int node = 1; node <= 4; node++) {
            merge.begins(node, false, new HistoryPosition(1, 0, 0), 0);
        }
        return merge;
    }

    private static RangeMerge threeThatBegin(int keysMax, List<String> told) {
        RangeMerge merge = merge(keysMax, told);
        merge.nodes(List.of(1, 2, 3), Set.of(), 3, 0);
        for (int node = 1; node <= 3; node++) {
            merge.begins(node, false, new HistoryPosition(1, 0, 0), 0);
        }
        return merge;
    }

    private static RangeMerge merge(int keysMax, List<String> told) {
        return merge(keysMax, key -> null, told);
    }

    private static RangeMerge merge(
            int keysMax, Function<byte[], int @Nullable []> votersOf, List<String> told) {
        return new RangeMerge(
                1,
                keysMax,
                votersOf,
                new RangeReader() {
                    @Override
                    public void changed(RangeChange change) {
                        told.add(name(change.key()) + "@" + change.version());
                    }

                    @Override
                    public void resync() {
                        told.add("resync");
                    }
                });
    }
}
