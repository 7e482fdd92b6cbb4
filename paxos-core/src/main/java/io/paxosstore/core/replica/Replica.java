package io.paxosstore.core.replica;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityView;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.Rules;
import io.paxosstore.core.SpacePolicies;
import io.paxosstore.core.SpacePolicy;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * All entities of one shard of one node: takes {@link Input}s, gives {@link Effects}. A pure
 * function of its inputs and its seed. Not thread-safe; owned by one shard.
 *
 * <p>An entity is in memory while something goes on with it and a little longer; before that it is
 * asked for with {@link Effects.Load}, and what arrives meanwhile waits.
 */
public final class Replica {
    /** Inputs that may wait for one entity to be loaded; messages beyond are dropped. */
    private static final int PARKED_MAX = 4096;

    private final Turn turn;
    private Placement placement;
    private final SpacePolicies policies;
    private final Map<EntityKey, Resident> residents = new LinkedHashMap<>();
    private final Relevance relevance;
    private final ResidentTimers timers;
    private final Set<Integer> droppedSpaces = new TreeSet<>();

    /** Rule M4: slots that this node has let go of, and the placement in which it did. */
    private IntPredicate leaving = slot -> false;

    private Placement leftIn;

    /**
     * Makes a replica with nothing in memory that serves all spaces alike.
     *
     * @param self this node's id
     * @param incarnation raised durably at every start of the node
     */
    public Replica(
            ReplicaConfig config,
            int self,
            int incarnation,
            Placement placement,
            OwnershipPolicy ownership,
            StateMachine machine,
            RandomSource random) {
        this(
                config,
                self,
                incarnation,
                placement,
                SpacePolicies.uniform(config, ownership),
                machine,
                random);
    }

    /**
     * Makes a replica with nothing in memory.
     *
     * @param config what holds for all spaces; its limits that a {@link SpacePolicy} has too do not
     *     count
     * @param self this node's id
     * @param incarnation raised durably at every start of the node
     */
    public Replica(
            ReplicaConfig config,
            int self,
            int incarnation,
            Placement placement,
            SpacePolicies policies,
            StateMachine machine,
            RandomSource random) {
        this(Rules.AS_WRITTEN, config, self, incarnation, placement, policies, machine, random);
    }

    private Replica(
            Rules rules,
            ReplicaConfig config,
            int self,
            int incarnation,
            Placement placement,
            SpacePolicies policies,
            StateMachine machine,
            RandomSource random) {
        Turn.Identity identity = new Turn.Identity(self, incarnation);
        this.turn = new Turn(config, identity, machine, random, rules);
        this.relevance = new Relevance(turn);
        this.timers = new ResidentTimers(turn, residents);
        this.placement = placement;
        this.leftIn = placement;
        this.policies = policies;
    }

    /** A replica that serves all spaces alike, by other rules than those written. */
    public static Replica withRules(
            Rules rules,
            ReplicaConfig config,
            int self,
            int incarnation,
            Placement placement,
            OwnershipPolicy ownership,
            StateMachine machine,
            RandomSource random) {
        SpacePolicies policies = SpacePolicies.uniform(config, ownership);
        return new Replica(rules, config, self, incarnation, placement, policies, machine, random);
    }

    /**
     * Takes one input.
     *
     * @param nowNanos monotonic time, positive; never falls
     * @param wallMillis the node's wall clock, milliseconds since 1970; may jump
     * @param out receives the effects; what it holds already is kept
     */
    public void step(Input input, long nowNanos, long wallMillis, Effects out) {
        turn.begin(nowNanos, wallMillis, out);
        switch (input) {
            case Input.Request request -> onRequest(request);
            case Input.Received received -> onReceived(received);
            case Input.Loaded loaded -> onLoaded(loaded);
            case Input.LoadPutOff putOff -> timers.late(putOff.key());
            case Input.Evaluation evaluation -> onEvaluated(evaluation);
            case Input.Installed installed -> onInstalled(installed);
            case Input.Persisted persisted -> onPersisted(persisted);
            case Input.PeerIncarnation peer -> onIncarnation(peer.nodeId(), peer.incarnation());
            case Input.Forgotten forgotten -> onForgotten(forgotten.key());
            case Input.Leaving leaving -> onLeaving(leaving.slots());
            case Input.Entered entered -> onEntered(entered.placement());
            case Input.PeerState peer -> onPeerState(peer.nodeId(), peer.up());
            case Input.Behind behind -> onBehind(behind);
            case Input.SpaceDropped dropped -> onSpaceDropped(dropped.space());
            case Input.Tick tick -> timers.fire(this::onTimer);
        }
    }

    /** When the next {@link Input.Tick} is wanted, monotonic; {@link Long#MAX_VALUE} for never. */
    public long nextWakeNanos() {
        return timers.nextNanos();
    }

    /**
     * When an {@link Input.Tick} is wanted for those who wait for a load that was put off,
     * monotonic; {@link Long#MAX_VALUE} for never.
     */
    public long nextLateNanos() {
        return timers.nextLateNanos();
    }

    /** How many entities are in memory now. */
    public int activeEntities() {
        return residents.size();
    }

    /** What has been counted since the start. */
    public ReplicaStats stats() {
        return turn.stats();
    }

    /** What this replica has in memory of an entity; null when it has nothing. */
    public @Nullable EntityView inspect(EntityKey key) {
        Resident resident = residents.get(key);
        return resident == null || resident.log == null ? null : resident.log.view();
    }

    /** Whether this replica knows already that it is amnesiac for an entity (Rule A1). */
    public boolean isAmnesiac(EntityKey key) {
        Resident resident = residents.get(key);
        return resident != null && resident.log != null && resident.log.isAmnesiac();
    }

    /** Visits the entities in memory that are not amnesiac: what was said of them counts. */
    public void forEachVoting(Consumer<EntityKey> visitor) {
        residents.forEach((key, resident) -> {
            if (resident.log != null && !resident.log.isAmnesiac()) {
                visitor.accept(key);
            }
        });
    }

    /** Whether this node votes for an entity. */
    public boolean isVoterOf(EntityKey key) {
        return seatAt(key) != null;
    }

    private void onRequest(Input.Request request) {
        Resident resident = residents.get(request.key());
        if (resident == null) {
            Seat seat = seatAt(request.key());
            if (seat == null) {
                refuse(request, Outcome.Reason.NOT_A_VOTER);
                return;
            }
            if (residents.size() >= turn.config().activeEntitiesMax()) {
                refuse(request, Outcome.Reason.OVERLOADED);
                return;
            }
            resident = load(seat, !(request instanceof Input.Recover));
        }
        int waitingMax = resident.seat.policy().waitingRequestsMax();
        if (resident.log == null && resident.parked.size() >= waitingMax) {
            refuse(request, Outcome.Reason.OVERLOADED);
            return;
        }
        deliver(resident, request);
    }

    private void refuse(Input.Request request, Outcome.Reason reason) {
        turn.reply(request.token(), new Outcome.NotDone(reason));
    }

    /** This node's seat among an entity's voters; null if it is none of them. */
    private @Nullable Seat seatAt(EntityKey key) {
        return seatAt(key, placement.configurationOf(key));
    }

    private @Nullable Seat seatAt(EntityKey key, Configuration configuration) {
        if (turn.rules().isGone(droppedSpaces.contains(key.space()))
                || isLeaving(key, configuration)) {
            return null;
        }
        return Seat.among(configuration, key, policies, turn);
    }

    /** Until a later epoch of the slot is entered; one of another slot may come before it. */
    private boolean isLeaving(EntityKey key, Configuration configuration) {
        return leaving.test(Slots.of(key))
                && configuration.epoch() == leftIn.configurationOf(key).epoch();
    }

    /** Rule D8: its entities leave memory with whatever goes on with them. */
    private void onSpaceDropped(int space) {
        if (droppedSpaces.add(space)) {
            residents.values().removeIf(resident -> endIfOf(space, resident));
        }
    }

    private boolean endIfOf(int space, Resident resident) {
        boolean ends = turn.rules().isGone(resident.seat.key().space() == space);
        if (ends) {
            resident.end(turn);
        }
        return ends;
    }

    /** Rule M4: entities leave memory before this node comes anew to their slots. */
    private void onLeaving(IntPredicate slots) {
        leaving = slots;
        leftIn = placement;
        residents
                .values()
                .removeIf(resident -> {
                    boolean leaves = slots.test(Slots.of(resident.seat.key()));
                    if (leaves) {
                        resident.end(turn);
                    }
                    return leaves;
                });
    }

    /** Rule M2: the entities of slots whose epoch has changed go on in the later one. */
    private void onEntered(Placement later) {
        placement = later;
        residents.values().removeIf(resident -> !enter(resident));
    }

    /**
     * An entity in memory goes on in the epoch in which this node stands now.
     *
     * @return false if it leaves memory, because this node votes for it no more, or again without
     *     its memory (Rule M4)
     */
    private boolean enter(Resident resident) {
        Configuration before = resident.seat.configuration();
        Configuration now = placement.configurationOf(resident.seat.key());
        int self = turn.identity().self();
        if (now.epoch() == before.epoch()) {
            return true;
        }
        boolean isNewcomer = turn.rules().comesAnew(now.isNewcomer(self, before.epoch()));
        if (!now.voters().contains(self) || (isNewcomer && resident.log != null)) {
            resident.end(turn);
            return false;
        }
        PaxosLog log = resident.log;
        if (log == null) {
            resident.seat.enter(now);
        } else {
            log.onEntered(now);
            timers.schedule(resident);
        }
        return true;
    }

    /** Rule A3. */
    private void onIncarnation(int nodeId, int incarnation) {
        int before = turn.incarnationOf(nodeId);
        if (turn.raiseIncarnation(nodeId, incarnation)
                && turn.rules().isOutdated(before, incarnation)) {
            for (Resident resident : residents.values()) {
                if (resident.log != null) {
                    resident.log.onIncarnation(nodeId);
                }
            }
        }
    }

    /** Rule A3: what is loading tells a log that is not in memory yet. */
    private void onForgotten(EntityKey key) {
        Resident resident = residents.get(key);
        if (resident != null && resident.log != null) {
            resident.log.onForgotten();
        }
    }

    /** Rule K7: a peer that comes up is asked at once what it could not hear before. */
    private void onPeerState(int nodeId, boolean up) {
        turn.peerState(nodeId, up);
        if (up) {
            for (Resident resident : residents.values()) {
                if (resident.log != null && !resident.log.isIdle()) {
                    resident.log.onTick();
                    timers.schedule(resident);
                }
            }
        }
    }

    private void onReceived(Input.Received received) {
        onIncarnation(received.from(), received.incarnation());
        if (relevance.isOutdated(received)) {
            return;
        }
        Resident resident = residents.get(received.key());
        Configuration own =
                resident == null
                        ? placement.configurationOf(received.key())
                        : resident.seat.configuration();
        if (relevance.isOfOtherEpoch(received, own)) {
            turn.count(ReplicaStats.Counter.MESSAGES_OF_OTHER_EPOCHS);
            turn.out()
                    .add(new Effects.OtherEpoch(received.from(), received.key(), received.epoch()));
            return;
        }
        if (resident == null && isOnlyAnAnswer(received.message())) {
            return; // nothing waits for it: the entity has left memory
        }
        if (!offer(resident, received.key(), own, received)) {
            turn.count(ReplicaStats.Counter.MESSAGES_MISROUTED);
        }
    }

    private void onBehind(Input.Behind behind) {
        EntityKey key = behind.key();
        offer(residents.get(key), key, placement.configurationOf(key), behind);
    }

    /** Not if this node does not vote for the entity; dropped if as much waits for the store. */
    private boolean offer(
            @Nullable Resident resident, EntityKey key, Configuration own, Input input) {
        Seat seat = resident == null ? seatAt(key, own) : null;
        Resident taker = seat == null ? resident : load(seat, Resident.wantsNewest(input));
        if (taker != null && (taker.log != null || taker.parked.size() < PARKED_MAX)) {
            deliver(taker, input);
        }
        return taker != null;
    }

    private static boolean isOnlyAnAnswer(Message message) {
        return message instanceof Message.ProbeReply;
    }

    private Resident load(Seat seat, boolean withValue) {
        Resident resident = new Resident(seat);
        residents.put(seat.key(), resident);
        turn.out().add(new Effects.Load(seat.key(), withValue));
        return resident;
    }

    private void onLoaded(Input.Loaded loaded) {
        Resident resident = residents.get(loaded.key());
        if (resident == null) {
            return;
        }
        if (resident.log != null) {
            resident.log.onLoaded(loaded.stored());
            timers.schedule(resident);
            return;
        }
        if (resident.stale) {
            resident.stale = false;
            turn.out().add(new Effects.Load(loaded.key(), false));
            return;
        }
        if (resident.answeredProbes(loaded.stored(), relevance)) {
            residents.remove(loaded.key());
            return;
        }
        resident.log = new PaxosLog(turn, resident.seat, loaded.stored());
        timers.loaded(resident);
        for (Input input : resident.parked) {
            if (resident.isRelevant(input, relevance)) {
                deliver(resident, input);
            }
        }
        resident.parked.clear();
        timers.schedule(resident);
    }

    private void onEvaluated(Input.Evaluation evaluation) {
        Resident resident = residents.get(evaluation.key());
        if (resident != null && resident.log != null) {
            resident.log.onEvaluated(evaluation);
            timers.schedule(resident);
        }
    }

    private void onInstalled(Input.Installed installed) {
        Resident resident = residents.get(installed.key());
        if (resident == null) {
            return;
        }
        if (resident.log == null) {
            resident.stale = true;
            return;
        }
        resident.log.onInstalled(installed.stored());
        timers.schedule(resident);
    }

    private void onPersisted(Input.Persisted persisted) {
        Resident resident = residents.get(persisted.key());
        if (resident != null && resident.log != null) {
            resident.log.onPersisted(persisted.ticket());
            timers.schedule(resident);
        }
    }

    private void deliver(Resident resident, Input input) {
        PaxosLog log = resident.log;
        if (log == null) {
            resident.park(input);
            timers.parked(resident);
            return;
        }
        switch (input) {
            case Input.Write write -> log.onWrite(write);
            case Input.Read read -> log.onRead(read);
            case Input.Recover recover -> log.onRecover(recover);
            case Input.Received received -> log.onMessage(received.from(), received.message());
            case Input.Behind behind -> log.onBehind(behind);
            default -> throw new Invariant.Violation("only requests and messages are delivered");
        }
        timers.schedule(resident);
    }

    private void onTimer(Resident resident) {
        if (residents.get(resident.seat.key()) != resident) {
            return;
        }
        PaxosLog log = resident.log;
        if (log == null) {
            return;
        }
        if (log.mayLeave()) {
            resident.leave();
            residents.remove(resident.seat.key());
            return;
        }
        if (!log.isIdle() && turn.nowNanos() >= log.wakeNanos()) {
            log.onTick();
        }
        timers.schedule(resident);
    }
}
