package io.paxosstore.node.balance;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.placement.LoadLimits;
import io.paxosstore.node.topology.AllParts;
import io.paxosstore.node.topology.PartResult;
import io.paxosstore.node.topology.PartValue;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Evens out loads: reads the topology, asks all nodes what their slots carry, and says, or writes,
 * a plan that relieves those with too much. Thread-safe.
 */
public final class BalanceDesk {
    /**
     * What an operator's wish goes by: some moves at a time, and nothing for what is nearly
     * nothing.
     */
    public static final LoadLimits BY_HAND = new LoadLimits(1.2, 1.1, 1_024, 1, 1 << 20);

    /** A node that does not answer within this time is silent. */
    private static final long GATHER_NANOS = 2_000_000_000L;

    private final TopologyService service;
    private final LoopScheduler loop;
    private final Executor planning;
    private final LoadPort port;

    /**
     * @param loop the service's
     * @param planning for what takes seconds; may refuse
     */
    public BalanceDesk(
            TopologyService service, LoopScheduler loop, Executor planning, LoadPort port) {
        this.service = service;
        this.loop = loop;
        this.planning = planning;
        this.port = port;
    }

    /** A wish on its way. */
    private record Wish(
            LoadLimits limits,
            boolean isTrial,
            long untilNanos,
            Consumer<? super BalanceAnswer> answer) {
        void fail(FailureCode code, String sentence) {
            answer.accept(new BalanceAnswer.Failed(code, sentence));
        }
    }

    /**
     * Submits a wish; from any thread.
     *
     * @param isTrial whether it is only judged
     * @param timeoutNanos after this time no plan is written any more
     * @param answer told once, on the topology's loop
     */
    public void submit(
            LoadLimits limits,
            boolean isTrial,
            long timeoutNanos,
            Consumer<? super BalanceAnswer> answer) {
        Wish wish = new Wish(limits, isTrial, loop.nanoTime() + timeoutNanos, answer);
        loop.execute(() ->
                AllParts.read(
                        service,
                        failed -> wish.fail(failed.code(), failed.sentence()),
                        () -> gather(wish)));
    }

    private void gather(Wish wish) {
        Topology topology = service.current();
        if (topology == null) {
            wish.fail(FailureCode.NOT_READY, "This node does not know the topology yet.");
            return;
        }
        List<Integer> nodes =
                topology.nodes().nodes().stream()
                        .filter(node -> node.membership() != Membership.REMOVED)
                        .map(ClusterNode::id)
                        .filter(port::canTell)
                        .toList();
        Gathering gathering = new Gathering(nodes.size(), told -> judge(wish, told));
        nodes.forEach(node -> port.ask(node, answer -> gathering.told(node, answer)));
        loop.schedule(gathering::end, GATHER_NANOS);
    }

    /** Counts answers. On the loop only. */
    private static final class Gathering {
        private final int count;
        private final Consumer<GatheredLoads> next;
        private final Map<Integer, LoadReport.Answer> told = new HashMap<>();
        private boolean isOver;

        Gathering(int count, Consumer<GatheredLoads> next) {
            this.count = count;
            this.next = next;
        }

        void told(int node, LoadReport.Answer answer) {
            told.put(node, answer);
            if (told.size() == count) {
                end();
            }
        }

        void end() {
            if (!isOver) {
                isOver = true;
                next.accept(new GatheredLoads(told));
            }
        }
    }

    private void judge(Wish wish, GatheredLoads loads) {
        Topology topology = service.current();
        MovePlan plan = service.plan();
        if (topology == null || plan == null) {
            wish.fail(FailureCode.NOT_READY, "This node does not know the topology yet.");
            return;
        }
        try {
            planning.execute(() -> {
                BalanceAnswer verdict = Balancing.judge(topology, plan, loads, wish.limits());
                hand(() -> write(wish, plan, verdict));
            });
        } catch (RejectedExecutionException e) {
            wish.fail(FailureCode.OVERLOADED, "This node plans other changes just now.");
        }
    }

    private void hand(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // The node stops: whoever asked loses its connection.
        }
    }

    private void write(Wish wish, MovePlan before, BalanceAnswer verdict) {
        boolean changes =
                verdict instanceof BalanceAnswer.Proposed proposed
                        && !proposed.proposal().plan().moves().isEmpty();
        if (wish.isTrial() || !changes) {
            wish.answer().accept(verdict);
        } else if (loop.nanoTime() > wish.untilNanos()) {
            wish.fail(
                    FailureCode.DEADLINE,
                    "It took too long to hear what slots carry; nothing is changed.");
        } else {
            MovePlan next = Balancing.plan((BalanceAnswer.Proposed) verdict, before);
            service.change(new PartValue.Moves(next), result -> onWritten(wish, verdict, result));
        }
    }

    private void onWritten(Wish wish, BalanceAnswer verdict, PartResult result) {
        switch (result) {
            case PartResult.Is _ -> wish.answer().accept(verdict);
            case PartResult.Lost _, PartResult.Absent _ ->
                    wish.answer()
                            .accept(
                                    new BalanceAnswer.Refused(
                                            "Another plan was made meanwhile; wait until that is"
                                                    + " over (topology wait).",
                                            true));
            case PartResult.Unknown _ ->
                    wish.fail(
                            FailureCode.UNKNOWN_OUTCOME,
                            "The plan may or may not be made; look at it (topology plan).");
            case PartResult.Failed failed -> wish.fail(failed.code(), failed.sentence());
        }
    }
}
