package io.paxosstore.node.call;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.Slots;

import java.util.List;

/**
 * Has calls executed here or by other nodes, as the routing says. A call that is not for this node
 * goes to the first node of its route that can be reached; what another node has sent here is never
 * sent on.
 */
public final class RoutedCalls implements Calls {
    private static final Outcome NOBODY = new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER);
    private static final Outcome FULL = new Outcome.NotDone(Outcome.Reason.OVERLOADED);

    private final List<ShardLoop> shards;
    private final LocalCalls local;
    private final Routing routing;
    private final List<? extends Forwards> forwards;

    /**
     * @param shards of this node
     * @param forwards of the shards
     */
    public RoutedCalls(
            List<ShardLoop> shards,
            LocalCalls local,
            Routing routing,
            List<? extends Forwards> forwards) {
        this.shards = List.copyOf(shards);
        this.local = local;
        this.routing = routing;
        this.forwards = List.copyOf(forwards);
    }

    @Override
    public void execute(Requester requester, long correlation, Call call) {
        switch (routing.route(call.key())) {
            case Route.Here _ -> local.execute(requester, correlation, call);
            case Route.There there -> handOver(requester, correlation, call, there.nodeIds());
        }
    }

    /** The links to a node that belong to the shard of the call are for its loop. */
    private void handOver(Requester requester, long correlation, Call call, List<Integer> nodeIds) {
        int home = requester.homeShard();
        int index = call.key().shard(shards.size());
        if (index == home) {
            forward(index, requester, correlation, call, nodeIds);
        } else {
            shards.get(home)
                    .handOver(index, () -> forward(index, requester, correlation, call, nodeIds));
        }
    }

    private void forward(
            int index, Requester requester, long correlation, Call call, List<Integer> nodeIds) {
        shards.get(index).openTurn();
        boolean isFull = false;
        for (int nodeId : nodeIds) {
            switch (forwards.get(index).forward(nodeId, requester, correlation, call)) {
                case SENT -> {
                    return;
                }
                case FULL -> isFull = true;
                case UNREACHABLE -> {}
            }
        }
        if (!isFull) {
            forwards.get(index).stray(Slots.of(call.key()));
        }
        Outcome why = isFull ? FULL : NOBODY;
        shards.get(index).away().refuse(requester, correlation, call.operation(), why);
    }
}
