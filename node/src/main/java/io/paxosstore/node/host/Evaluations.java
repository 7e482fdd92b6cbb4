package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.EntityShard.LongWork;
import io.paxosstore.log.EntityShard.ReadAnswer;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * What is asked of the entities' data: at once what fits into a slice of the loop's time, the rest
 * beside the loop, while that goes on. On the shard's loop only.
 *
 * <p>Whoever waits for work beside the loop gets a sign from time to time, so that he does not take
 * the node for stuck and have the same done at the next one.
 */
final class Evaluations {
    /** How often: several times in the time that a client waits for an answer. */
    static final long SIGN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long WAY_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long WAY_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(200);

    private final ShardLoop shard;
    private final EntityShard entities;
    private final LoopScheduler scheduler;
    private final RequestTable requests;
    private final AnswerMemory answers;
    private final TurnShare share;
    private final BiConsumer<Requester, Long> sign;

    private final Map<EntityKey, Change> changes = new HashMap<>();
    private final Map<Long, Read> reads = new LinkedHashMap<>();

    /** Reads that were too much for a turn. */
    private final ArrayDeque<PutOff> putOff = new ArrayDeque<>();

    private boolean readingSoon;
    private boolean signing;

    /** The evaluation of a change. */
    private record Change(Effects.Evaluate question, long endNanos, LongWork work) {}

    /**
     * A read that is answered beside the loop.
     *
     * @param version of the data that it was proven to be current from
     */
    private record Read(EntityQuery query, long version, long endNanos, LongWork work) {}

    /** A read that is to be answered in a later turn. */
    private record PutOff(long token, Outcome.Current current, long endNanos) {}

    /**
     * @param replies gives a requester the sign that his request is worked on
     */
    Evaluations(
            ShardLoop shard,
            EntityShard entities,
            RequestTable requests,
            AnswerMemory answers,
            Admission admission,
            ReplyRouter replies) {
        this.shard = shard;
        this.entities = entities;
        this.scheduler = shard.scheduler();
        this.requests = requests;
        this.answers = answers;
        this.share = admission.turnShare();
        this.sign = replies::workedOn;
    }

    /** Evaluates commands: the answer is stepped, now or later. */
    void evaluate(Effects.Evaluate question) {
        EntityKey key = question.key();
        overtaken(key);
        if (!question.isLong()) {
            shard.step(entities.evaluate(question));
            return;
        }
        long nanos = timeFor(question.deadlineNanos());
        LongWork work =
                entities.evaluateLong(question, nanos, answer -> onLoop(() -> evaluated(answer)));
        changes.put(key, new Change(question, scheduler.nanoTime() + nanos, work));
        requests.setWritesAside(Set.of(key), sign);
        signSoon();
    }

    private void evaluated(Input.Evaluation answer) {
        Change change = changes.get(answer.key());
        if (change != null && change.question().ticket() == answer.ticket()) {
            changes.remove(answer.key());
            shard.step(answer);
        }
    }

    /**
     * How long to work for somebody who waits until a deadline: he is to hear before it that he
     * waits in vain, because afterwards he cannot know whether it was done.
     */
    private long timeFor(long deadlineNanos) {
        long left = deadlineNanos - scheduler.nanoTime();
        return left - Math.clamp(left / 10, WAY_NANOS_MIN, WAY_NANOS_MAX);
    }

    /** The entity's version rises, or it is evaluated anew: an evaluation under way is useless. */
    void overtaken(EntityKey key) {
        if (!changes.isEmpty()) {
            Change change = changes.remove(key);
            if (change != null) {
                change.work().cancel();
            }
        }
    }

    /** A space was dropped: what is evaluated of it is of no use. */
    void dropped(int space) {
        for (EntityKey key : List.copyOf(changes.keySet())) {
            if (key.space() == space) {
                overtaken(key);
            }
        }
    }

    /**
     * Answers a read that is proven to be current from the data (Rule R1).
     *
     * @param query null when the requester is gone
     * @param current of which version the data are; when the answer comes later they may be gone
     * @return null if the answer comes later, by {@link ShardLoop#answered}
     */
    @Nullable Outcome read(long token, @Nullable EntityQuery query, Outcome.Current current) {
        if (query == null) {
            return new Outcome.NotDone(Outcome.Reason.NO_VOTE);
        }
        if (query.query() == null) {
            return new Outcome.Recovered(entities.look(query.key()).version());
        }
        if (!share.hasRoom()) {
            putOff(token, query, current);
            return null;
        }
        ReadAnswer answer = entities.read(query.key(), query.query());
        if (answer instanceof ReadAnswer.Read read) {
            share.used(read.result().length);
        }
        if (!(answer instanceof ReadAnswer.TakesLong)) {
            return outcome(token, query, current.version(), answer);
        }
        if (answers.isShort(requests.slotOf(token))) {
            return AnswerMemory.REFUSED;
        }
        long nanos = timeFor(query.deadlineNanos());
        LongWork work =
                entities.readLong(
                        query.key(), query.query(), nanos, late -> onLoop(() -> read(token, late)));
        long endNanos = scheduler.nanoTime() + nanos;
        reads.put(token, new Read(query, current.version(), endNanos, work));
        requests.ifThere(token, sign);
        signSoon();
        return null;
    }

    private void putOff(long token, EntityQuery query, Outcome.Current current) {
        long endNanos = scheduler.nanoTime() + timeFor(query.deadlineNanos());
        putOff.add(new PutOff(token, current, endNanos));
        requests.setAside(requests.slotOf(token));
        signSoon();
    }

    /** What was too much for this turn is for one of its own. */
    void endOfTurn() {
        share.renew();
        if (!putOff.isEmpty() && !readingSoon) {
            readingSoon = true;
            onLoop(this::readPutOff);
        }
    }

    private void readPutOff() {
        readingSoon = false;
        if (shard.isStopped()) {
            return;
        }
        shard.openTurn();
        try {
            while (!putOff.isEmpty() && share.hasRoom()) {
                PutOff next = putOff.remove();
                boolean isLate = next.endNanos() <= shard.nowNanos();
                shard.complete(
                        next.token(),
                        isLate ? new Outcome.NotDone(Outcome.Reason.DEADLINE) : next.current());
            }
        } catch (RuntimeException | Error e) {
            // As in the turn that they came in: nobody would go on with those that are left.
            shard.fail(e);
        }
    }

    private void read(long token, ReadAnswer answer) {
        Read read = reads.remove(token);
        Outcome outcome =
                read == null ? null : outcome(token, read.query(), read.version(), answer);
        if (outcome != null) {
            shard.answered(token, outcome);
        }
    }

    /**
     * What is told of a read; null if it is asked again, because an entry is to say first what has
     * expired (Rule X2). That is done once: what expires meanwhile was there when it was asked.
     *
     * @param version what is older was not proven to be current: the data were moved away, or lost
     */
    private @Nullable Outcome outcome(
            long token, EntityQuery query, long version, ReadAnswer answer) {
        if (answer instanceof ReadAnswer.Read read && read.version() < version) {
            return new Outcome.NotDone(Outcome.Reason.NO_VOTE);
        }
        if (answer instanceof ReadAnswer.Read read && read.dueMillis() > 0 && !query.isAgain()) {
            int slot = requests.slotOf(token);
            if (slot >= 0) {
                requests.query(token, query.again());
                shard.step(
                        new Input.Read(
                                token,
                                query.key(),
                                query.option(),
                                query.deadlineNanos(),
                                read.dueMillis()));
            }
            return null;
        }
        return switch (answer) {
            case ReadAnswer.Read read ->
                    new Outcome.Value(read.version(), new Outcome.Result(read.result()));
            case ReadAnswer.Unreadable _ -> new Outcome.NotDone(Outcome.Reason.NO_VOTE);
            case ReadAnswer.GivenUp given -> new Outcome.NotDone(given.reason());
            case ReadAnswer.TakesLong _ ->
                    throw new IllegalStateException("what takes long was answered so");
        };
    }

    private void onLoop(Runnable task) {
        try {
            scheduler.execute(task);
        } catch (RejectedExecutionException e) {
            // The node stops, its loop has ended: nobody waits.
        }
    }

    private void signSoon() {
        if (!signing) {
            signing = true;
            scheduler.schedule(this::giveSigns, SIGN_NANOS);
        }
    }

    private void giveSigns() {
        signing = false;
        if (changes.isEmpty() && reads.isEmpty() && putOff.isEmpty()) {
            return;
        }
        shard.openTurn();
        endLate();
        reads.keySet().forEach(token -> requests.ifThere(token, sign));
        putOff.stream()
                .limit(LargeQueue.SIGNS_MAX)
                .forEach(read -> requests.ifThere(read.token(), sign));
        if (!changes.isEmpty()) {
            requests.setWritesAside(changes.keySet(), sign);
        }
        signSoon();
    }

    /** Ends what waits for a thread, and has no time left. */
    private void endLate() {
        long now = shard.nowNanos();
        for (Map.Entry<Long, Read> one : List.copyOf(reads.entrySet())) {
            if (now >= one.getValue().endNanos()) {
                one.getValue().work().cancel();
                read(one.getKey(), new ReadAnswer.GivenUp(Outcome.Reason.DEADLINE));
            }
        }
        for (Change change : List.copyOf(changes.values())) {
            if (now >= change.endNanos()) {
                change.work().cancel();
                Effects.Evaluate question = change.question();
                evaluated(
                        new Input.NotEvaluated(
                                question.key(), question.ticket(), Outcome.Reason.DEADLINE));
            }
        }
    }

    /** Nobody waits any more. */
    void stop() {
        changes.values().forEach(change -> change.work().cancel());
        changes.clear();
        reads.values().forEach(read -> read.work().cancel());
        reads.clear();
        putOff.clear();
    }
}
