package io.paxosstore.core.learn;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.data.UnaskedEntries;
import io.paxosstore.core.data.WriteQueue;
import io.paxosstore.core.propose.Contention;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.PaxosInstance;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.core.vote.Round;
import io.paxosstore.core.vote.VoteSender;

import org.jspecify.annotations.Nullable;

/**
 * This replica as learner of one entity: finds out what is chosen, by the votes it sees (Rule K3),
 * by the marks of others (Rule D3) or by catching up (Rule C1), takes it over, and tells the peers
 * that do not know it yet ({@link ChosenTeller}). Not thread-safe.
 */
public final class Learner {
    /** Whether this replica may propose an entry now. */
    public enum Readiness {
        /** It may. */
        READY,
        /** Earlier entries are being learnt, or the others choose this one. */
        LEARNING,
        /** It must not vote on this entry, and nobody chooses it (Rule A2). */
        STUCK
    }

    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final VoteSender votes;
    private final LogState state;
    private final Records records;
    private final WriteQueue writes;
    private final UnaskedEntries unasked;
    private final Rebuild rebuild;
    private final CatchUp catchUp;
    private final Contention contention;
    private final ChosenTeller teller;

    /** The batch of effects that the last chosen mark is in. */
    private long markBatch;

    public Learner(
            EntityContext context,
            WriteQueue writes,
            UnaskedEntries unasked,
            CatchUp catchUp,
            Rebuild rebuild,
            Contention contention) {
        this.turn = context.turn();
        this.seat = context.seat();
        this.data = context.data();
        this.votes = context.votes();
        this.state = context.state();
        this.records = context.records();
        this.writes = writes;
        this.unasked = unasked;
        this.rebuild = rebuild;
        this.catchUp = catchUp;
        this.contention = contention;
        this.teller = new ChosenTeller(seat);
    }

    // What the peers know.

    /** A peer knows an entry to be chosen; if it is the one pending here, so does this replica. */
    public void onPeerVersion(int voter, long newestChosen, @Nullable ValueId id) {
        if (newestChosen <= data.version()) {
            return;
        }
        if (state.isRebuilding()) {
            rebuild.onChosenElsewhere(newestChosen);
        }
        PaxosInstance pending = state.pending();
        EntryValue value =
                pending != null && id != null && pending.entry() == newestChosen
                        ? pending.valueOf(id)
                        : null;
        if (pending != null && value != null && data.follows(newestChosen)) {
            becomeKnown(voter, pending, value);
        } else {
            catchUp.peerIsAhead(voter, newestChosen, id);
        }
    }

    /**
     * A voter says that a value seen here was chosen. A proposer may be the last to learn it: a
     * vote that is durable when it is sent shows the next voter a majority of three already. The
     * others see it likewise, but those that nobody else would tell.
     */
    private void becomeKnown(int source, PaxosInstance pending, EntryValue value) {
        EntryValue held = pending.value();
        boolean isProposed =
                held != null
                        && held.id().equals(value.id())
                        && (isOwn(held) || isNumberOfOwnRound(pending.accepted()));
        VoterSet unaware = isProposed ? unaware(pending) : VoterSet.NONE;
        becomeChosen(source, pending.entry(), value);
        teller.markAll(unaware.without(source), data.version(), data.id(), true);
    }

    /**
     * Those whom the votes of the proposer and of themselves may not show that its value is chosen:
     * they have promised more and cannot accept it, they were told of the proposer's vote only
     * while it was pending and would have asked again by a vote that may be lost, or the two of
     * them are no majority, as among five voters and in a joint epoch.
     */
    private VoterSet unaware(PaxosInstance pending) {
        VoterSet unable = pending.promisedAbove(pending.accepted());
        VoterSet own = VoterSet.of(seat.self());
        VoterSet unaware = VoterSet.NONE;
        for (int voter = 0; voter < seat.count(); voter++) {
            if (seat.isPeer(voter)
                    && (unable.contains(voter)
                            || !votes.hasTold(voter)
                            || !seat.quorum().isMajority(own.with(voter)))) {
                unaware = unaware.with(voter);
            }
        }
        return unaware;
    }

    /** A message for an entry that is settled here (Rules K4, C4): tell the outcome if wanted. */
    public void onSettledEntry(int voter, Message.Paxos message) {
        if (message.newestChosen() >= data.version()) {
            return;
        }
        ValueId theirs = message.valueId();
        if (message.entry() == data.version() && theirs != null && theirs.equals(data.id())) {
            boolean isAccept = message.promised() == message.accepted();
            if (!isAccept || !teller.isMarked(voter)) {
                teller.mark(voter, data.version(), data.id(), isAccept);
            }
        } else {
            teller.supplyLater(voter, message.newestChosen());
        }
    }

    /** A peer lags, or must not vote on an entry, and asks for what is chosen (Rules C1, A2). */
    public void onLearn(int voter, Message.Learn learn) {
        PaxosInstance pending = state.pending();
        if (data.version() > learn.version()) {
            teller.supplyLater(voter, learn.version());
        } else if (pending != null
                && pending.accepted() > 0
                && !state.isRebuilding()
                && (data.valuesAreImages() || pending.entry() <= learn.version() + 1)) {
            // Rule K7: whoever lacks the entry before would ask for that.
            votes.tellWithValue(voter);
        }
        if (learn.finishTo() > data.version()
                && !state.isRebuilding()
                && (pending == null || !pending.isFloor())) {
            unasked.finish(learn.finishTo());
        }
    }

    /**
     * A peer holds an earlier version and has not asked: what would have told it may be lost (Rule
     * C3). A mark is enough for one that holds the value; one that lacks more asks for it.
     */
    public void onBehind(int voter, long version) {
        if (version >= data.version() || state.isRebuilding()) {
            return;
        }
        if (data.id() == null) {
            teller.supplyLater(voter, version);
        } else {
            teller.mark(voter, data.version(), data.id(), true);
        }
    }

    /**
     * Somebody tells a chosen entry, or its mark.
     *
     * @param voter who does; this one for a node that is no voter, and that nobody can ask
     */
    public void onChosen(int voter, Message.Chosen chosen) {
        EntryValue value = chosen.value();
        if (chosen.entry() <= data.version()) {
            if (state.isRebuilding() && chosen.entry() == data.version() && value != null) {
                data.repair(value);
            }
            return;
        }
        if (value == null || !data.follows(chosen.entry())) {
            onPeerVersion(voter, chosen.entry(), chosen.valueId());
            return;
        }
        turn.count(ReplicaStats.Counter.CATCH_UPS);
        PaxosInstance pending = state.pending();
        if (pending != null && pending.entry() == chosen.entry()) {
            becomeKnown(voter, pending, value);
        } else {
            becomeChosen(voter, chosen.entry(), value);
        }
        if (catchUp.droppedPrepareOf(voter) == data.version() + 1
                && state.pending() == null
                && !state.isRebuilding()) {
            // Answer the prepare that could not be taken: our view of its sender is older than its
            // state, so it will say it again (Rule K7).
            state.beginEntry(data.version() + 1);
            votes.tell(voter);
        }
    }

    /**
     * The same value accepted by a voter that was asked something else: a vote that may show the
     * entry to be chosen. The proposer may have died before it told anybody, so the others are
     * told.
     */
    public void onProbeReply(int voter, Message.ProbeReply reply) {
        if (reply.newestChosen() > data.version()) {
            onPeerVersion(voter, reply.newestChosen(), null);
        }
        PaxosInstance pending = state.pending();
        EntryValue value = pending == null ? null : pending.value();
        if (pending != null
                && value != null
                && reply.durable()
                && reply.accepted() > 0
                && reply.pendingEntry() == pending.entry()
                && value.id().equals(reply.valueId())) {
            pending.viewVote(voter, reply.accepted(), value);
            learn(true);
        }
    }

    /** The node that knows the newest entry known to be chosen elsewhere. */
    public int nodeAhead() {
        return seat.nodeId(catchUp.voterAhead());
    }

    /**
     * Rule M2: the voters are others.
     *
     * @param nodeAhead {@link #nodeAhead} as it was among those before
     */
    public void entered(int nodeAhead) {
        teller.entered();
        catchUp.entered(nodeAhead);
    }

    // What is chosen.

    /**
     * Learns what the votes show to be chosen (Rule K3): after every change of a view, or of what
     * is durable here; and the value whose mark has overtaken it (Rule D3).
     */
    public void learn() {
        learn(false);
    }

    private void learn(boolean byChance) {
        PaxosInstance pending = state.pending();
        if (pending == null || !data.follows(pending.entry())) {
            return;
        }
        long number = pending.chosenNumber();
        EntryValue value = number == 0 ? null : pending.valueOf(number);
        if (value != null) {
            boolean driven = isNumberOfOwnRound(number);
            if (driven) {
                turn.count(
                        ProposalNumber.isFast(number)
                                ? ReplicaStats.Counter.FAST_PATH_CHOSEN
                                : ReplicaStats.Counter.PREPARED_CHOSEN);
            }
            becomeChosen(seat.self(), pending.entry(), value);
            if (driven || byChance || isOwn(value)) {
                teller.markAll(seat.peers(), data.version(), data.id(), true);
            }
            return;
        }
        ValueId elsewhere = catchUp.chosenElsewhere(pending.entry());
        EntryValue seen = elsewhere == null ? null : pending.valueOf(elsewhere);
        if (seen != null) {
            becomeKnown(catchUp.voterAhead(), pending, seen);
        }
    }

    private boolean isOwn(EntryValue value) {
        return value.id().proposer() == turn.identity().self();
    }

    private boolean isNumberOfOwnRound(long number) {
        Round round = state.round();
        return round != null && round.number() == number;
    }

    /**
     * An entry above the version is chosen: it becomes the version (Rules K4, C1, D3).
     *
     * @param source the voter that knows it already; this one if the votes showed it
     */
    private void becomeChosen(int source, long entry, EntryValue value) {
        PaxosInstance pending = state.pending();
        data.become(entry, value);
        EntryValue held = pending == null ? null : pending.value();
        if (pending != null
                && pending.entry() == entry
                && held != null
                && held.id().equals(value.id())) {
            turn.out().add(new Effects.MarkChosen(seat.key(), entry));
            markBatch = turn.markBatch();
        } else if (!(state.isRebuilding() && rebuild.keepsLearnt())) {
            long known = data.valuesAreImages() ? entry : entry - 1;
            records.persist(new LogRecord(seat.key(), entry, 0, 0, value, true, known));
        }
        onVersion(source, value.id());
    }

    /** An image has become the data (Rule C2): entries up to its version are skipped here. */
    public void onInstalled(Stored stored) {
        turn.count(ReplicaStats.Counter.IMAGES_INSTALLED);
        votes.persistInstalled(stored.chosenValue(), data, state.pending());
        onVersion(seat.self(), null);
    }

    /** What waited for an entry to be settled goes on; the id is null if an image skipped it. */
    private void onVersion(int source, @Nullable ValueId id) {
        PaxosInstance pending = state.pending();
        teller.newEntry();
        if (pending != null && pending.entry() <= data.version()) {
            // Those who were to be told a vote get the outcome instead.
            VoterSet recipients = votes.takeRecipients().without(source);
            VoterSet holders = votes.valueHolders();
            teller.markAll(recipients.and(holders), data.version(), data.id(), false);
            teller.supplyAllLater(recipients.andNot(holders), data.version() - 1);
            state.settleEntry();
        }
        contention.chosen();
        catchUp.reached(data.version());
        writes.chosen(id, data);
    }

    // Catching up.

    /** Begins what must be learnt before the next entry can be proposed here. */
    public Readiness readiness() {
        PaxosInstance pending = state.pending();
        if (pending != null && data.lacksDataBefore(pending.entry())) {
            catchUp.peerIsAhead(seat.self(), pending.entry() - 1, null);
        }
        if (catchUp.isNeeded(data.version(), pending, data.valuesAreImages())) {
            catchUp.request(data.version());
            return Readiness.LEARNING;
        }
        if (pending != null && pending.isFloor()) {
            return catchUp.requestFinish(data.version(), pending.entry())
                    ? Readiness.LEARNING
                    : Readiness.STUCK;
        }
        return Readiness.READY;
    }

    /** Gives those who lag what they lack (Rules K4, C1). */
    public void supplyLaggards() {
        if (data.version() == 0) {
            teller.forgetLaggards();
        } else if (teller.hasLaggards() && data.isInMemory()) {
            teller.supply(data);
        }
    }

    /** Whether somebody waits for a chosen entry. */
    public boolean hasLaggards() {
        return teller.hasLaggards();
    }

    /** What a replica without its memory knows is for others to say. */
    public void forgetLaggards() {
        teller.forgetLaggards();
    }

    /** Asks again for what has not come. */
    public void tick() {
        catchUp.tick(data.version());
    }

    /** When {@link #tick} has something to do. */
    public long wakeNanos() {
        return catchUp.wakeNanos();
    }

    // Leaving memory.

    /** Whether the last chosen mark has been performed, so that the store can show it. */
    public boolean isMarkPerformed() {
        return markBatch < turn.markBatch();
    }

    /**
     * The entity leaves memory. If a peer is ahead, and nobody waited here for what it knows, it is
     * to be caught up with in the background (Rule C3).
     */
    public void reportLag() {
        long newest = catchUp.newestElsewhere();
        if (newest > data.version()) {
            int peer = seat.nodeId(catchUp.voterAhead());
            turn.out().add(new Effects.Lag(seat.key(), peer, newest));
        }
    }
}
