package io.paxosstore.node.repair;

import io.paxosstore.log.ContentDigest;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Answers the other nodes' questions for digests: each at once with what is known, and again when
 * the digest is ready, by which the question is over. Whoever asks asks again from time to time; a
 * question that nobody repeats is forgotten. Bounded. On the shard's loop only.
 */
final class ContentAnswers {
    /** Questions at the same time; more get no answer, and are asked again. */
    private static final int QUESTIONS_MAX = 128;

    private static final long FORGOTTEN_NANOS = 15_000_000_000L;

    private record Question(int nodeId, long id) {}

    private static final class Pending {
        private final ContentDigest digest;
        private long askedNanos;

        Pending(ContentDigest digest) {
            this.digest = digest;
        }

        boolean isReady() {
            return !(digest.state() instanceof ContentDigest.State.Waiting);
        }
    }

    private final ContentHost host;
    private final Map<Question, Pending> questions = new HashMap<>();

    ContentAnswers(ContentHost host) {
        this.host = host;
    }

    /** Another node asks. */
    void asked(int nodeId, ContentFrame.Ask ask) {
        Question question = new Question(nodeId, ask.id());
        Pending pending = questions.get(question);
        if (pending == null) {
            if (questions.size() >= QUESTIONS_MAX) {
                return;
            }
            pending = new Pending(host.digest(ask.key(), ask.version()));
            questions.put(question, pending);
        }
        pending.askedNanos = host.nowNanos();
        answer(question, pending);
        if (pending.isReady()) {
            questions.remove(question);
        }
    }

    private void answer(Question question, Pending pending) {
        host.send(
                question.nodeId(), new ContentFrame.Answer(question.id(), pending.digest.state()));
    }

    /**
     * Tells what has become ready.
     *
     * @return whether anything is still being computed
     */
    boolean tick() {
        long nowNanos = host.nowNanos();
        for (Iterator<Map.Entry<Question, Pending>> all = questions.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<Question, Pending> one = all.next();
            Pending pending = one.getValue();
            if (pending.isReady()) {
                answer(one.getKey(), pending);
                all.remove();
            } else if (nowNanos - pending.askedNanos > FORGOTTEN_NANOS) {
                pending.digest.close();
                all.remove();
            }
        }
        return !questions.isEmpty();
    }

    /** Forgets all. */
    void close() {
        questions.values().forEach(pending -> pending.digest.close());
        questions.clear();
    }
}
