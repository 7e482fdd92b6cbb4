package io.paxosstore.node.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What a client is told when rounds of the catalog do not go as they should. */
final class CatalogServiceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Outcome EMPTY = new Outcome.Value(0, new Outcome.Result(new byte[0]));
    private static final Outcome DISK_FULL = new Outcome.NotDone(Outcome.Reason.DISK_FULL);

    private final ManualScheduler scheduler = new ManualScheduler();
    private final List<Long> asked = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final CatalogService catalog =
            new CatalogService(
                    LoneShard.on(scheduler),
                    (requester, correlation, call) -> {
                        asked.add(correlation);
                        calls.add(call);
                    },
                    new CatalogOptions(SECOND, SECOND, 10, 4, 60_000),
                    1,
                    id -> {});

    private void create() {
        create(3, Long.MAX_VALUE);
    }

    private void create(long stamp, long deadlineNanos) {
        catalog.submit(
                new CatalogRequest.Create(
                        "kv",
                        SpaceKind.KEY_VALUE,
                        false,
                        new CatalogRequest.Once(new RequestId(2, stamp), stamp - 1, deadlineNanos),
                        answers::add));
        scheduler.runTasks();
    }

    /** Answers the newest call. */
    private void answer(Outcome outcome) {
        catalog.complete(asked.getLast(), calls.getLast().operation(), outcome);
        scheduler.endTurn();
    }

    @Test
    void aFullDiskRefusesAChange() {
        create();
        answer(EMPTY);
        answer(DISK_FULL);
        assertEquals(FailureCode.DISK_FULL, failure());
    }

    /** The first attempt may have been executed: that the second was not says nothing of it. */
    @Test
    void aFullDiskDoesNotUndoAnAttemptOfUnknownOutcome() {
        create();
        answer(EMPTY);
        answer(new Outcome.Unknown());
        scheduler.advance(SECOND / 10);
        assertInstanceOf(Call.Write.class, calls.getLast());
        assertEquals(3, calls.size(), "it is asked for again");
        answer(DISK_FULL);
        assertEquals(List.of(), answers);
        scheduler.advance(SECOND);
        answer(DISK_FULL);
        assertEquals(FailureCode.UNKNOWN_OUTCOME, failure());
    }

    /** Who was told that the deadline has passed must not find a space made long after. */
    @Test
    void aChangeThatWaitedBeyondItsDeadlineIsNotBegun() {
        catalog.submit(new CatalogRequest.Refresh(answer -> {}));
        scheduler.runTasks();
        create(3, scheduler.nanoTime());
        answer(EMPTY);
        assertEquals(1, calls.size(), "no round is begun for it");
        assertEquals(FailureCode.DEADLINE, failure());
    }

    /** A read of the same round has done nothing of which the outcome could be unknown. */
    @Test
    void aReadIsLateWhereAChangeIsUnknown() {
        catalog.submit(new CatalogRequest.Refresh(answer -> {}));
        scheduler.runTasks();
        catalog.submit(new CatalogRequest.Open("kv", answers::add));
        create();
        answer(EMPTY); // the refresh; both are the next round
        answer(EMPTY);
        answer(new Outcome.Unknown());
        scheduler.advance(SECOND);
        answer(new Outcome.Unknown());
        assertEquals(
                List.of(FailureCode.DEADLINE, FailureCode.UNKNOWN_OUTCOME),
                answers.stream().map(answer -> ((Answer.Failed) answer).code()).toList());
    }

    private FailureCode failure() {
        return assertInstanceOf(Answer.Failed.class, answers.getFirst()).code();
    }
}
