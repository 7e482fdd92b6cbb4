package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * One shard of a node: a replica, its storage and the requests that wait, driven by one loop.
 *
 * <p>A turn: every event steps the replica into the shared effects; when the loop has nothing more
 * at hand, {@link EffectsRunner} performs them, group by group, and what is to be sent leaves once
 * per peer and connection. All methods run on the loop, but for those that say otherwise.
 */
public final class ShardLoop {
    private final RequestTable requests;
    private final OpenRequests open;
    private final int index;
    private final Replica replica;
    private final ShardStorage storage;
    private final LoopScheduler scheduler;
    private final WakeTimer timer;
    private final WakeTimer lateTimer;
    private final PeerSender peers;
    private final Counters counters;
    private final Admission admission;
    private final LoopMemory memory;
    private final AnswerMemory answers;
    private final Consumer<Throwable> onFailure;
    private final Effects effects = new Effects();
    private final Evaluations evaluations;
    private final LargeRequests large;
    private final EffectsRunner runner;
    private final ReplyRouter replies;
    private final AwayRequests away;
    private final WakeUps wakeUps;
    private final IdleTasks idleTasks = new IdleTasks();
    private final Listeners listeners = new Listeners();
    private final AmnesiacLoads amnesiacs;
    private final PacedLoads loads;
    private final LandedRecords landed;
    private final ShardSlots slots;
    private final Runnable endTurn = this::endTurn;
    private boolean turnOpen;
    private boolean stopped;
    private long nowNanos;
    private long wallMillis;

    /**
     * @param index the shard's index, from 0
     * @param view the epochs in which the replica stands
     * @param memory the loop's part of the node's budget
     * @param onFailure told of a broken invariant or engine: the node must stop
     */
    public ShardLoop(
            int index,
            Replica replica,
            SlotView view,
            ShardStorage storage,
            LoopScheduler scheduler,
            PeerSender peers,
            Counters counters,
            Admission admission,
            LoopMemory memory,
            Consumer<Throwable> onFailure) {
        this.index = index;
        this.replica = replica;
        this.storage = storage;
        this.scheduler = scheduler;
        this.wakeUps = new WakeUps(scheduler, this::drain);
        this.timer = new WakeTimer(scheduler, this::onTimer);
        this.lateTimer = new WakeTimer(scheduler, this::onLateTimer);
        this.peers = peers;
        this.counters = counters;
        this.admission = admission;
        this.memory = memory;
        this.onFailure = onFailure;
        this.requests = new RequestTable(admission.requestsMax());
        this.answers = new AnswerMemory(index, memory, requests);
        this.replies = new ReplyRouter(index);
        this.away = new AwayRequests(this, answers, replies);
        this.evaluations =
                new Evaluations(this, storage.entities(), requests, answers, admission, replies);
        this.slots = new ShardSlots(this, evaluations, view);
        this.large = new LargeRequests(this, requests, answers, admission.largeQueue(), replies);
        this.open = new OpenRequests(this, requests, admission, answers, large, replies);
        this.amnesiacs = new AmnesiacLoads(this, replica, admission);
        this.loads = new PacedLoads(this, replica, requests, admission, replies);
        this.landed = new LandedRecords(this, admission, amnesiacs, loads, slots);
        this.runner =
                new EffectsRunner(
                        this, storage, evaluations, loads, amnesiacs, slots, peers, counters);
    }

    /** Makes the shards of a node known to each other; once, before the first event. */
    public static void connect(List<ShardLoop> shards) {
        for (ShardLoop shard : shards) {
            shard.replies.shards(shards);
        }
    }

    public int index() {
        return index;
    }

    public Counters counters() {
        return counters;
    }

    public LoopScheduler scheduler() {
        return scheduler;
    }

    /** The part of the node's memory budget that this loop has; on the loop only. */
    public LoopMemory memory() {
        return memory;
    }

    /** What stands out among clients' requests; on the loop only. */
    public Standouts.Picture standouts() {
        return open.standouts(nowNanos());
    }

    /** This shard's store. */
    public ShardStorage storage() {
        return storage;
    }

    /** The monotonic time of this turn. */
    public long nowNanos() {
        openTurn();
        return nowNanos;
    }

    /** The wall clock of this turn. */
    public long wallMillis() {
        openTurn();
        return wallMillis;
    }

    /** How many requests wait for an outcome. */
    public int waitingRequests() {
        return requests.size();
    }

    /**
     * Starts a write; its requester is answered in this turn or a later one.
     *
     * @param deadlineNanos monotonic
     */
    public void write(
            Requester requester,
            long correlation,
            EntityKey key,
            RequestId requestId,
            long settledFloor,
            Command command,
            long deadlineNanos) {
        boolean adds = requester.isClient() && !command.onlyRemoves();
        RequestModel model = RequestModel.of(key, command);
        long token = open.admit(requester, correlation, Operation.WRITE, adds, key, model);
        if (token != RequestTable.FULL) {
            if (model != RequestModel.KEY) {
                requests.query(token, EntityQuery.ofWrite(key, deadlineNanos));
            }
            start(
                    new Input.Write(token, key, requestId, settledFloor, command, deadlineNanos),
                    requester,
                    command.contentBytes(),
                    true);
        }
    }

    /**
     * Starts a read; its requester is answered in this turn or a later one.
     *
     * @param query of an entity of an entity space, what is asked of its data; the answer is an
     *     {@link Outcome.Value} with the encoded result. Null for a key, whose state is the answer
     * @param deadlineNanos monotonic
     */
    public void read(
            Requester requester,
            long correlation,
            EntityKey key,
            ReadMode option,
            @Nullable Command query,
            long deadlineNanos) {
        RequestModel model = RequestModel.of(key, query);
        long token = open.admit(requester, correlation, Operation.READ, false, key, model);
        if (token != RequestTable.FULL) {
            requests.query(token, EntityQuery.ofRead(key, query, option, deadlineNanos));
            start(new Input.Read(token, key, option, deadlineNanos), requester, 0, query == null);
        }
    }

    /**
     * @param bytes what it brings
     * @param loads whether it loads the value that the entity has, if it is a key's
     */
    private void start(Input.Request request, Requester requester, int bytes, boolean loads) {
        if (requester.isClient()) {
            EntityKey key = request.key();
            large.start(request, bytes, loads ? storage.of(key).valueBytes(key) : 0);
        } else {
            step(request);
        }
    }

    /**
     * Brings an entity up to date (Rules C3, A2); its requester is answered in this turn or a later
     * one.
     *
     * @param from a node that knows {@code version} to be chosen; 0 for none
     * @param deadlineNanos monotonic
     */
    public void recover(
            Requester requester,
            long correlation,
            EntityKey key,
            int from,
            long version,
            long deadlineNanos) {
        RequestModel model = RequestModel.NONE;
        long token = open.admit(requester, correlation, Operation.RECOVER, false, key, model);
        if (token != RequestTable.FULL) {
            step(new Input.Recover(token, key, from, version, deadlineNanos));
        }
    }

    /** What waits for the disk, and what this turn is about to add to it. */
    long pendingBytes() {
        return storage.pendingBytes() + effects.persistBytes();
    }

    /** Takes a message of another node; drops it when the disk could not follow. */
    public void received(int from, int incarnation, int epoch, EntityKey key, Message message) {
        counters.increment(Count.MESSAGES_RECEIVED);
        Count dropped = admission.dropped(message, pendingBytes(), slots.view(), key);
        if (dropped == null && !keeps(key, message)) {
            dropped = Count.MESSAGES_DROPPED_OVERLOADED;
        }
        if (dropped == null) {
            step(new Input.Received(from, incarnation, epoch, key, message));
        } else {
            counters.increment(dropped);
        }
    }

    private boolean keeps(EntityKey key, Message message) {
        return amnesiacs.held().keeps(key, message) && loads.keeps(key, message);
    }

    /** Something was found out about another node; an incarnation is durably known already. */
    public void foundOut(Input.OfPeer input) {
        step(input);
    }

    /** The requests that other nodes execute. */
    public AwayRequests away() {
        return away;
    }

    /** Who is told of what this shard comes across. */
    public Listeners listeners() {
        return listeners;
    }

    /** Whether this node votes for an entity of this shard. */
    public boolean isVoterOf(EntityKey key) {
        return replica.isVoterOf(key);
    }

    /** What this shard's replica takes part in. */
    public ShardSlots slots() {
        return slots;
    }

    /** Loads an entity; who follows it is told if that has applied what nobody heard of. */
    Stored load(EntityKey key, boolean withValue) {
        Stored stored = storage.of(key).load(key, withValue);
        if (storage.entities().takeCaughtUp()) {
            listeners.entities().replaced(key);
        }
        return stored;
    }

    /** An entity's data was replaced by an image, just now (Rule C2). */
    public void installed(EntityKey key, Stored stored) {
        step(new Input.Installed(key, stored));
        listeners.entities().replaced(key);
        listeners.entities().reached(key, stored.version());
    }

    /** The engine has found an entity damaged, or was told that it is wrong; from any thread. */
    public void damaged(EntityKey key) {
        amnesiacs.damaged(key);
    }

    /** Takes in what was loaded of a damaged entity: the later incarnation has begun. */
    public void loaded(Input.Loaded loaded) {
        openTurn();
        amnesiacs.due(loaded.key());
    }

    /** Something became durable; from any thread. */
    public void wake() {
        wakeUps.wake();
    }

    private void drain() {
        if (stopped) {
            return;
        }
        openTurn();
        try {
            storage.drain(landed::durable);
            slots.drained();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Feeds the replica; effects are performed when the turn ends. */
    void step(Input input) {
        if (stopped) {
            return;
        }
        openTurn();
        try {
            replica.step(input, nowNanos, wallMillis, effects);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Begins a turn, if none is open, and makes sure that it ends. */
    public void openTurn() {
        if (!turnOpen) {
            turnOpen = true;
            nowNanos = scheduler.nanoTime();
            wallMillis = scheduler.wallMillis();
            scheduler.afterTurn(endTurn);
        }
    }

    private void endTurn() {
        counters.increment(Count.TURNS);
        perform();
        // What the flushes below bring about (a closed connection) belongs to a turn of its own.
        turnOpen = false;
        evaluations.endOfTurn();
        loads.endOfTurn();
        peers.endOfTurn();
        replies.endOfTurn();
        counters.set(Count.REQUESTS_WAITING, requests.size());
        counters.set(Count.LARGE_WAITING, large.waiting());
        counters.set(Count.ACTIVE_ENTITIES, replica.activeEntities());
        counters.set(Count.PENDING_BYTES, storage.pendingBytes());
        if (open.ofClients() == 0 && away.isIdle()) {
            idleTasks.run();
        }
        timer.set(stopped ? Long.MAX_VALUE : replica.nextWakeNanos());
        lateTimer.set(stopped ? Long.MAX_VALUE : replica.nextLateNanos());
    }

    /** An answer may start a new request at once; its effects are performed in this turn too. */
    void perform() {
        try {
            do {
                while (!stopped && !effects.isEmpty()) {
                    effects.drain(runner);
                }
            } while (!stopped && takeIn());
        } catch (RuntimeException | Error e) {
            // Also for want of memory: what is half performed must not be followed by more.
            fail(e);
        }
    }

    /** Goes on with what waited until all that was wanted is performed, and for room. */
    private boolean takeIn() {
        return amnesiacs.held().takeIn() || landed.takeIn() || loads.takeIn(runner::loadNow);
    }

    private void onTimer() {
        openTurn();
        if (replica.nextWakeNanos() <= nowNanos) {
            step(new Input.Tick());
        }
    }

    /** Mostly the load has come by now: no turn is needed for nothing. */
    private void onLateTimer() {
        long nextNanos = stopped ? Long.MAX_VALUE : replica.nextLateNanos();
        if (nextNanos <= scheduler.nanoTime()) {
            openTurn();
            step(new Input.Tick());
        } else {
            lateTimer.set(nextNanos);
        }
    }

    /** Hands an outcome to whoever asked. */
    void complete(long token, Outcome outcome) {
        int slot = requests.slotOf(token);
        Outcome answer =
                slot >= 0 && outcome instanceof Outcome.Current current
                        ? evaluations.read(token, requests.query(slot), current)
                        : outcome;
        if (answer != null) {
            open.complete(slot, answer, true);
        }
    }

    /** A read that went on beside the loop has its answer. */
    void answered(long token, Outcome answer) {
        openTurn();
        open.complete(requests.slotOf(token), answer, false);
    }

    /** Hands a request to another shard of this node at the end of the turn. */
    public void handOver(int toShard, Runnable request) {
        openTurn();
        replies.handOver(toShard, request);
    }

    /** Has a requester's {@link Requester#endOfTurn} called in this turn. */
    public void touch(Requester requester) {
        openTurn();
        replies.touch(requester);
    }

    /** Runs a task as soon as no client's request waits. */
    public void whenIdle(Runnable task) {
        openTurn();
        idleTasks.add(task);
    }

    /** Ends the shard: nothing is stepped, appended or answered from now on. */
    public void stop() {
        stopped = true;
        evaluations.stop();
        large.stop();
        loads.stop();
    }

    /** Whether nothing is to be done any more. */
    boolean isStopped() {
        return stopped;
    }

    void fail(Throwable cause) {
        if (!stopped) {
            stopped = true;
            onFailure.accept(cause);
        }
    }
}
