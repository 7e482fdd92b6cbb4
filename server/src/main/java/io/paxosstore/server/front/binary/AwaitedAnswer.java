package io.paxosstore.server.front.binary;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/**
 * The answer to a request that waits for it or for its deadline: what comes first ends the request.
 * On the connection's loop only, but for {@link #answer}.
 */
final class AwaitedAnswer {
    private final EntityRequests.Session session;
    private final ShardLoop home;
    private final long correlation;
    private final long leftNanos;
    private LoopScheduler.@Nullable Scheduled deadline;
    private boolean isGiven;

    /**
     * @param home the shard whose loop serves the connection
     * @param deadlineMillis that the client has left
     */
    AwaitedAnswer(
            EntityRequests.Session session, ShardLoop home, long correlation, int deadlineMillis) {
        this.session = session;
        this.home = home;
        this.correlation = correlation;
        this.leftNanos = session.deadlineNanos(deadlineMillis) - home.nowNanos();
    }

    /**
     * Begins to wait, if there is memory for the answer; else the client knows.
     *
     * @param answerBytes what the answer is known to bring
     * @param late the answer at the deadline
     * @return whether it waits
     */
    boolean begins(int answerBytes, Supplier<? extends Response> late) {
        if (!session.begins(correlation, answerBytes)) {
            return false;
        }
        deadline = home.scheduler().schedule(() -> give(late), leftNanos);
        return true;
    }

    /** Whether the request has ended. */
    boolean isGiven() {
        return isGiven;
    }

    /**
     * There is an answer; from any thread.
     *
     * @param answer made on the connection's loop, if it is not too late
     */
    void answer(Supplier<? extends Response> answer) {
        home.scheduler().execute(() -> give(answer));
    }

    private void give(Supplier<? extends Response> answer) {
        if (!isGiven) {
            isGiven = true;
            if (deadline != null) {
                deadline.giveUp(); // a minute of answered scans is tens of thousands of them
            }
            session.ended(correlation);
            session.reply(answer.get());
        }
    }
}
