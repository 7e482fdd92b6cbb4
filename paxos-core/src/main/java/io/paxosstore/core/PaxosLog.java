package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * One entity at one replica: what is chosen, the pending entry, and the reads and writes that wait.
 * Not thread-safe; owned by one {@link Replica}.
 *
 * <p>Of a key-value entity each value is the whole image, so that a replica which missed entries
 * may go on from any later one (Rule D7). Of the others each value is a change, and entries become
 * part of the data in order ({@link EntityData}).
 *
 * <p>Invariant: the pending entry is greater than the version.
 */
final class PaxosLog {
    private final Turn turn;
    private final EntityKey key;
    private final Voters voters;
    private final int self;
    private final VoteSender votes;
    private final WriteQueue writes;
    private final ReadQueue reads;
    private final LocalReads localReads;
    private final Contention contention;
    private final CatchUp catchUp;
    private final ChosenTeller teller;
    private final Recoveries recoveries;

    /** Null while this replica is a voter; else how far it is on the way to be one (Rule A2). */
    private @Nullable Rebuild rebuild;

    private final UnaskedEntries unasked;
    private final EntityData data;
    private @Nullable PaxosInstance pending;
    private @Nullable Round round;

    /** The greatest number seen anywhere, also in late messages (Rules K6, C4). */
    private long greatestSeen;

    private long idleSinceNanos;

    /** The batch of effects that the last chosen mark is in. */
    private long markBatch;

    PaxosLog(Turn turn, EntityKey key, Voters voters, Stored stored) {
        this.turn = turn;
        this.key = key;
        this.voters = voters;
        this.self = voters.indexOf(turn.identity().self());
        Invariant.check(self >= 0, "this node is no voter of " + key);
        this.votes = new VoteSender(turn, key, voters, self);
        this.writes = new WriteQueue(turn);
        this.reads = new ReadQueue(turn, voters, self);
        this.localReads = new LocalReads(turn);
        this.contention = new Contention(turn);
        this.catchUp = new CatchUp(turn, key, voters, self);
        this.teller = new ChosenTeller(turn, key, voters);
        this.unasked = new UnaskedEntries(turn);
        this.recoveries = new Recoveries(turn, key, voters, self, catchUp, unasked);
        this.data = EntityData.of(turn, key, votes, stored);
        if (stored.amnesiac() && turn.mutation() != Mutation.A2) {
            forgetVotes(stored.pendingEntry());
        } else {
            Invariant.check(
                    stored.pendingEntry() == 0 || stored.pendingEntry() > data.version(),
                    "pending entry is not above version");
            restorePending(stored);
        }
        idleSinceNanos = turn.nowNanos();
    }

    private void restorePending(Stored stored) {
        pending = PaxosInstance.restored(stored, data.version(), voters, self, turn.mutation());
    }

    /** What this replica holds, for diagnosis. */
    EntityView view() {
        return EntityView.of(data, pending, writes.size(), reads.size());
    }

    /** Whether this replica is on its way back to being a voter. */
    boolean isAmnesiac() {
        return rebuild != null;
    }

    // Inputs. Each ends in settle().

    void onWrite(Input.Write request) {
        if (turn.isTooMuch(request, writes.size())) {
            return;
        }
        writes.add(request);
        settle();
    }

    void onRead(Input.Read request) {
        if (turn.isTooMuch(request, reads.size())) {
            return;
        }
        switch (request.option()) {
            case LINEARIZABLE -> reads.add(request);
            case LOCAL -> localReads.add(request);
        }
        settle();
    }

    void onMessage(int from, Message message) {
        int voter = voters.indexOf(from);
        if (voter < 0 || voter == self) {
            return;
        }
        switch (message) {
            case Message.Paxos paxos -> onPaxos(voter, paxos);
            case Message.Probe probe -> onProbe(voter, probe);
            case Message.ProbeReply reply -> onProbeReply(voter, reply);
            case Message.Learn learn -> onLearn(voter, learn);
            case Message.Chosen chosen -> onChosen(voter, chosen);
        }
        settle();
    }

    void onRecover(Input.Recover request) {
        if (turn.isTooMuch(request, recoveries.size())) {
            return;
        }
        recoveries.add(request);
        data.wantLook();
        int knows = voters.indexOf(request.from());
        if (knows >= 0 && knows != self) {
            aheadIs(knows, request.version(), null);
        }
        settle();
    }

    void onLoaded(Stored stored) {
        long settled = data.version();
        if (!data.onLoaded(stored)) {
            settle();
            return;
        }
        if (stored.amnesiac() && rebuild == null && turn.mutation() != Mutation.A2) {
            forgetVotes(settled);
        } else if (!stored.amnesiac() && rebuild != null && !rebuild.isWriting()) {
            rebuild = null; // Rule A5: the node is whole, so it has forgotten nothing of this
            restorePending(stored);
        } else if (data.version() < settled && pending == null) {
            replacePending(settled + 1); // the data is lost, not what is settled
        }
        settle();
    }

    void onEvaluated(Input.Evaluation answer) {
        if (data instanceof ChangesData changes && !changes.onEvaluated(answer, writes)) {
            refuseAll(); // others may have what is damaged here
            data.wantLook();
        }
        settle();
    }

    void onInstalled(Stored stored) {
        if (data instanceof ChangesData changes && !changes.install(stored)) {
            data.wantFreshLook(); // the data was older than this replica took it for
        } else {
            turn.count(ReplicaStats.Counter.IMAGES_INSTALLED);
            votes.persistInstalled(stored.chosenValue(), data, pending);
            versionRose(self, null);
        }
        settle();
    }

    private void refuseAll() {
        writes.refuseAll(Outcome.Reason.NO_VOTE);
        reads.refuseAll(Outcome.Reason.NO_VOTE);
        catchUp.stop();
    }

    /** Rule A1: the disk has lost what this replica may have promised or accepted. */
    private void forgetVotes(long heldEntry) {
        long held = Math.max(heldEntry, pending == null ? 0 : pending.entry());
        rebuild = new Rebuild(turn, key, voters, self, held, data.version());
        pending = null;
        round = null;
        contention.newEntry();
        votes.takeOwed();
        votes.valueChanged();
        reads.restart();
    }

    /** Rule A3: a node lives again, so what it told before counts no more. */
    void onIncarnation(int nodeId) {
        int voter = voters.indexOf(nodeId);
        PaxosInstance instance = pending;
        boolean isOther = voter >= 0 && voter != self;
        if (isOther && instance != null) {
            instance.forget(voter);
            votes.reborn(voter);
        }
        if (isOther && rebuild != null) {
            rebuild.onIncarnation(voter);
        }
    }

    void onPersisted(long ticket) {
        votes.durable(ticket, pending);
        if (rebuild != null && rebuild.isOver(ticket)) {
            rebuild = null;
            data.overtakeLook();
            turn.count(ReplicaStats.Counter.REBUILT);
        }
        settle();
    }

    void onTick() {
        writes.expire();
        reads.tick(key);
        recoveries.expire();
        localReads.expire();
        unasked.tick();
        if (writes.isEmpty() && reads.isEmpty() && !unasked.isWanted(data)) {
            round = null;
        }
        if (writes.isEmpty() && reads.isEmpty() && recoveries.isEmpty()) {
            catchUp.stop();
        }
        PaxosInstance instance = pending;
        if (round != null && instance != null && turn.isResendDue(round.resendNanos())) {
            turn.count(ReplicaStats.Counter.RETRANSMITS);
            votes.oweUnanswered(instance, round);
            round.resent(turn);
        }
        catchUp.tick(data.version());
        settle();
    }

    /** When {@link #onTick} is wanted; for an idle entity, when it may leave memory. */
    long wakeNanos() {
        if (isIdle()) {
            return idleSinceNanos + lingerNanos();
        }
        long wake = Math.min(writes.earliestDeadlineNanos(), reads.wakeNanos());
        wake = Math.min(wake, recoveries.wakeNanos());
        wake = Math.min(wake, localReads.wakeNanos());
        wake = Math.min(wake, unasked.wakeNanos(data));
        if (rebuild != null) {
            wake = Math.min(wake, rebuild.wakeNanos());
        }
        if (round != null) {
            wake = Math.min(wake, round.resendNanos());
        }
        if (round == null && contention.untilNanos() > 0) {
            wake = Math.min(wake, contention.untilNanos());
        }
        wake = Math.min(wake, catchUp.wakeNanos());
        return wake == Long.MAX_VALUE ? idleSinceNanos + lingerNanos() : wake;
    }

    /** How long the entity stays in memory after its last input. */
    private long lingerNanos() {
        long linger = turn.config().lingerNanos();
        return votes.isShown() ? Math.max(linger, turn.config().answerGapNanos()) : linger;
    }

    /** Whether nothing would be lost if the entity left memory now: all it promised is durable. */
    boolean isIdle() {
        return votes.isDurable()
                && votes.owesNothing()
                && round == null
                && !isAsked()
                && (rebuild == null || rebuild.isStalled())
                && !teller.owes()
                && !data.isLooking();
    }

    /** Whether a request waits. */
    private boolean isAsked() {
        return !(writes.isEmpty()
                && reads.isEmpty()
                && localReads.isEmpty()
                && recoveries.isEmpty());
    }

    /**
     * Whether the entity has been idle for long enough. A mark that the caller has not performed
     * yet must reach the store before the entity can be loaded again, and loads come first.
     */
    boolean mayLeave() {
        return isIdle()
                && turn.nowNanos() - idleSinceNanos >= lingerNanos()
                && markBatch < turn.markBatch();
    }

    // Messages.

    private void onPaxos(int voter, Message.Paxos message) {
        greatestSeen = Math.max(greatestSeen, Math.max(message.promised(), message.accepted()));
        aheadIs(voter, message.newestChosen(), message.newestChosenId());
        if (message.entry() <= data.version()) {
            onSettledEntry(voter, message);
            return;
        }
        if (rebuild != null) {
            return; // Rule A2: it promises nothing and accepts nothing
        }
        PaxosInstance instance = instanceFor(voter, message);
        if (instance == null) {
            return;
        }
        EntryValue value = instance.wholeValueOf(message);
        if (message.accepted() > 0 && value == null) {
            // Rule K8: unknown id. Our state shows that we do not hold it: the whole will follow.
            votes.heardOf(voter, message.valueId(), instance.value());
            votes.answer(voter);
            return;
        }
        long acceptedBefore = instance.accepted();
        if (instance.update(voter, message, value)) {
            votes.persist(instance, data.version());
            if (instance.accepted() != acceptedBefore) {
                votes.valueChanged();
            }
            contention.foreignProposal();
        }
        votes.heardOf(voter, message.valueId(), instance.value());
        boolean acknowledges = round != null && round.number() == message.accepted();
        if (!acknowledges
                && (message.viewPromised() < instance.promised()
                        || message.viewAccepted() < instance.accepted())) {
            // Rule K7. A voter that has taken the own proposal needs no more: its view of this
            // node is old only because of Rule D2, and the mark follows.
            votes.answer(voter);
        }
    }

    /** A message for an entry that is settled here (Rules K4, C4): tell the outcome if wanted. */
    private void onSettledEntry(int voter, Message.Paxos message) {
        if (message.newestChosen() >= data.version()) {
            return;
        }
        ValueId theirs = message.valueId();
        if (message.entry() == data.version() && theirs != null && theirs.equals(data.id())) {
            boolean isAccept = message.promised() == message.accepted();
            if (!isAccept || !teller.wasMarked(voter)) {
                teller.mark(voter, data.version(), data.id(), isAccept);
            }
        } else {
            teller.owe(VoterSet.of(voter), message.newestChosen());
        }
    }

    /**
     * The instance a message belongs to, if this replica may take part in it (Rule D7). A value of
     * a later entry replaces the pending one: whoever proposes an entry knows the ones before to be
     * chosen, and for key-value entities the value is the whole image.
     */
    private @Nullable PaxosInstance instanceFor(int voter, Message.Paxos message) {
        PaxosInstance instance = pending;
        long entry = message.entry();
        if (instance != null && instance.entry() == entry) {
            return instance;
        }
        if (instance != null && instance.entry() > entry) {
            votes.answerAgain(voter); // the floor: show what is pending here instead
            return null;
        }
        boolean next = instance == null && entry == data.version() + 1;
        boolean drop = turn.mutation() == Mutation.D7 && instance != null;
        if (next || drop) {
            return replacePending(entry);
        }
        EntryValue image = data.valuesAreImages() ? message.value() : null;
        if (image != null) {
            // The sender may have promised a greater number since it accepted. Its accept request
            // is taken before its promise, as if relayed: a promise alone must not make this
            // replica drop what it has accepted, and without one two replicas could wait for each
            // other's entry for ever.
            PaxosInstance later = replacePending(entry);
            if (message.promised() > message.accepted()) {
                later.acceptRelayed(message.accepted(), image);
            }
            return later;
        }
        catchUp.wantBefore(voter, entry, data.lacksAbove(entry - 2));
        return null;
    }

    private PaxosInstance replacePending(long entry) {
        PaxosInstance instance = new PaxosInstance(entry, voters, self, turn.mutation());
        pending = instance;
        round = null;
        contention.newEntry();
        votes.valueChanged();
        return instance;
    }

    private void onProbe(int voter, Message.Probe probe) {
        if (rebuild != null) {
            return; // Rule A2: the silence of a replica that has lost its memory is "unknown"
        }
        Message reply = ProbeAnswer.of(probe, key, data.version(), pending);
        if (reply != null) {
            turn.send(voters.id(voter), key, reply, false);
        }
    }

    private void onProbeReply(int voter, Message.ProbeReply reply) {
        if (rebuild != null) {
            rebuild.onReply(voter, reply);
        }
        reads.onReply(voter, reply);
        if (reply.newestChosen() > data.version()) {
            aheadIs(voter, reply.newestChosen(), null);
        }
        PaxosInstance instance = pending;
        if (instance != null
                && reply.durable()
                && reply.accepted() > 0
                && reply.pendingEntry() == instance.entry()
                && instance.value() != null
                && instance.value().id().equals(reply.valueId())) {
            // The same value accepted there: a vote that may show the entry to be chosen.
            instance.view(voter, reply.accepted(), instance.value());
            evaluateViews(true);
        }
    }

    private void onLearn(int voter, Message.Learn learn) {
        PaxosInstance instance = pending;
        if (data.version() > learn.version()) {
            teller.owe(VoterSet.of(voter), learn.version());
        } else if (instance != null
                && instance.accepted() > 0
                && (data.valuesAreImages() || instance.entry() <= learn.version() + 1)) {
            votes.oweAgain(voter); // Rule K7: whoever lacks the entry before would ask for that
        }
        if (learn.finishTo() > data.version()
                && rebuild == null
                && (instance == null || !instance.isFloor())) {
            unasked.finish(learn.finishTo());
        }
    }

    private void onChosen(int voter, Message.Chosen chosen) {
        EntryValue value = chosen.value();
        if (chosen.entry() <= data.version()) {
            if (rebuild != null && chosen.entry() == data.version() && value != null) {
                data.repair(value);
            }
            return;
        }
        if (value == null || !data.follows(chosen.entry())) {
            aheadIs(voter, chosen.entry(), chosen.valueId());
            return;
        }
        turn.count(ReplicaStats.Counter.CATCH_UPS);
        becomeChosen(voter, chosen.entry(), value);
        if (catchUp.droppedPrepareOf(voter) == data.version() + 1
                && pending == null
                && rebuild == null) {
            // Answer the prepare that could not be taken: our view of its sender is older than its
            // state, so it will say it again (Rule K7).
            replacePending(data.version() + 1);
            votes.owe(voter);
        }
    }

    /** Another replica knows a newer chosen entry; if it is the one pending here, so do we now. */
    private void aheadIs(int voter, long newestChosen, @Nullable ValueId id) {
        if (newestChosen <= data.version()) {
            return;
        }
        if (rebuild != null) {
            rebuild.onChosenElsewhere(newestChosen);
        }
        PaxosInstance instance = pending;
        EntryValue value = instance == null ? null : instance.value();
        if (instance != null
                && value != null
                && instance.entry() == newestChosen
                && data.follows(newestChosen)
                && value.id().equals(id)) {
            becomeChosen(voter, newestChosen, value);
        } else {
            catchUp.behind(voter, newestChosen, id);
        }
    }

    /** Leaves memory behind the others, with no request waiting: a background repair (Rule C3). */
    void tellLag() {
        if (catchUp.newestElsewhere() > data.version()) {
            int knows = voters.id(catchUp.voterAhead());
            turn.out().add(new Effects.Lag(key, knows, catchUp.newestElsewhere()));
        }
    }

    // Progress.

    /** Carries on whatever can be carried on, until nothing moves. */
    private void settle() {
        if (rebuild == null) {
            evaluateViews(false);
            advanceRound();
            advanceReads();
            unasked.reach(localReads.answer(data));
            startRound();
            votes.flush(pending, data.version(), data.id());
            supplyOthers();
            answerRecoveries();
        } else {
            advanceRebuild(rebuild);
        }
        data.lookIntoStore();
        idleSinceNanos = turn.nowNanos();
    }

    /** Rules A1, A2, A5: on the way to the record that ends the amnesia. */
    private void advanceRebuild(Rebuild building) {
        teller.forgetOwed();
        if (!building.advance(data, votes, isAsked())) {
            return;
        }
        if (building.floor() > data.version()) { // with a planted bug only
            pending = PaxosInstance.floor(building.floor(), voters, self, turn.mutation());
        } else if (data.version() == 0 && building.firstPromise() > 0) {
            replacePending(1).prepare(building.firstPromise());
        }
        building.write(votes, data.version(), data.value());
    }

    /** Whether a recovery waits for an entry that this replica must not vote on to be chosen. */
    private boolean isBlocked() {
        PaxosInstance instance = pending;
        return !recoveries.isEmpty() && instance != null && (instance.isFloor() || lacksData());
    }

    /** Whether entries are known to be settled whose changes are not in the data here. */
    private boolean lacksData() {
        PaxosInstance instance = pending;
        return !data.valuesAreImages() && instance != null && instance.entry() > data.version() + 1;
    }

    private void answerRecoveries() {
        if (!recoveries.isEmpty() && !data.isLooking() && !isBlocked()) {
            recoveries.answer(data.version());
        }
    }

    /**
     * Rule K3, after every change of a view or of what is durable; and the value whose mark has
     * overtaken it (Rule D3).
     *
     * @param byChance whether a question of this replica has brought the votes to light: the
     *     proposer may have died before it told anybody, so the others are told
     */
    private void evaluateViews(boolean byChance) {
        PaxosInstance instance = pending;
        if (instance == null || !data.follows(instance.entry())) {
            return;
        }
        long number = instance.chosenNumber();
        EntryValue value = number == 0 ? null : instance.valueOf(number);
        if (value != null) {
            Round winner = round;
            boolean driven = winner != null && winner.number() == number;
            if (driven) {
                turn.count(
                        number == ProposalNumber.FAST
                                ? ReplicaStats.Counter.FAST_PATH_CHOSEN
                                : ReplicaStats.Counter.PREPARED_CHOSEN);
            }
            becomeChosen(self, instance.entry(), value);
            if (driven || byChance || value.id().proposer() == turn.identity().self()) {
                teller.markAll(voters.allBut(self), data.version(), data.id(), true);
            }
            return;
        }
        EntryValue held = instance.value();
        if (held != null && catchUp.isChosenElsewhere(instance.entry(), held.id())) {
            becomeChosen(catchUp.voterAhead(), instance.entry(), held);
        }
    }

    /**
     * An entry above the version is chosen: it becomes the version (Rules K4, C1, D3).
     *
     * @param source the voter that knows it already; this one if the votes showed it
     */
    private void becomeChosen(int source, long entry, EntryValue value) {
        PaxosInstance instance = pending;
        data.become(entry, value);
        EntryValue held = instance == null ? null : instance.value();
        if (instance != null
                && instance.entry() == entry
                && held != null
                && held.id().equals(value.id())) {
            turn.out().add(new Effects.MarkChosen(key, entry));
            markBatch = turn.markBatch();
        } else {
            long known = data.valuesAreImages() ? entry : entry - 1;
            votes.persist(new LogRecord(key, entry, 0, 0, value, true, known));
        }
        versionRose(source, value.id());
    }

    /** What waited for an entry to be settled goes on; the id is null if an image skipped it. */
    private void versionRose(int source, @Nullable ValueId id) {
        PaxosInstance instance = pending;
        teller.newEntry();
        if (instance != null && instance.entry() <= data.version()) {
            pending = null;
            round = null;
            contention.newEntry();
            // Those who are owed a vote get the outcome instead.
            VoterSet owed = votes.takeOwed().without(source);
            VoterSet holding = votes.holding();
            teller.markAll(owed.and(holding), data.version(), data.id(), false);
            teller.owe(owed.andNot(holding), data.version() - 1);
            votes.valueChanged();
        }
        contention.chosen();
        catchUp.reached(data.version());
        writes.chosen(id, data);
    }

    private void advanceRound() {
        Round current = round;
        PaxosInstance instance = pending;
        if (current == null || instance == null) {
            return;
        }
        if (instance.isOutvoted(current.number())) {
            turn.count(ReplicaStats.Counter.ROUNDS_OUTVOTED);
            round = null;
            contention.outvoted(current);
            return;
        }
        if (!current.isPreparing()
                || !votes.isDurable()
                || !instance.isPromisedByMajority(current.number())) {
            return;
        }
        if (instance.anyAccepted()) {
            EntryValue adopted = instance.greatestValue();
            if (adopted != null) {
                propose(instance, current, adopted);
            }
            return;
        }
        if (instance.entry() > data.version() + 1 && turn.mutation() == Mutation.NONE) {
            Invariant.check(!data.valuesAreImages(), "a later entry has no value to finish");
            round = null;
            refuseAll(); // an image is missing, and nobody gives it
            return;
        }
        reads.provenByTrial(current.trialNonce());
        EntryValue own = evaluate();
        if (own == null && data.isEvaluating()) {
            return;
        }
        if (own == null) {
            own = unasked.value(data);
        }
        if (own == null) {
            round = null;
            advanceReads();
        } else {
            propose(instance, current, own);
        }
    }

    private @Nullable EntryValue evaluate() {
        return writes.isEmpty() ? null : data.evaluate(writes, turn.mutation() == Mutation.W3);
    }

    /** Second phase (Rule K5), after a majority has promised. */
    private void propose(PaxosInstance instance, Round current, EntryValue value) {
        current.accepting(turn, value);
        instance.propose(current.number(), value);
        votes.valueChanged();
        votes.persist(instance, data.version());
        votes.proposeAhead(instance, data.version(), data.id());
    }

    private void advanceReads() {
        if (reads.isEmpty()) {
            return;
        }
        if (reads.wantsRound()) {
            reads.beginRound(key);
        }
        if (reads.isRoundComplete()) {
            PaxosInstance instance = pending;
            if (instance != null && (instance.accepted() > 0 || instance.isFloor())) {
                reads.raise(instance.entry());
            } else if (instance != null && lacksData()) {
                reads.raise(instance.entry() - 1); // settled, though this replica's data is older
            }
        }
        reads.onVersion(data.version());
        if (reads.isProven() && data.isInMemory()) {
            long due = reads.dueMillis(data);
            if (due > 0) {
                unasked.reach(due); // answered from the entry that says so, or a newer value
                return;
            }
            reads.answer(data.answer());
            advanceReads();
        }
    }

    /** Begins what the waiting requests need: a catch-up, or a round. */
    private void startRound() {
        if (round != null) {
            return;
        }
        PaxosInstance instance = pending;
        if (writes.isEmpty()
                && !reads.isDriving()
                && !unasked.isWanted(data)
                && !isBlocked()
                && !recoveries.wantRound(data.version(), instance)) {
            contention.endWindow();
            return;
        }
        if (instance != null && lacksData()) {
            catchUp.behind(self, instance.entry() - 1, null);
        }
        if (catchUp.isNeeded(data.version(), instance, data.valuesAreImages())) {
            catchUp.request(data.version());
            return;
        }
        if (instance != null && instance.isFloor()) {
            if (!catchUp.requestFinish(data.version(), instance.entry())) {
                refuseAll();
            }
            return;
        }
        if (!data.isInMemory() || contention.isHeldBack()) {
            return;
        }
        if (instance == null) {
            instance = replacePending(data.version() + 1);
        }
        if (instance != null && !proposeFast(instance)) {
            prepare(instance);
        }
    }

    /** Skips the prepare phase where this node owns the fast number (section 2). */
    private boolean proposeFast(PaxosInstance instance) {
        if (writes.isEmpty() || !instance.isUntouched() || instance.entry() != data.version() + 1) {
            return false;
        }
        Turn.Identity me = turn.identity();
        ValueId previous = data.id();
        if (turn.mutation() == Mutation.F1 && previous != null) {
            previous = new ValueId(previous.proposer(), me.incarnation(), previous.sequence());
        }
        OwnershipPolicy.FastRight right =
                me.ownership()
                        .fastRight(me.self(), me.incarnation(), voters, instance.entry(), previous);
        if (right == OwnershipPolicy.FastRight.NONE) {
            return false;
        }
        EntryValue own = evaluate();
        if (own == null) {
            return true;
        }
        contention.endWindow();
        round = Round.fast(turn, own);
        instance.propose(ProposalNumber.FAST, own);
        votes.persist(instance, data.version());
        switch (right) {
            case VOLATILE -> votes.proposeAhead(instance, data.version(), data.id());
            case STATIC, NONE -> votes.oweAllOthers();
        }
        return true;
    }

    private void prepare(PaxosInstance instance) {
        turn.count(ReplicaStats.Counter.ROUNDS_PREPARED);
        contention.beginRound();
        greatestSeen = Math.max(greatestSeen, instance.greatestNumber());
        long number = ProposalNumber.above(greatestSeen, turn.identity().self());
        greatestSeen = number;
        instance.prepare(number);
        votes.persist(instance, data.version());
        votes.oweAllOthers();
        round = Round.preparing(number, reads.drivingNonce(), turn);
    }

    /** Gives those who lag what they lack (Rules K4, C1). */
    private void supplyOthers() {
        if (data.version() == 0) {
            teller.forgetOwed();
        } else if (teller.owes() && data.isInMemory()) {
            teller.supply(data);
        }
    }
}
