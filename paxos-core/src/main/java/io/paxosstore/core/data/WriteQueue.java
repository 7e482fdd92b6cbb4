package io.paxosstore.core.data;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.SpacePolicy;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * The writes that wait at one entity, and the values they were proposed in (Rules W1-W5, E1-E3).
 * Not thread-safe.
 */
public final class WriteQueue {
    /** A waiting request. */
    private static final class Waiting {
        final Input.Write request;

        /** Whether a value with this request was proposed for an entry whose outcome is open. */
        boolean proposed;

        /** Whether its evaluation takes long, so that it is not evaluated together with others. */
        boolean isLong;

        /** Whether it was answered. */
        boolean answered;

        Waiting(Input.Write request) {
            this.request = request;
        }
    }

    /** The requests of one value for the open entry, with the result of each. */
    static final class Batch {
        private final ValueId id;
        private final List<Waiting> requests = new ArrayList<>(4);
        private final List<byte[]> results = new ArrayList<>(4);

        /** For each request, which of the commands gives its result: copies share one. */
        private final List<Integer> commands = new ArrayList<>(4);

        private int commandCount;

        Batch(ValueId id) {
            this.id = id;
        }

        /** The id of the value. */
        ValueId id() {
            return id;
        }

        private void add(Waiting one, byte[] result) {
            requests.add(one);
            results.add(result);
            commands.add(commandCount++);
        }

        /** Adds a copy of a request, if that is in this batch. */
        private boolean addCopy(Waiting copy) {
            for (int i = 0; i < requests.size(); i++) {
                if (requests.get(i).request.requestId().equals(copy.request.requestId())) {
                    requests.add(copy);
                    results.add(results.get(i));
                    commands.add(commands.get(i));
                    return true;
                }
            }
            return false;
        }

        boolean isEmpty() {
            return requests.isEmpty();
        }

        /** Whether it is one command that takes long. */
        boolean isLong() {
            return !requests.isEmpty() && requests.getFirst().isLong;
        }

        /** After which nobody waits for it. */
        long deadlineNanos() {
            long latest = Long.MIN_VALUE;
            for (Waiting one : requests) {
                latest = Math.max(latest, one.request.deadlineNanos());
            }
            return latest;
        }

        /** Whether a request is in this batch, or a copy of it is. */
        private boolean holdsCopyOf(Waiting one) {
            RequestId id = one.request.requestId();
            return requests.stream().anyMatch(mine -> mine.request.requestId().equals(id));
        }

        /**
         * Takes the results of an engine; the requests it left out are not part of this batch.
         *
         * @return whether some of those take long
         */
        private boolean evaluated(List<byte @Nullable []> answers) {
            boolean anyLong = false;
            for (int i = requests.size() - 1; i >= 0; i--) {
                int command = commands.get(i);
                byte[] answer = command < answers.size() ? answers.get(command) : null;
                if (answer != null) {
                    results.set(i, answer);
                } else {
                    boolean itIsLong = command < answers.size();
                    requests.remove(i).isLong |= itIsLong;
                    anyLong |= itIsLong;
                    results.remove(i);
                    commands.subList(i, i + 1).clear();
                }
            }
            return anyLong;
        }

        /** A request that was executed. */
        @SuppressWarnings("ArrayRecordComponent")
        record Executed(Input.Write request, byte[] result) {}

        /** What was executed, each once. */
        List<Executed> executed() {
            List<Executed> executed = new ArrayList<>(requests.size());
            int last = -1;
            for (int i = 0; i < requests.size(); i++) {
                if (commands.get(i) > last) { // copies repeat an earlier number
                    last = commands.get(i);
                    executed.add(new Executed(requests.get(i).request, results.get(i)));
                }
            }
            return executed;
        }
    }

    private final Turn turn;
    private final SpacePolicy policy;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(2);
    private final List<Batch> proposals = new ArrayList<>(1);

    /** The entry of the proposals. */
    private long proposedEntry;

    private long earliestDeadlineNanos = Long.MAX_VALUE;

    /** Whether some of the waiting requests may take long. */
    private boolean mayHaveLong;

    /** Whether one that takes long goes next, if there are others too. */
    private boolean isTurnOfLong;

    public WriteQueue(Turn turn, SpacePolicy policy) {
        this.turn = turn;
        this.policy = policy;
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public int size() {
        return waiting.size();
    }

    public long earliestDeadlineNanos() {
        return earliestDeadlineNanos;
    }

    public void add(Input.Write request) {
        waiting.add(new Waiting(request));
        earliestDeadlineNanos = Math.min(earliestDeadlineNanos, request.deadlineNanos());
    }

    /**
     * Rule W2: picks what is to become the next entry, and executes it or has it executed, one
     * request after the other. Requests the entity knows already are answered at once: the entry
     * that tells is chosen.
     *
     * @param table what the entity remembers; changed by what is executed
     * @param clockMillis the entry's clock
     * @param execution gives a command's result, or something in its place until {@link
     *     Batch#evaluated}
     * @return null when nothing is left to propose
     */
    @Nullable Batch select(
            RequestTable table, long clockMillis, Function<Command, byte[]> execution) {
        return select(table, clockMillis, execution, Kind.ANY);
    }

    /** Which of the waiting requests an entry is made of. */
    private enum Kind {
        ANY,
        /** Those that do not take long. */
        SHORT,
        /** One that takes long. */
        LONG;

        boolean takes(Waiting one, Batch batch) {
            return switch (this) {
                case ANY -> true;
                case SHORT -> !one.isLong;
                case LONG -> batch.isEmpty() ? one.isLong : batch.holdsCopyOf(one);
            };
        }
    }

    /**
     * Like {@link #select}, of requests of which some take long: each of those becomes an entry of
     * its own, and between two of them all others that wait have their turn. So a request waits for
     * one that takes long at most, and those that take long wait for each other.
     */
    @Nullable Batch selectByTurns(
            RequestTable table, long clockMillis, Function<Command, byte[]> execution) {
        if (!mayHaveLong) {
            return select(table, clockMillis, execution);
        }
        int longCount = 0;
        for (Waiting one : waiting) {
            longCount += one.isLong ? 1 : 0;
        }
        mayHaveLong = longCount > 0;
        boolean longFirst = isTurnOfLong || longCount == waiting.size();
        Batch batch = select(table, clockMillis, execution, longFirst ? Kind.LONG : Kind.SHORT);
        if (batch == null) {
            batch = select(table, clockMillis, execution, longFirst ? Kind.SHORT : Kind.LONG);
        }
        isTurnOfLong &= batch == null || !batch.isLong();
        return batch;
    }

    private @Nullable Batch select(
            RequestTable table, long clockMillis, Function<Command, byte[]> execution, Kind kind) {
        Batch batch = new Batch(turn.nextValueId());
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext() && batch.requests.size() < policy.batchRequestsMax()) {
            Waiting one = all.next();
            if (!kind.takes(one, batch)) {
                continue;
            }
            RequestId id = one.request.requestId();
            switch (turn.rules().verdict(table, id)) {
                case RequestTable.Verdict.Fresh fresh -> {
                    if (id.isFarAhead(clockMillis, table.forgottenStamp())) {
                        refuse(all, one, new Outcome.NotDone(Outcome.Reason.CLOCK_AHEAD));
                        continue;
                    }
                    byte[] result = execution.apply(one.request.command());
                    long floor = id.settledFloor(one.request.settledFloor());
                    table.executed(id, floor, result);
                    batch.add(one, result);
                }
                case RequestTable.Verdict.Duplicate duplicate -> {
                    if (!batch.addCopy(one)) {
                        turn.count(ReplicaStats.Counter.DUPLICATES);
                        refuse(all, one, again(duplicate.result()));
                    }
                }
                case RequestTable.Verdict.LateCopy late ->
                        refuse(all, one, expired(one, late.floor()));
                case RequestTable.Verdict.Expired expired ->
                        refuse(all, one, expired(one, expired.forgottenStamp()));
            }
        }
        return batch.isEmpty() ? null : batch;
    }

    /** An engine has evaluated a batch; see {@link Input.Evaluated}. */
    void evaluated(Batch batch, List<byte @Nullable []> results) {
        mayHaveLong |= batch.evaluated(results);
    }

    /** Whether all requests of a batch still wait. */
    boolean holds(Batch batch) {
        for (Waiting one : batch.requests) {
            if (one.answered) {
                return false;
            }
        }
        return true;
    }

    /** A batch is about to be proposed for an entry. */
    void proposed(Batch batch, long entry) {
        proposedEntry = entry;
        // From here on they may be executed, whenever the deadline passes.
        for (Waiting one : batch.requests) {
            one.proposed = true;
        }
        isTurnOfLong = !batch.isLong();
        proposals.add(batch);
    }

    /** Answers those of a batch that still wait: it was not evaluated. */
    void refuse(Batch batch, Outcome.Reason reason) {
        for (Waiting one : batch.requests) {
            if (removeFirstOccurrence(one)) {
                turn.reply(one.request.token(), notDone(one, reason));
            }
        }
    }

    private static Outcome notDone(Waiting one, Outcome.Reason reason) {
        return one.proposed ? new Outcome.Unknown() : new Outcome.NotDone(reason);
    }

    /** What was proposed may have been chosen and forgotten: nobody can tell any more. */
    private static Outcome expired(Waiting one, long forgottenStamp) {
        return one.proposed ? new Outcome.Unknown() : new Outcome.RequestExpired(forgottenStamp);
    }

    private void refuse(Iterator<Waiting> all, Waiting one, Outcome outcome) {
        all.remove();
        one.answered = true;
        turn.reply(one.request.token(), outcome);
    }

    private static Outcome written(byte[] result) {
        return new Outcome.Written(new Outcome.Result(result));
    }

    /** The answer to a request that was executed before (Rule E3). */
    private static Outcome again(byte[] result) {
        return RequestTable.isNotKept(result) ? new Outcome.Executed() : written(result);
    }

    /**
     * An entry has been chosen. Answers what it carries: the requests of the own value that won,
     * or, when another value won, those that its proposer executed for this node (Rule W3). The
     * rest will be evaluated again.
     *
     * @param id the value's id; null when entries were skipped
     * @param data at the entry
     */
    public void chosen(@Nullable ValueId id, EntityData data) {
        if (waiting.isEmpty()) {
            proposals.clear();
            return;
        }
        if (!proposals.isEmpty() && data.version() < proposedEntry) {
            return; // an entry that is learnt again, its data having been lost meanwhile
        }
        for (Batch proposal : proposals) {
            if (proposal.id().equals(id)) {
                win(proposal);
                return;
            }
        }
        if (!proposals.isEmpty()) {
            turn.count(ReplicaStats.Counter.SLOTS_LOST);
        }
        proposals.clear();
        lose(turn.rules().searched(data.table()));
    }

    private void win(Batch winner) {
        for (int i = 0; i < winner.requests.size(); i++) {
            Waiting one = winner.requests.get(i);
            if (removeFirstOccurrence(one)) {
                turn.reply(one.request.token(), written(winner.results.get(i)));
            }
        }
        proposals.clear();
        for (Waiting one : waiting) {
            one.proposed = false;
        }
    }

    private boolean removeFirstOccurrence(Waiting one) {
        if (one.answered) {
            return false;
        }
        one.answered = true;
        if (waiting.peekFirst() == one) {
            waiting.removeFirst();
            return true;
        }
        return waiting.remove(one);
    }

    private void lose(RequestTable table) {
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext()) {
            Waiting one = all.next();
            switch (table.verdict(one.request.requestId())) {
                case RequestTable.Verdict.Duplicate duplicate -> {
                    turn.count(ReplicaStats.Counter.DUPLICATES);
                    refuse(all, one, again(duplicate.result()));
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
    public void expire() {
        if (turn.nowNanos() < earliestDeadlineNanos) {
            return;
        }
        earliestDeadlineNanos = Long.MAX_VALUE;
        Iterator<Waiting> all = waiting.iterator();
        while (all.hasNext()) {
            Waiting one = all.next();
            if (one.request.deadlineNanos() <= turn.nowNanos()) {
                refuse(all, one, notDone(one, Outcome.Reason.DEADLINE));
            } else {
                earliestDeadlineNanos =
                        Math.min(earliestDeadlineNanos, one.request.deadlineNanos());
            }
        }
    }

    /** Answers everything that waits: the entity cannot be served here. */
    public void refuseAll(Outcome.Reason reason) {
        for (Waiting one : waiting) {
            one.answered = true;
            turn.reply(one.request.token(), notDone(one, reason));
        }
        waiting.clear();
        proposals.clear();
    }
}
