package io.paxosstore.node.host;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Starts the requests of clients, the large ones in their turn ({@link LargeQueue}). Who waits for
 * his turn gets a sign from time to time, so that he does not send the same, which is large, to the
 * next node too. On the shard's loop only.
 */
final class LargeRequests {
    private final ShardLoop shard;
    private final LoopScheduler scheduler;
    private final RequestTable requests;
    private final AnswerMemory answers;
    private final LargeQueue queue;
    private final BiConsumer<Requester, Long> sign;
    private final List<Quick> quick = new ArrayList<>();
    private boolean looking;
    private boolean resting;

    /** One that was over in the turn in which it began. */
    private record Quick(int bytes, long beginNanos, boolean isDone) {}

    /**
     * @param replies gives a requester the sign that his request is not forgotten
     */
    LargeRequests(
            ShardLoop shard,
            RequestTable requests,
            AnswerMemory answers,
            LargeQueue queue,
            ReplyRouter replies) {
        this.shard = shard;
        this.scheduler = shard.scheduler();
        this.requests = requests;
        this.answers = answers;
        this.queue = queue;
        this.sign = replies::workedOn;
    }

    /**
     * Starts a request of a client now or later.
     *
     * @param contentBytes what it brings
     * @param valueBytes what it loads of a key: a read as its answer, a write to make a new value
     *     of it, or the same again if it changes nothing
     */
    void start(Input.Request request, int contentBytes, int valueBytes) {
        int bytes = Math.max(contentBytes, valueBytes);
        int slot = requests.slotOf(request.token());
        Requester requester = slot < 0 ? null : requests.requester(slot);
        if (requester == null) {
            return;
        }
        // Also of what waits: from a connection that awaits so much no more requests are read. A
        // large write loads its value in its turn, and few of those are under way.
        boolean takesMemory = request instanceof Input.Read || !queue.isLarge(bytes);
        if (takesMemory && !answers.reserve(request.token(), requester, valueBytes)) {
            requests.setAside(slot);
            shard.complete(request.token(), AnswerMemory.REFUSED);
        } else if (queue.keep(request, bytes, shard.nowNanos())) {
            requests.setAside(slot);
            lookSoon();
            restIfNeeded();
        } else {
            begin(request, bytes);
        }
    }

    private void begin(Input.Request request, int bytes) {
        int slot = requests.slotOf(request.token());
        if (slot >= 0) {
            if (queue.isLarge(bytes)) {
                requests.begun(slot, bytes, shard.nowNanos());
                queue.begun(bytes, shard.nowNanos());
            }
            shard.step(request);
        }
    }

    /** A large request that was under way has its outcome. */
    void ended(int bytes, long beginNanos, Outcome outcome) {
        boolean isDone =
                !(outcome instanceof Outcome.NotDone || outcome instanceof Outcome.Unknown);
        if (beginNanos == shard.nowNanos()) {
            // It makes room for the next in the next turn; all in one turn would be no turns.
            if (quick.isEmpty()) {
                scheduler.execute(this::onQuick);
            }
            quick.add(new Quick(bytes, beginNanos, isDone));
        } else {
            ended(bytes, beginNanos, isDone);
            beginNext();
        }
    }

    private void ended(int bytes, long beginNanos, boolean isDone) {
        long now = shard.nowNanos();
        queue.ended(bytes, now - beginNanos, isDone, now);
    }

    private void onQuick() {
        shard.openTurn();
        quick.forEach(one -> ended(one.bytes(), one.beginNanos(), one.isDone()));
        quick.clear();
        beginNext();
    }

    /** Any other request has its outcome, so long after it came. */
    void other(long latencyNanos) {
        queue.other(latencyNanos, shard.nowNanos());
    }

    /** Begins those whose turn has come. */
    private void beginNext() {
        if (queue.size() == 0) {
            return;
        }
        LargeQueue.Waiting next = queue.next(shard.nowNanos());
        while (next != null) {
            begin(next.request(), bytesNow(next));
            next = queue.next(shard.nowNanos());
        }
        restIfNeeded();
    }

    /** While a request waited, the value that it loads may have been replaced. */
    private int bytesNow(LargeQueue.Waiting next) {
        EntityKey key = next.request().key();
        int valueBytes = shard.storage().of(key).valueBytes(key);
        return next.request() instanceof Input.Write write
                ? Math.max(write.command().contentBytes(), valueBytes)
                : valueBytes;
    }

    /** Large requests give way: the next may begin after a rest. */
    private void restIfNeeded() {
        long restNanos = queue.restNanos(shard.nowNanos());
        if (restNanos > 0 && queue.size() > 0 && !resting) {
            resting = true;
            shard.counters().increment(Count.LARGE_RESTS);
            scheduler.schedule(this::onRested, restNanos);
        }
    }

    private void onRested() {
        resting = false;
        shard.openTurn();
        beginNext();
    }

    private void lookSoon() {
        if (!looking) {
            looking = true;
            scheduler.schedule(this::look, LargeQueue.LOOK_NANOS);
        }
    }

    /** Answers those that have waited in vain, and asks the others for patience. */
    private void look() {
        looking = false;
        if (queue.size() == 0) {
            return;
        }
        shard.openTurn();
        for (Input.Request late : queue.late(shard.nowNanos())) {
            shard.counters().increment(Count.LARGE_EXPIRED);
            shard.complete(late.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE));
        }
        beginNext();
        for (long token : queue.patient(shard.nowNanos())) {
            requests.ifThere(token, sign);
        }
        if (queue.size() > 0) {
            lookSoon();
        }
    }

    /** Nobody waits any more. */
    void stop() {
        queue.clear();
        quick.clear();
    }

    /** How many wait for their turn. */
    int waiting() {
        return queue.size();
    }
}
