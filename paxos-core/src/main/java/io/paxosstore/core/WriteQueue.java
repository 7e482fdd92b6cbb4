package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The writes that wait at one entity, and the values they were proposed in (Rules W1-W5, E1-E3).
 * Not thread-safe.
 */
final class WriteQueue {
    /** A waiting request. */
    private static final class Waiting {
        final Input.Write request;

        /** Whether a value with this request was proposed for an entry whose outcome is open. */
        boolean proposed;

        Waiting(Input.Write request) {
            this.request = request;
        }
    }

    /** One value proposed for the open entry, with the result of each request in it. */
    private record Proposed(ValueId id, List<Waiting> requests, List<byte[]> results) {}

    private final Turn turn;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(2);
    private final List<Proposed> proposals = new ArrayList<>(1);
    private long earliestDeadlineNanos = Long.MAX_VALUE;

    WriteQueue(Turn turn) {
        this.turn = turn;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    long earliestDeadlineNanos() {
        return earliestDeadlineNanos;
    }

    void add(Input.Write request) {
        waiting.add(new Waiting(request));
        earliestDeadlineNanos = Math.min(earliestDeadlineNanos, request.deadlineNanos());
    }

    /**
     * Rules W1 and W2: evaluates what waits, one request after the other, at the newest chosen
     * entry, and makes the value to be proposed for the next one. Requests the entity knows already
     * are answered at once: the entry that tells is chosen.
     *
     * @param chosen the newest chosen value; null before entry 1
     * @param tableLost mutations E1 and W3 only: evaluate as if no request had been executed before
     * @return null when nothing is left to propose
     */
    @Nullable EntryValue evaluate(long entry, @Nullable EntryValue chosen, boolean tableLost) {
        EntryPayload before = chosen == null ? EntryPayload.nothing() : EntryPayload.decode(chosen);
        RequestTable table = tableLost ? new RequestTable() : before.table();
        long clockMillis = Math.max(turn.wallMillis(), before.clockMillis());
        long clockSecondsMax =
                Math.max(turn.wallMillis(), before.clockMillis()) / 1000
                        + turn.config().dedupeAgeSeconds();
        byte[] state = before.state();
        Proposed batch = new Proposed(turn.nextValueId(), new ArrayList<>(4), new ArrayList<>(4));
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext() && batch.requests().size() < turn.config().batchRequestsMax()) {
            Waiting one = all.next();
            RequestId id = one.request.requestId();
            switch (table.verdict(id)) {
                case RequestTable.Verdict.Fresh fresh -> {
                    if (id.clockSeconds()
                            > Math.max(clockSecondsMax, (table.forgottenStamp() >>> 32) + 1)) {
                        refuse(all, one, new Outcome.NotDone(Outcome.Reason.CLOCK_AHEAD));
                        continue;
                    }
                    StateMachine.Evaluation evaluation =
                            turn.machine()
                                    .evaluate(state, one.request.command(), entry, clockMillis);
                    state = evaluation.state();
                    long floor = floorOf(one.request);
                    table.executed(id, floor, evaluation.result());
                    batch.requests().add(one);
                    batch.results().add(evaluation.result());
                }
                case RequestTable.Verdict.Duplicate duplicate -> {
                    if (holds(batch, id)) {
                        batch.requests().add(one);
                        batch.results().add(duplicate.result());
                    } else {
                        turn.count(ReplicaStats.Counter.DUPLICATES);
                        refuse(all, one, written(duplicate.result()));
                    }
                }
                case RequestTable.Verdict.LateCopy late -> refuse(all, one, new Outcome.Unknown());
                case RequestTable.Verdict.Expired expired ->
                        refuse(all, one, new Outcome.RequestExpired(expired.forgottenStamp()));
            }
        }
        if (batch.requests().isEmpty()) {
            return null;
        }
        table.trim(
                turn.config().dedupeClientsMax(),
                clockMillis / 1000 - turn.config().dedupeAgeSeconds());
        for (Waiting one : batch.requests()) {
            one.proposed = true;
        }
        proposals.add(batch);
        return EntryValue.of(batch.id(), new EntryPayload(clockMillis, table, state).encode());
    }

    /** The settled floor; below the request's own stamp whatever the client says. */
    private static long floorOf(Input.Write request) {
        long below = request.requestId().stamp() - 1;
        return Long.compareUnsigned(request.settledFloor(), below) < 0
                ? request.settledFloor()
                : below;
    }

    private static boolean holds(Proposed batch, RequestId id) {
        for (Waiting one : batch.requests()) {
            if (one.request.requestId().equals(id)) {
                return true;
            }
        }
        return false;
    }

    private void refuse(Iterator<Waiting> all, Waiting one, Outcome outcome) {
        all.remove();
        turn.reply(one.request.token(), outcome);
    }

    private static Outcome written(byte[] result) {
        return new Outcome.Written(new Outcome.Result(result));
    }

    /**
     * An entry has been chosen. Answers what it carries: the requests of the own value that won,
     * or, when another value won, those that its proposer executed for this node (Rule W3). The
     * rest will be evaluated again.
     */
    void chosen(EntryValue value) {
        if (waiting.isEmpty()) {
            proposals.clear();
            return;
        }
        for (Proposed proposal : proposals) {
            if (proposal.id().equals(value.id())) {
                win(proposal);
                return;
            }
        }
        if (!proposals.isEmpty()) {
            turn.count(ReplicaStats.Counter.SLOTS_LOST);
        }
        proposals.clear();
        lose(value);
    }

    private void win(Proposed winner) {
        for (int i = 0; i < winner.requests().size(); i++) {
            Waiting one = winner.requests().get(i);
            if (removeFirstOccurrence(one)) {
                turn.reply(one.request.token(), written(winner.results().get(i)));
            }
        }
        proposals.clear();
        for (Waiting one : waiting) {
            one.proposed = false;
        }
    }

    private boolean removeFirstOccurrence(Waiting one) {
        if (waiting.peekFirst() == one) {
            waiting.removeFirst();
            return true;
        }
        return waiting.remove(one);
    }

    private void lose(EntryValue value) {
        if (turn.mutation() == Mutation.W3) {
            return;
        }
        RequestTable table = EntryPayload.decode(value).table();
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext()) {
            Waiting one = all.next();
            switch (table.verdict(one.request.requestId())) {
                case RequestTable.Verdict.Duplicate duplicate -> {
                    turn.count(ReplicaStats.Counter.DUPLICATES);
                    refuse(all, one, written(duplicate.result()));
                }
                case RequestTable.Verdict.Fresh fresh -> one.proposed = false;
                case RequestTable.Verdict.LateCopy late -> refuseIfProposed(all, one);
                case RequestTable.Verdict.Expired expired -> refuseIfProposed(all, one);
            }
        }
    }

    /** The entity no longer remembers: what was proposed may have been chosen and forgotten. */
    private void refuseIfProposed(Iterator<Waiting> all, Waiting one) {
        if (one.proposed) {
            refuse(all, one, new Outcome.Unknown());
        }
    }

    /** Answers requests whose deadline has passed (Rule W5). */
    void expire() {
        if (turn.nowNanos() < earliestDeadlineNanos) {
            return;
        }
        earliestDeadlineNanos = Long.MAX_VALUE;
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext()) {
            Waiting one = all.next();
            if (one.request.deadlineNanos() <= turn.nowNanos()) {
                refuse(
                        all,
                        one,
                        one.proposed
                                ? new Outcome.Unknown()
                                : new Outcome.NotDone(Outcome.Reason.DEADLINE));
            } else {
                earliestDeadlineNanos =
                        Math.min(earliestDeadlineNanos, one.request.deadlineNanos());
            }
        }
    }

    /** Answers everything that waits: the entity cannot be served here. */
    void refuseAll(Outcome.Reason reason) {
        for (Waiting one : waiting) {
            turn.reply(
                    one.request.token(),
                    one.proposed ? new Outcome.Unknown() : new Outcome.NotDone(reason));
        }
        waiting.clear();
        proposals.clear();
    }
}
