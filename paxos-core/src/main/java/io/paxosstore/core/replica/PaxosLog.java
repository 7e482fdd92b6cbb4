package io.paxosstore.core.replica;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.EntityView;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.Stored;
import io.paxosstore.core.data.ChangesData;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.data.WriteQueue;
import io.paxosstore.core.learn.CatchUp;
import io.paxosstore.core.learn.Learner;
import io.paxosstore.core.learn.Rebuild;
import io.paxosstore.core.learn.Recoveries;
import io.paxosstore.core.propose.Contention;
import io.paxosstore.core.propose.Proposer;
import io.paxosstore.core.read.ConsistentReads;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.PaxosInstance;
import io.paxosstore.core.vote.ProbeAnswer;
import io.paxosstore.core.vote.SemiSymmetricPaxos;
import io.paxosstore.core.vote.VoteSender;

/**
 * One entity at one replica: takes its inputs, and after each carries on what can be carried on.
 * Not thread-safe; owned by one {@link Replica}.
 *
 * <p>It is in one state at a time, which {@link LogState} draws. Its parts, each with one job:
 *
 * <ul>
 *   <li>{@link SemiSymmetricPaxos}, the acceptor: Algorithm 1 of the paper, the one handler of
 *       messages about the pending entry, a {@link PaxosInstance};
 *   <li>{@link Proposer}: rounds for the pending entry; {@code PrePreparing} skips their first
 *       phase;
 *   <li>{@link Learner}: what is chosen, by votes, marks and {@link CatchUp}, and who of the peers
 *       is to be told ({@code ChosenTeller});
 *   <li>{@link ConsistentReads}: the read index (Rules R1-R3);
 *   <li>{@link Rebuild}: the way back after amnesia (Rules A1-A5);
 *   <li>{@link Requests}: what waits, which is a {@link WriteQueue}, reads, and {@link Recoveries};
 *   <li>{@link EntityData}: what the chosen entries amount to;
 *   <li>{@link VoteSender}: what of the votes is durable, and who is to be told of them.
 * </ul>
 *
 * <p>Of a key-value entity each value is the whole image, so that a replica which missed entries
 * may go on from any later one (Rule D7). Of the others each value is a change, and entries become
 * part of the data in order.
 */
final class PaxosLog {
    private final Turn turn;
    private final Seat seat;
    private final Records records;
    private final EntityData data;
    private final VoteSender votes;
    private final LogState state;
    private final Contention contention;
    private final Requests requests;
    private final SemiSymmetricPaxos acceptor;
    private final Proposer proposer;
    private final Learner learner;
    private final Rebuild rebuild;

    /** Whether the votes are lost, of which the store is about to tell (Rule A3). */
    private boolean isForgotten;

    /** Since when nothing has happened. */
    private long idleSinceNanos;

    /** Brings what the store holds of an entity into memory. */
    PaxosLog(Turn turn, Seat seat, Stored stored) {
        this.turn = turn;
        this.seat = seat;
        this.records = new Records(turn);
        this.votes = new VoteSender(turn, seat, records);
        this.data = EntityData.of(turn, seat, records, stored);
        this.state = new LogState(turn, seat, data, votes);
        EntityContext context = new EntityContext(turn, seat, records, data, votes, state);
        this.contention = new Contention(turn, state);
        CatchUp catchUp = new CatchUp(turn, seat);
        this.requests = new Requests(context, catchUp);
        this.acceptor = new SemiSymmetricPaxos(context, catchUp);
        this.proposer = new Proposer(context, requests, contention);
        this.rebuild = new Rebuild(context);
        this.learner =
                new Learner(
                        context,
                        requests.writes(),
                        requests.unasked(),
                        catchUp,
                        rebuild,
                        contention);
        if (isLost(stored)) {
            beginRebuild(stored.pendingEntry(), stored);
        } else {
            Invariant.check(
                    stored.pendingEntry() == 0 || stored.pendingEntry() > data.version(),
                    "pending entry is not above version");
            state.restore(stored);
        }
        idleSinceNanos = turn.nowNanos();
    }

    /** What this replica holds, for diagnosis. */
    EntityView view() {
        PaxosInstance pending = state.pending();
        return new EntityView(
                data.version(),
                data.id(),
                pending == null ? 0 : pending.entry(),
                pending == null ? 0 : pending.promised(),
                pending == null ? 0 : pending.accepted(),
                requests.writes().size(),
                requests.reads().size());
    }

    /** Whether this replica is on its way back to being a voter. */
    boolean isAmnesiac() {
        return state.isRebuilding();
    }

    // Requests. Each input ends in settle().

    void onWrite(Input.Write request) {
        if (isTooMuch(request, requests.writes().size())) {
            return;
        }
        requests.writes().add(request);
        settle();
    }

    void onRead(Input.Read request) {
        if (isTooMuch(request, requests.reads().size())) {
            return;
        }
        switch (request.option()) {
            case LINEARIZABLE -> requests.reads().add(request);
            case LOCAL -> requests.localReads().add(request);
        }
        settle();
    }

    void onRecover(Input.Recover request) {
        if (isTooMuch(request, requests.recoveries().size())) {
            return;
        }
        requests.recoveries().add(request);
        data.requestRecheck();
        int informant = seat.placeOf(request.from());
        if (seat.isPeer(informant)) {
            learner.onPeerVersion(informant, request.version(), null);
        }
        settle();
    }

    /** Refuses a request when so many wait that one more is too much. */
    private boolean isTooMuch(Input.Request request, int waiting) {
        boolean isFull = waiting >= seat.policy().waitingRequestsMax();
        if (isFull) {
            turn.reply(request.token(), new Outcome.NotDone(Outcome.Reason.OVERLOADED));
        }
        return isFull;
    }

    // Messages.

    void onMessage(int from, Message message) {
        if (isForgotten) {
            return; // who is not answered says it again
        }
        int voter = seat.placeOf(from);
        if (seat.isPeer(voter)) {
            onMessageOfPeer(voter, message);
        } else if (message instanceof Message.Chosen fact) {
            // Rule M1: said by one that votes no more, it is as true. Maybe nobody says it again.
            learner.onChosen(seat.self(), fact);
        } else {
            return;
        }
        settle();
    }

    void onBehind(Input.Behind behind) {
        int voter = seat.placeOf(behind.nodeId());
        if (seat.isPeer(voter) && !isForgotten) {
            learner.onBehind(voter, behind.version());
            settle();
        }
    }

    private void onMessageOfPeer(int voter, Message message) {
        switch (message) {
            case Message.Paxos paxos -> onPaxos(voter, paxos);
            case Message.Probe probe -> onProbe(voter, probe);
            case Message.ProbeReply reply -> onProbeReply(voter, reply);
            case Message.Learn learn -> learner.onLearn(voter, learn);
            case Message.Chosen chosen -> learner.onChosen(voter, chosen);
        }
    }

    private void onPaxos(int voter, Message.Paxos message) {
        proposer.sawNumbers(message);
        learner.onPeerVersion(voter, message.newestChosen(), message.newestChosenId());
        if (message.entry() <= data.version()) {
            learner.onSettledEntry(voter, message);
        } else if (!state.isRebuilding() || rebuild.votesOn(message.entry())) { // Rules A2, M14
            acceptor.onMessage(voter, message);
        }
    }

    private void onProbe(int voter, Message.Probe probe) {
        if (!turn.rules().mayAnswer(state.isRebuilding())) {
            return; // the silence of a replica that has lost its memory is "unknown"
        }
        Message reply = ProbeAnswer.of(probe, seat.key(), data.version(), state.pending());
        if (reply != null) {
            if (probe.wantsNewest() && data.valuesAreImages()) {
                data.supply(seat.nodeId(voter), 0);
            }
            seat.send(voter, reply);
        }
    }

    private void onProbeReply(int voter, Message.ProbeReply reply) {
        if (state.isRebuilding()) {
            rebuild.onReply(voter, reply);
        }
        requests.reads().onReply(voter, reply);
        learner.onProbeReply(voter, reply);
    }

    /** Rule A3: a node lives again, so what it told before counts no more. */
    void onIncarnation(int nodeId) {
        int voter = seat.placeOf(nodeId);
        if (!seat.isPeer(voter)) {
            return;
        }
        PaxosInstance pending = state.pending();
        if (pending != null) {
            pending.forget(voter);
            votes.restarted(voter);
        }
        if (state.isRebuilding()) {
            rebuild.onIncarnation(voter);
        }
    }

    /** Rule M2: this node stands in a later epoch, in which it votes too. */
    void onEntered(Configuration later) {
        int nodeAhead = learner.nodeAhead();
        seat.enter(later);
        votes.entered();
        state.enter();
        learner.entered(nodeAhead);
        rebuild.entered();
        requests.reads().restart();
        settle();
    }

    // Answers of the store and of the engine.

    /** Rule A3: the votes are lost, and this replica lives anew; see {@link Input.Forgotten}. */
    void onForgotten() {
        isForgotten = !state.isRebuilding();
    }

    /** The store has looked again, and may have found damage (Rules A1, D5). */
    void onLoaded(Stored stored) {
        long settled = data.version();
        if (data.onLoaded(stored)) {
            isForgotten = false;
            boolean isRebuilding = state.isRebuilding();
            if (!isRebuilding && isLost(stored)) {
                beginRebuild(settled, stored);
            } else if (isRebuilding && !stored.amnesiac() && !rebuild.isWriting()) {
                rebuild.writeLearnt();
                state.cancelRebuild(stored); // Rule A5: the node is whole, so it forgot nothing
            } else if (data.version() < settled && state.pending() == null) {
                state.beginEntry(settled + 1); // the data is lost, not what is settled
            }
        }
        settle();
    }

    private boolean isLost(Stored stored) {
        return turn.rules().mustRebuild(stored.amnesiac());
    }

    /**
     * Rule A1: the disk has lost what this replica may have promised or accepted.
     *
     * @param heldEntry the greatest entry of which anything is left
     * @param left what the store still holds
     */
    private void beginRebuild(long heldEntry, Stored left) {
        PaxosInstance pending = state.pending();
        long held = Math.max(heldEntry, pending == null ? 0 : pending.entry());
        rebuild.begin(held, left);
        requests.reads().restart();
    }

    void onEvaluated(Input.Evaluation answer) {
        if (data instanceof ChangesData changes
                && !changes.onEvaluated(answer, requests.writes())) {
            requests.refuseAll(); // others may have what is damaged here
            data.requestRecheck();
        }
        settle();
    }

    void onInstalled(Stored stored) {
        if (data instanceof ChangesData changes && !changes.install(stored)) {
            data.requestFreshRecheck(); // the data was older than this replica took it for
        } else {
            learner.onInstalled(stored);
        }
        settle();
    }

    void onPersisted(long ticket) {
        votes.durable(ticket, state.pending());
        if (state.isRebuilding() && rebuild.isOver(ticket)) {
            state.endRebuild();
            data.discardAwaitedAnswer();
            turn.count(ReplicaStats.Counter.REBUILT);
        }
        settle();
    }

    // Time.

    void onTick() {
        requests.tick();
        if (!isForgotten) {
            proposer.tick();
            learner.tick();
        }
        settle();
    }

    /** When {@link #onTick} is wanted; for an idle entity, when it may leave memory. */
    long wakeNanos() {
        long leaves = idleSinceNanos + lingerNanos();
        if (isIdle()) {
            return leaves;
        } else if (isForgotten) {
            return turn.nowNanos() + turn.config().retransmitNanos();
        }
        long wake = Math.min(requests.wakeNanos(), proposer.wakeNanos());
        wake = Math.min(wake, learner.wakeNanos());
        if (state.isRebuilding()) {
            wake = Math.min(wake, rebuild.wakeNanos());
        }
        return wake == Long.MAX_VALUE ? leaves : wake;
    }

    /** How long the entity stays in memory after its last input. */
    private long lingerNanos() {
        long linger = turn.config().lingerNanos();
        return votes.hasTold() ? Math.max(linger, turn.config().answerGapNanos()) : linger;
    }

    /** Whether nothing would be lost if the entity left memory now: all it promised is durable. */
    boolean isIdle() {
        return records.isDurable()
                && !isForgotten
                && !votes.hasRecipients()
                && state.round() == null
                && !requests.isAnyWaiting()
                && (!state.isRebuilding() || rebuild.isStalled())
                && !learner.hasLaggards()
                && !data.isAwaitingStore();
    }

    /**
     * Whether the entity has been idle for long enough. A mark that the caller has not performed
     * yet must reach the store before the entity can be loaded again, and loads come first.
     */
    boolean mayLeave() {
        return isIdle()
                && turn.nowNanos() - idleSinceNanos >= lingerNanos()
                && learner.isMarkPerformed();
    }

    /** The entity leaves memory; what it knows to lack is told (Rule C3). */
    void onLeave() {
        learner.reportLag();
    }

    /** This node is no voter of the entity any more: what waits is refused. */
    void onEnd() {
        requests.endAll(Outcome.Reason.NOT_A_VOTER);
    }

    // Progress.

    private void settle() {
        if (!isForgotten) {
            goOn();
        }
        data.startRecheck();
        idleSinceNanos = turn.nowNanos();
    }

    private void goOn() {
        if (state.isRebuilding()) {
            learner.forgetLaggards();
            rebuild.advance(requests.isAnyWaiting());
            PaxosInstance pending = state.pending();
            if (pending != null && rebuild.votesOn(pending.entry())) {
                votes.flush(pending, data.version(), data.id());
            } else {
                votes.takeRecipients(); // who is not told asks again
            }
        } else {
            carryOn();
        }
    }

    /**
     * Carries on whatever can be carried on. Each step makes use of what those before it have found
     * out, so that one call is enough:
     *
     * <ol>
     *   <li>The views may show the pending entry to be chosen: the version rises, and all else is
     *       about that version and the entry above it.
     *   <li>The own round may have got its majority: it proposes a value, or finds that nothing is
     *       chosen above the version, which proves it to be current (Rule R2); hence before
     *   <li>the reads: they are answered, ask the peers, or find that they need the next entry.
     *   <li>Local reads need the data alone; they too may wish for an entry (Rule X2).
     *   <li>Now it is known whether anybody needs the next entry: what must be learnt first is
     *       asked for, or a round begins.
     *   <li>The peers are told this replica's state once, as all these steps have left it.
     *   <li>Those who lag are given the newest chosen entry, now that it cannot get newer here.
     *   <li>Recoveries are answered last: a step before may have found that they must wait.
     * </ol>
     */
    private void carryOn() {
        learner.learn();
        proposer.advance();
        requests.reads().advance();
        requests.answerLocalReads();
        driveNextEntry();
        votes.flush(state.pending(), data.version(), data.id());
        learner.supplyLaggards();
        requests.recoveries().answer();
    }

    private void driveNextEntry() {
        if (state.round() != null) {
            return;
        }
        if (!requests.needNextEntry()) {
            contention.endWindow();
            return;
        }
        switch (learner.readiness()) {
            case READY -> proposer.begin();
            case LEARNING -> {} // goes on when it is learnt, or after tau (Rule C3)
            case STUCK -> requests.refuseAll();
        }
    }
}
