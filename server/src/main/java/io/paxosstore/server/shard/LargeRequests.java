package io.paxosstore.server.shard;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;

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
    private boolean looking;
    private boolean resting;

    /**
     * @param sign gives a requester the sign that his request, of this correlation, is not
     *     forgotten
     */
    LargeRequests(
            ShardLoop shard,
            LoopScheduler scheduler,
            RequestTable requests,
            AnswerMemory answers,
            LargeQueue queue,
            BiConsumer<Requester, Long> sign) {
        this.shard = shard;
        this.scheduler = scheduler;
        this.requests = requests;
        this.answers = answers;
        this.queue = queue;
        this.sign = sign;
    }

    /**
     * Starts a request of a client now or later.
     *
     * @param bytes what it brings, or for a read of a key what it is to fetch
     */
    void start(Input.Request request, int bytes) {
        int slot = requests.slotOf(request.token());
        Requester requester = slot < 0 ? null : requests.requester(slot);
        if (requester == null) {
            return;
        }
        // Also of what waits: from a connection that awaits so much no more requests are read.
        if (request instanceof Input.Read && !answers.reserve(request.token(), requester, bytes)) {
            shard.complete(request.token(), AnswerMemory.REFUSED);
        } else if (queue.keep(request, bytes, shard.nowNanos())) {
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

    /** A request has its outcome, so long after it came; its slot still says what it was. */
    void ended(int slot, long latencyNanos) {
        int bytes = requests.largeBytes(slot);
        if (bytes > 0) {
            long now = shard.nowNanos();
            queue.ended(bytes, now - requests.beginNanos(slot), now);
        } else {
            queue.other(latencyNanos, shard.nowNanos());
        }
    }

    /** Begins those whose turn has come. */
    void beginNext() {
        if (queue.size() == 0) {
            return;
        }
        LargeQueue.Waiting next = queue.next(shard.nowNanos());
        while (next != null) {
            begin(next.request(), next.bytes());
            next = queue.next(shard.nowNanos());
        }
        restIfNeeded();
    }

    /** Large requests give way: the next may begin after a rest. */
    private void restIfNeeded() {
        long restNanos = queue.restNanos(shard.nowNanos());
        if (restNanos > 0 && queue.size() > 0 && !resting) {
            resting = true;
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
            scheduler.schedule(this::look, Evaluations.SIGN_NANOS);
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
    }

    /** How many wait for their turn. */
    int waiting() {
        return queue.size();
    }
}
