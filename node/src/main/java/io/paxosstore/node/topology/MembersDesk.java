package io.paxosstore.node.topology;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Changes the cluster as operators want: reads the whole topology, judges the wish by it, and
 * writes what it makes of the head, unless somebody else has changed that meanwhile; then once
 * more. Thread-safe.
 */
public final class MembersDesk {
    private static final Logger LOG = LoggerFactory.getLogger(MembersDesk.class);

    /** Others that change the head as often meanwhile are more than a cluster's operators. */
    private static final int ATTEMPTS_MAX = 8;

    /** How long a wish of a node may take. */
    public static final long PATIENCE_NANOS = 30_000_000_000L;

    private final TopologyService service;
    private final LoopScheduler loop;
    private final Executor planning;
    private final ReportPort port;

    /**
     * @param loop the service's
     * @param planning for what takes seconds; may refuse
     * @param port says which nodes are up
     */
    public MembersDesk(
            TopologyService service, LoopScheduler loop, Executor planning, ReportPort port) {
        this.service = service;
        this.loop = loop;
        this.planning = planning;
        this.port = port;
    }

    /** A wish on its way. */
    private record Wish(
            ClusterChange change, boolean isTrial, long untilNanos, Consumer<DeskAnswer> answer) {}

    /**
     * Submits a wish; from any thread.
     *
     * @param isTrial whether it is only judged
     * @param timeoutNanos after this time it is not written any more: whoever wished it may have
     *     gone on to wish something else
     * @param answer told once, on the topology's loop, in about three times the service's timeout
     *     at the latest
     */
    public void submit(
            ClusterChange change, boolean isTrial, long timeoutNanos, Consumer<DeskAnswer> answer) {
        long untilNanos = loop.nanoTime() + timeoutNanos;
        loop.execute(() -> attempt(new Wish(change, isTrial, untilNanos, answer), ATTEMPTS_MAX));
    }

    private void attempt(Wish wish, int left) {
        if (left == 0) {
            fail(wish, FailureCode.OVERLOADED, "Others change the list of nodes all the time.");
            return;
        }
        AllParts.read(
                service,
                failed ->
                        wish.answer()
                                .accept(new DeskAnswer.Failed(failed.code(), failed.sentence())),
                () -> judge(wish, left));
    }

    private static void fail(Wish wish, FailureCode code, String sentence) {
        wish.answer().accept(new DeskAnswer.Failed(code, sentence));
    }

    private void judge(Wish wish, int left) {
        Topology topology = service.current();
        if (topology == null) {
            fail(wish, FailureCode.NOT_READY, "This node does not know the topology yet.");
            return;
        }
        Set<Integer> up = up(topology);
        try {
            planning.execute(() -> {
                ChangeVerdict verdict = ClusterChanges.judge(wish.change(), topology, up::contains);
                hand(() -> write(wish, topology, verdict, left));
            });
        } catch (RejectedExecutionException e) {
            fail(wish, FailureCode.OVERLOADED, "This node plans other changes just now.");
        }
    }

    private Set<Integer> up(Topology topology) {
        return topology.nodes().nodes().stream()
                .map(ClusterNode::id)
                .filter(port::isUp)
                .collect(Collectors.toSet());
    }

    private void hand(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // The node stops: whoever asked loses its connection.
        }
    }

    private void write(Wish wish, Topology judged, ChangeVerdict verdict, int left) {
        switch (verdict) {
            case ChangeVerdict.Refused refused ->
                    wish.answer().accept(new DeskAnswer.Refused(refused.why().sentence()));
            case ChangeVerdict.Allowed allowed -> {
                DeskAnswer.Done done =
                        new DeskAnswer.Done(judged.with(allowed.head()), allowed.plan());
                if (wish.isTrial()) {
                    wish.answer().accept(done);
                } else if (loop.nanoTime() > wish.untilNanos()) {
                    fail(
                            wish,
                            FailureCode.DEADLINE,
                            "It took too long to look at the topology; nothing is changed.");
                } else {
                    service.change(
                            new PartValue.Head(allowed.head()),
                            result -> onWritten(wish, done, result, left));
                }
            }
        }
    }

    private void onWritten(Wish wish, DeskAnswer.Done done, PartResult result, int left) {
        switch (result) {
            case PartResult.Is _ -> {
                NewZone.warning(wish.change(), done.topology().nodes())
                        .ifPresent(says -> LOG.warn("zone_new {}", says));
                wish.answer().accept(done);
            }
            case PartResult.Lost _, PartResult.Absent _ -> attempt(wish, left - 1);
            case PartResult.Unknown _ ->
                    fail(
                            wish,
                            FailureCode.UNKNOWN_OUTCOME,
                            "The change may or may not be done; look at the list of nodes.");
            case PartResult.Failed failed -> fail(wish, failed.code(), failed.sentence());
        }
    }
}
