package io.paxosstore.node.watch;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.RangeCalls;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.history.ChangeTail;
import io.paxosstore.node.history.ChangeTails;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * The watches on ranges of keys and entities: each follows this node's history of changes. What
 * this node does not hear of it does not tell; its watchers ask other nodes, too. Thread-safe.
 */
public final class RangeWatches implements RangeCalls {
    private final List<ShardLoop> shards;
    private final WatchOptions options;
    private final ChangeHistory history;
    private final WatchCount ofNode;

    /**
     * Those of a node.
     *
     * @param ofNode how many watches of all kinds it has
     */
    public RangeWatches(
            List<ShardLoop> shards,
            WatchOptions options,
            ChangeHistory history,
            WatchCount ofNode) {
        this.shards = List.copyOf(shards);
        this.options = options;
        this.history = history;
        this.ofNode = ofNode;
    }

    @Override
    public RangeWatch prepare(
            Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
        return new RangeWatch(watcher, correlation, range, from);
    }

    /** One watch. On its watcher's loop, but for what the history tells. */
    public final class RangeWatch implements Prepared {
        private final Watcher watcher;
        private final long correlation;
        private final ChangeRange range;
        private final HistoryPosition from;
        private final ShardLoop home;
        private ChangeHistory.Following following = ChangeHistory.Following.NONE;
        private boolean isCounted;
        private boolean hasEnded;

        private RangeWatch(
                Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
            this.watcher = watcher;
            this.correlation = correlation;
            this.range = range;
            this.from = from;
            this.home = shards.get(watcher.homeShard());
        }

        @Override
        public void begin() {
            if (hasEnded || !watcher.opens(correlation)) {
                return;
            }
            if (SpaceKind.of(range.space()) == SpaceKind.KEY_VALUE && !options.keys()) {
                refuse(
                        new Response.Failure(
                                correlation,
                                FailureCode.REFUSED,
                                0,
                                "This node keeps no history of keys (history.keys is false), so"
                                        + " that it cannot tell of them."));
                return;
            }
            if (!ofNode.begin()) {
                refuse(ofNode.tooMany(correlation));
                return;
            }
            isCounted = true;
            following = history.follow(range, from, options.windowBytes(), new Told());
        }

        private void refuse(Response.Failure why) {
            hasEnded = true;
            watcher.push(correlation, why, 0);
        }

        @Override
        public void confirm(int bytes) {
            following.confirm(bytes);
        }

        @Override
        public void end() {
            hasEnded = true;
            following.end();
            discount();
        }

        private void discount() {
            if (isCounted) {
                isCounted = false;
                ofNode.end();
            }
        }

        private void onHome(Runnable task) {
            try {
                home.scheduler()
                        .execute(() -> {
                            if (!hasEnded) {
                                home.openTurn(); // what is said now leaves at its end
                                task.run();
                            }
                        });
            } catch (RejectedExecutionException e) {
                return; // the node stops, and its watches with it
            }
        }

        /** Brings what the history tells to the watcher's loop. */
        private final class Told implements ChangeFollower {
            @Override
            public void begins(boolean isResumed, HistoryPosition position) {
                push(
                        new Response.RangeWatched(
                                correlation, isResumed, position, ChangeTails.LIFE_MILLIS),
                        0);
            }

            @Override
            public void changed(HistoryPosition next, List<RangeChange> changes) {
                int bytes = changes.stream().mapToInt(ChangeTail::bytes).sum();
                push(new Response.RangeChanged(correlation, next, changes), bytes);
            }

            private void push(Response response, int bytes) {
                onHome(() -> watcher.push(correlation, response, bytes));
            }

            @Override
            public void lost() {
                onHome(() -> {
                    hasEnded = true;
                    discount();
                    watcher.closed(correlation, new Outcome.NotDone(Outcome.Reason.OVERLOADED));
                });
            }
        }
    }
}
