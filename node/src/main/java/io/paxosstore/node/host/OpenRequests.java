package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

/**
 * A shard's requests from their admission to their outcome: which are taken, and what is counted of
 * them. On the shard's loop only.
 */
final class OpenRequests {
    private final ShardLoop shard;
    private final RequestTable requests;
    private final Admission admission;
    private final AnswerMemory answers;
    private final LargeRequests large;
    private final ReplyRouter replies;
    private final Counters counters;
    private final QueueDelay queueDelay;
    private final Standouts standouts;
    private int ofClients;

    OpenRequests(
            ShardLoop shard,
            RequestTable requests,
            Admission admission,
            AnswerMemory answers,
            LargeRequests large,
            ReplyRouter replies) {
        this.shard = shard;
        this.requests = requests;
        this.admission = admission;
        this.answers = answers;
        this.large = large;
        this.replies = replies;
        this.counters = shard.counters();
        this.queueDelay = new QueueDelay(admission.delayNanos());
        this.standouts = new Standouts(shard.scheduler().nanoTime());
    }

    /** What stands out among clients' requests. */
    Standouts.Picture standouts(long nowNanos) {
        return standouts.picture(nowNanos);
    }

    /** How many requests of clients have no outcome yet. */
    int ofClients() {
        return ofClients;
    }

    /**
     * Takes a request, or refuses it at once.
     *
     * @param adds whether it may make the data larger; of a client's write only
     * @return its token, or {@link RequestTable#FULL} if it was refused
     */
    long admit(
            Requester requester,
            long correlation,
            Operation operation,
            boolean adds,
            EntityKey key,
            RequestModel model) {
        long nowNanos = shard.nowNanos();
        boolean client = requester.isClient();
        int begun = ofClients - large.waiting();
        Outcome.Reason refusal =
                shard.isStopped() || (client && queueDelay.isExceeded(nowNanos, begun))
                        ? Outcome.Reason.OVERLOADED
                        : admission.refusal(
                                operation,
                                client,
                                adds,
                                shard.pendingBytes(),
                                shard.slots().view(),
                                key);
        if (refusal == null) {
            long token = requests.add(requester, correlation, operation, key, model, nowNanos);
            if (token != RequestTable.FULL) {
                if (client) {
                    ofClients++;
                    counters.admitted(operation, key);
                    standouts.asked(key, nowNanos);
                }
                return token;
            }
            refusal = Outcome.Reason.OVERLOADED;
        }
        shard.away().refuse(requester, correlation, operation, new Outcome.NotDone(refusal));
        return RequestTable.FULL;
    }

    /**
     * Answers a request.
     *
     * @param slot negative of one that was answered already
     * @param tellsLoad whether the time it took says how much the loop has to do
     */
    void complete(int slot, Outcome answer, boolean tellsLoad) {
        Requester requester = slot < 0 ? null : requests.requester(slot);
        if (requester == null) {
            return;
        }
        Outcome told = answers.keep(slot, requester, answer);
        int answerBytes = requests.answerBytes(slot);
        Operation operation = requests.operation(slot);
        long correlation = requests.correlation(slot);
        long nowNanos = shard.nowNanos();
        long latencyNanos = nowNanos - requests.startNanos(slot);
        RequestModel model = requests.model(slot);
        counters.latency().of(operation, model).record(latencyNanos);
        int largeBytes = requests.largeBytes(slot);
        long beginNanos = requests.beginNanos(slot);
        if (requester.isClient()) {
            ofClients--;
            long wallMillis = shard.wallMillis();
            standouts.ended(requests.key(slot), operation, model, wallMillis, latencyNanos, told);
            if (tellsLoad && largeBytes == 0 && !requests.isSetAside(slot)) {
                large.other(latencyNanos);
                queueDelay.onDone(nowNanos, latencyNanos);
            }
        }
        requests.release(slot);
        counters.increment(Count.of(operation, told));
        replies.complete(requester, correlation, operation, told, answerBytes);
        if (largeBytes > 0) {
            large.ended(largeBytes, beginNanos, told);
        }
    }
}
