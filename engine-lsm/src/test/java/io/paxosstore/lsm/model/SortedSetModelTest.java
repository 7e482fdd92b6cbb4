package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What the twin of sorted sets does not see: damage, costs, hostile places to go on from. */
class SortedSetModelTest {
    private static final String NAME = "z";
    private static final int MEMBERS = 1000;

    private final MemoryState state = new MemoryState();

    @BeforeEach
    void fill() {
        List<Scored> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(new Scored(member(i), i));
        }
        EntryBuilder entry = new EntryBuilder(state, 1000);
        entry.execute(MultiOp.of(new SortedSetOperation.Add(NAME, members, ScoreConditions.NONE)));
        state.apply(entry.changes(), 1000);
    }

    private static byte[] member(int i) {
        return Latin1.bytes("m%04d".formatted(i));
    }

    private long generation() {
        byte[] header = Objects.requireNonNull(state.get(KeyLayout.header(NAME)));
        return ObjectHeader.decode(header).generation();
    }

    private static Result read(EntityState from, SortedSetOperation operation) {
        MultiOpResult result = new EntryBuilder(from, 1000).execute(MultiOp.of(operation));
        return assertInstanceOf(MultiOpResult.Executed.class, result).results().getFirst();
    }

    private static SortedSetOperation range(
            SortedSetRange range, boolean reverse, byte @Nullable [] next) {
        return new SortedSetOperation.Range(NAME, range, reverse, 0, next, Page.of(5));
    }

    @Test
    void theAuditSeesWhatIsMissing() {
        assertEquals(List.of(), EntityAudit.of(state).problems());
        byte[] scored = KeyLayout.scored(generation(), 7, member(7));
        state.records().remove(scored);
        assertEquals(
                List.of(
                        "A member of \"z\" is missing under its score.",
                        "The object \"z\" counts 1000 members by their scores and has 999."),
                EntityAudit.of(state).problems());
        state.records().put(KeyLayout.scored(generation(), 8, member(7)), new byte[0]);
        assertEquals(
                List.of("A member of \"z\" is missing under its score."),
                EntityAudit.of(state).problems());
        state.records().put(scored, new byte[0]);
        assertEquals(
                List.of("The object \"z\" counts 1000 members by their scores and has 1001."),
                EntityAudit.of(state).problems());
    }

    @Test
    void ranksAreCountedFromTheNearerEnd() {
        for (int rank : List.of(0, 3, MEMBERS - 4, MEMBERS - 1)) {
            CountingState counting = new CountingState(state);
            assertEquals(
                    new Result.Rank(rank, rank),
                    read(counting, new SortedSetOperation.Rank(NAME, member(rank), false)));
            assertTrue(counting.steps() <= 12, "steps: " + counting.steps());
            counting = new CountingState(state);
            SortedSetRange one = new SortedSetRange.ByRank(rank, rank);
            read(counting, range(one, false, null));
            read(counting, range(one, true, null));
            assertTrue(counting.steps() <= 24, "steps: " + counting.steps());
        }
    }

    @Test
    void rangesOfScoresAndMembersAreSought() {
        CountingState counting = new CountingState(state);
        read(counting, range(new SortedSetRange.ByScore(500, true, 600, false), true, null));
        byte[] from = member(500);
        read(counting, range(new SortedSetRange.ByMember(from, true, null, false), false, null));
        assertTrue(counting.steps() <= 20, "steps: " + counting.steps());
    }

    /** Clients may send any bytes as the place where a page begins. */
    @Test
    void anyPlaceIsAPlace() {
        List<SortedSetRange> ranges =
                List.of(
                        SortedSetRange.ALL,
                        new SortedSetRange.ByRank(5, 900),
                        new SortedSetRange.ByScore(5, true, 900, false),
                        new SortedSetRange.ByMember(member(5), true, member(900), true));
        for (SortedSetRange range : ranges) {
            for (int bytes = 0; bytes < 20; bytes++) {
                byte[] low = new byte[bytes];
                byte[] high = Latin1.bytes("\u00ff".repeat(bytes));
                for (byte[] next : List.of(low, high)) {
                    read(state, range(range, false, next));
                    read(state, range(range, true, next));
                }
            }
        }
    }

    @Test
    void infinitiesOfBothSignsDoNotMeet() {
        EntryBuilder entry = new EntryBuilder(state, 1000);
        byte[] member = member(1);
        MultiOpResult result =
                entry.execute(
                        MultiOp.of(
                                new SortedSetOperation.Increment(
                                        NAME, member, 1.0 / 0, ScoreConditions.NONE),
                                new SortedSetOperation.Increment(
                                        NAME, member, -1.0 / 0, ScoreConditions.NONE)));
        assertEquals(
                new MultiOpResult.Rejected(
                        MultiOpResult.Part.THEN, 1, new Failure.ScoreNotANumber(NAME)),
                result);
        assertFalse(entry.hasChanges());
    }
}
