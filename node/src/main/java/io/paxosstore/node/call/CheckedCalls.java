package io.paxosstore.node.call;

import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Checks what is asked of a node: whether it serves at all, the limits, and the space. A space that
 * may be newer than the node's copy of the list of spaces is looked up once, and what needs it goes
 * on after that. On the asker's loop only, but for {@link #drain}.
 */
public final class CheckedCalls implements NodeCalls {
    private static final Refusal DRAINING = new Refusal.Draining();
    private static final Refusal.NoCatalog LATE =
            new Refusal.NoCatalog(
                    FailureCode.DEADLINE,
                    "The catalog of spaces did not answer before the deadline.");

    private final int nodeId;
    private final CallLimits limits;
    private final List<ShardLoop> shards;
    private final Calls calls;
    private final List<? extends ShardWatches> watches;
    private final RangeCalls ranges;
    private final List<? extends ShardKeys> keys;
    private final Spaces spaces;
    private final Supplier<String> waiting;
    private volatile boolean draining;

    /**
     * @param calls executes what is in order
     * @param watches of the shards
     * @param ranges of keys and entities that are watched
     * @param keys list those of the shards
     * @param waiting what the node waits for before it serves; empty when it serves
     */
    public CheckedCalls(
            int nodeId,
            CallLimits limits,
            List<ShardLoop> shards,
            Calls calls,
            List<? extends ShardWatches> watches,
            RangeCalls ranges,
            List<? extends ShardKeys> keys,
            Spaces spaces,
            Supplier<String> waiting) {
        this.nodeId = nodeId;
        this.limits = limits;
        this.shards = List.copyOf(shards);
        this.calls = calls;
        this.watches = List.copyOf(watches);
        this.ranges = ranges;
        this.keys = List.copyOf(keys);
        this.spaces = spaces;
        this.waiting = waiting;
    }

    /** Takes nothing new from now on; from any thread. */
    public void drain() {
        draining = true;
    }

    @Override
    public @Nullable Refusal closed() {
        if (draining) {
            return DRAINING;
        }
        String what = waiting.get();
        return what.isEmpty() ? null : new Refusal.NotReady(nodeId, what);
    }

    @Override
    public void execute(Caller caller, long correlation, Call call) {
        Refusal refusal = closed();
        if (refusal != null) {
            caller.refused(correlation, refusal);
        } else {
            execute(caller, correlation, call, true);
        }
    }

    /**
     * @param mayLook whether the list of spaces was not asked for this call yet
     */
    private void execute(Caller caller, long correlation, Call call, boolean mayLook) {
        Refusal refusal = tooLarge(call);
        if (refusal != null) {
            caller.refused(correlation, refusal);
        } else if (serves(call.key().space(), call.kind(), mode(call))) {
            if (caller.begins(correlation, call.contentBytes())) {
                calls.execute(caller, correlation, call);
            }
        } else if (mayLook && mayFind(call.key().space(), call.kind())) {
            look(
                    caller,
                    correlation,
                    call.deadlineNanos(),
                    () -> execute(caller, correlation, call, false));
        } else {
            caller.refused(correlation, unfit(call.key().space(), call.kind()));
        }
    }

    private static ReadMode mode(Call call) {
        return call instanceof Call.Read read ? read.mode() : ReadMode.LINEARIZABLE;
    }

    private @Nullable Refusal tooLarge(Call call) {
        if (call.key().key().length > limits.keyBytesMax()) {
            return keyTooLarge(call.key().key());
        }
        if (call instanceof Call.Write write
                && write.command() instanceof KvOperation operation
                && operation.valueBytes() > limits.valueBytesMax()) {
            return new Refusal.ValueTooLarge(operation.valueBytes(), limits.valueBytesMax());
        }
        return null;
    }

    private Refusal keyTooLarge(byte[] name) {
        return new Refusal.KeyTooLarge(name.length, limits.keyBytesMax());
    }

    @Override
    public boolean serves(int space, SpaceKind kind) {
        return serves(space, kind, ReadMode.LINEARIZABLE);
    }

    private boolean serves(int space, SpaceKind wanted, ReadMode mode) {
        // Before a majority was asked, the copy is what this node knew when it was stopped.
        SpaceInfo info = mode == ReadMode.LOCAL || spaces.isLoaded() ? spaces.space(space) : null;
        return info != null && info.kind() == wanted;
    }

    /**
     * Whether a look into the list of spaces may find what the copy does not have, or what it only
     * has from before a restart.
     */
    private boolean mayFind(int space, SpaceKind wanted) {
        SpaceInfo info = spaces.space(space);
        return spaces.mayComeToBe(space) && (info == null || info.kind() == wanted);
    }

    /** Why a space does not serve that is known well enough. */
    private Refusal unfit(int space, SpaceKind wanted) {
        SpaceInfo info = spaces.space(space);
        return info != null && info.kind() != wanted
                ? new Refusal.WrongKind(info, wanted)
                : new Refusal.UnknownSpace(space);
    }

    /**
     * Makes the copy of the list of spaces as new as this moment, then goes on.
     *
     * @param deadlineNanos when that is given up; {@link Long#MAX_VALUE} for never
     */
    private void look(Asker asker, long correlation, long deadlineNanos, Runnable again) {
        if (asker.begins(correlation, 0)) {
            new Look(asker, correlation, again).begin(deadlineNanos);
        }
    }

    @Override
    public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
        watch(
                watcher,
                correlation,
                key.space(),
                SpaceKind.ENTITY,
                key.key(),
                () -> {
                    if (watcher.opens(correlation)) {
                        handOver(
                                watcher,
                                key,
                                shard -> shard.watch(watcher, correlation, key, from));
                    }
                });
    }

    private void watch(
            Watcher watcher,
            long correlation,
            int space,
            SpaceKind kind,
            byte[] name,
            Runnable begin) {
        Refusal refusal = closed();
        if (refusal == null && name.length > limits.keyBytesMax()) {
            refusal = keyTooLarge(name);
        }
        if (refusal != null) {
            watcher.refused(correlation, refusal);
        } else {
            watch(watcher, correlation, space, kind, begin, true);
        }
    }

    private void watch(
            Watcher watcher,
            long correlation,
            int space,
            SpaceKind kind,
            Runnable begin,
            boolean mayLook) {
        if (serves(space, kind)) {
            begin.run();
        } else if (mayLook && mayFind(space, kind)) {
            look(
                    watcher,
                    correlation,
                    Long.MAX_VALUE, // a watch has no deadline: the catalog's timeout ends it
                    () -> watch(watcher, correlation, space, kind, begin, false));
        } else {
            watcher.refused(correlation, unfit(space, kind));
        }
    }

    @Override
    public void unwatch(Watcher watcher, long correlation, EntityKey key) {
        handOver(watcher, key, shard -> shard.unwatch(watcher, correlation));
    }

    @Override
    public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {
        handOver(watcher, key, shard -> shard.confirm(watcher, correlation, bytes));
    }

    @Override
    public WatchedRange watchRange(
            Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
        RangeCalls.Prepared watch = ranges.prepare(watcher, correlation, range, from);
        int space = range.space();
        watch(watcher, correlation, space, SpaceKind.of(space), range.prefix(), watch::begin);
        return watch;
    }

    @FunctionalInterface
    private interface Wish {
        void tell(ShardWatches watches);
    }

    /** Also to the own shard in a turn of its own: what it answers must not come at once. */
    private void handOver(Watcher watcher, EntityKey key, Wish wish) {
        int index = key.shard(watches.size());
        ShardWatches target = watches.get(index);
        shards.get(watcher.homeShard()).handOver(index, () -> wish.tell(target));
    }

    @Override
    public void listKeys(int home, KeysQuery query, Consumer<KeysAnswer> answer) {
        Refusal refusal = closed();
        SpaceKind kind = SpaceKind.of(query.space());
        int bytes = Math.max(query.from().length, query.prefix().length);
        if (refusal == null && bytes > limits.keyBytesMax()) {
            refusal = new Refusal.KeyTooLarge(bytes, limits.keyBytesMax());
        }
        if (refusal != null) {
            answer.accept(new KeysAnswer.Refused(refusal));
        } else if (serves(query.space(), kind) || !mayFind(query.space(), kind)) {
            listOf(home, query, answer);
        } else {
            LoopScheduler loop = shards.get(home).scheduler();
            spaces.refresh(unknown ->
                    loop.execute(() -> {
                        if (unknown == null) {
                            listOf(home, query, answer);
                        } else {
                            answer.accept(new KeysAnswer.Refused(unknown));
                        }
                    }));
        }
    }

    private void listOf(int home, KeysQuery query, Consumer<KeysAnswer> answer) {
        SpaceKind kind = SpaceKind.of(query.space());
        if (serves(query.space(), kind)) {
            int index = Slots.shard(query.slot(), shards.size());
            ShardKeys target = keys.get(index);
            shards.get(home).handOver(index, () -> target.list(query, answer));
        } else {
            answer.accept(new KeysAnswer.Refused(unfit(query.space(), kind)));
        }
    }

    /** Waits for the list of spaces or for the deadline: what comes first counts. */
    private final class Look {
        private final Asker asker;
        private final long correlation;
        private final Runnable again;
        private final ShardLoop home;
        private boolean over;
        private LoopScheduler.@Nullable Scheduled deadline;

        Look(Asker asker, long correlation, Runnable again) {
            this.asker = asker;
            this.correlation = correlation;
            this.again = again;
            this.home = shards.get(asker.homeShard());
        }

        void begin(long deadlineNanos) {
            if (deadlineNanos != Long.MAX_VALUE) {
                deadline =
                        home.scheduler()
                                .schedule(() -> finish(LATE), deadlineNanos - home.nowNanos());
            }
            spaces.refresh(refusal -> home.scheduler().execute(() -> finish(refusal)));
        }

        private void finish(Refusal.@Nullable NoCatalog refusal) {
            if (over) {
                return;
            }
            over = true;
            if (deadline != null) {
                deadline.giveUp();
            }
            asker.ended(correlation);
            if (refusal == null) {
                again.run();
            } else {
                asker.refused(correlation, refusal);
            }
        }
    }
}
