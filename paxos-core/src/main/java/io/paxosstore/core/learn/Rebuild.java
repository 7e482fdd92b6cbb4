package io.paxosstore.core.learn;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.Stored;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.ProposalNumber;

/**
 * The way of an amnesiac replica back to a voter of one entity (Rules A1, A2). Not thread-safe.
 *
 * <p>It asks all other voters (in a change, those before it: Rule M5) for the greatest entry of
 * which they hold any state, and takes the floor from N - majority + 1 of them. Every majority that
 * this replica may have voted in before it lost its memory has one of those in it. Whichever voted
 * before it answered is covered by the floor; whichever votes afterwards knows this replica's
 * incarnation, and says so with its vote, so that the old vote is counted no more (Rule A3). An
 * answerer that begins anew may have forgotten that incarnation with its disk, so its answer counts
 * no more (Rule A4).
 *
 * <p>Then it learns what is chosen up to the floor, from one that has it if all of it is chosen;
 * has the others finish what is still open there; and only with that on its disk does it vote again
 * (Rule A5): an entry at a floor has one voter less for ever, and when more than a minority had a
 * floor there, nobody could decide it. Whoever comes with a change helps to finish it (Rule M14).
 */
public final class Rebuild {
    /** Where the rebuilding stands. */
    enum Phase {
        /** Answers are missing. */
        ASKING,
        /** The floor is known; the entries up to it are not all chosen and learnt here. */
        LEARNING,
        /** The record that ends the amnesia is being written. */
        WRITING
    }

    /**
     * So many times longer than other messages questions wait for an answer before they are asked
     * again: the others have to read what they hold, and a whole store may be asked for at once.
     */
    private static final int PATIENCE = 4;

    private static final int NOBODY = -1;

    /** Bits of a key's hash that say who is asked for its newest entry; others choose its shard. */
    private static final int TELLER_SHIFT = 40;

    /** Questions without an answer after which nobody waits for this any more. */
    private static final int ROUNDS_UNASKED_MAX = 8;

    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final Records records;
    private final LogState state;

    /** Names the questions. */
    private long nonce;

    private Phase phase = Phase.ASKING;
    private VoterSet answered = VoterSet.NONE;
    private long floor;
    private long wantedVersion;

    /** The voter that answered with the newest chosen entry. */
    private int holder = NOBODY;

    private long holderVersion;
    private long ticket;
    private int rounds;

    /** Whether what was learnt last is in no record yet. */
    private boolean isLearntUnwritten;

    /** When they were asked last. */
    private long askedNanos;

    private long resendNanos;
    private long resendWaitNanos;

    public Rebuild(EntityContext context) {
        this.turn = context.turn();
        this.seat = context.seat();
        this.data = context.data();
        this.records = context.records();
        this.state = context.state();
    }

    /**
     * Begins, once the newest chosen entry that is left here is in the data.
     *
     * @param held the greatest entry of which anything is left here
     * @param left what the store still holds
     */
    public void begin(long held, Stored left) {
        nonce = turn.nextNonce();
        phase = Phase.ASKING;
        forgetAnswers();
        wantedVersion = data.version();
        floor = Math.max(held, wantedVersion);
        askedNanos = 0;
        isLearntUnwritten = false;
        restart();
        turn.count(ReplicaStats.Counter.AMNESIAC);
        state.beginRebuild(left);
    }

    /** Whether the record that ends the amnesia is being written. */
    public boolean isWriting() {
        return phase == Phase.WRITING;
    }

    /** Rule A5: the entry that must be chosen and learnt here, or a later one. */
    private long targetVersion() {
        return turn.rules().rebuildTarget(floor, wantedVersion);
    }

    /** Whether nobody answers and nobody needs to wait for it. */
    public boolean isStalled() {
        return rounds > ROUNDS_UNASKED_MAX;
    }

    /** Takes the answer to a question for the floor. */
    public void onReply(int voter, Message.ProbeReply reply) {
        if (reply.nonce() != nonce || phase != Phase.ASKING) {
            return;
        }
        answered = answered.with(voter);
        floor = Math.max(floor, Math.max(reply.newestChosen(), reply.pendingEntry()));
        wantedVersion = Math.max(wantedVersion, reply.newestChosen());
        if (holder == NOBODY || reply.newestChosen() > holderVersion) {
            holder = voter;
            holderVersion = reply.newestChosen();
        }
        if (isFloorComplete()) {
            phase = Phase.LEARNING;
            restart();
        }
    }

    /**
     * Rule M14: whether this replica votes on an entry, although it has not learnt it: on the one
     * that is open at its floor, while it comes with a change. Those before it may be too few to
     * choose that entry without it: one of them has died since the change began, say.
     */
    public boolean votesOn(long entry) {
        boolean hasAllBefore =
                data.valuesAreImages() || (entry == data.version() + 1 && data.isWhole());
        return phase == Phase.LEARNING
                && entry == targetVersion()
                && entry > data.version()
                && hasAllBefore
                && turn.rules()
                        .mayVoteAtFloor(seat.configuration().isComing(turn.identity().self()));
    }

    private boolean isFloorComplete() {
        return turn.rules().isFloorKnown(seat.quorum(), answered);
    }

    /**
     * Rule A4: a voter lives anew. It may have lost its disk, and with it that this replica lives
     * anew: then it votes beside this replica's old vote, above the floor it told of. Once the
     * record is being written the floor stands: whoever forgets after that asks for a floor of its
     * own before it votes, and one of those who answer both tells it of this incarnation.
     */
    public void onIncarnation(int voter) {
        if (turn.rules().isFloorAnswerGood(isWriting())) {
            return;
        }
        answered = answered.without(voter);
        if (phase == Phase.LEARNING && !isFloorComplete()) {
            phase = Phase.ASKING;
            restart();
        }
    }

    /**
     * Rule M2: the voters are others, and are asked anew. A record that is being written stands: it
     * would be on the disk, had it been a little faster.
     */
    public void entered() {
        if (!isWriting()) {
            nonce = turn.nextNonce();
            phase = Phase.ASKING;
            forgetAnswers();
            restart();
        }
    }

    private void forgetAnswers() {
        answered = VoterSet.NONE;
        holder = NOBODY;
        holderVersion = 0;
    }

    /**
     * Somebody knows a later entry to be chosen. Once the floor is known that is of no matter: an
     * entity that is written all the time would never be recovered.
     */
    void onChosenElsewhere(long entry) {
        if (phase == Phase.ASKING) {
            wantedVersion = Math.max(wantedVersion, entry);
            floor = Math.max(floor, entry);
        }
    }

    /** Whether the record that ends the amnesia is durable. */
    public boolean isOver(long durableTicket) {
        return phase == Phase.WRITING && durableTicket >= ticket;
    }

    private void restart() {
        rounds = 0;
        resendNanos = 0;
        resendWaitNanos =
                Math.min(
                        PATIENCE * turn.config().retransmitNanos(),
                        turn.config().retransmitMaxNanos());
    }

    /**
     * Goes on: asks what is missing and, when all is learnt, writes it.
     *
     * @param someoneWaits whether requests wait for it
     */
    public void advance(boolean someoneWaits) {
        if (someoneWaits && isStalled()) {
            restart();
        }
        boolean learnt = data.isWhole() && data.version() >= targetVersion();
        ask(learnt, someoneWaits);
        if (isStalled()) {
            writeLearnt(); // the entity may leave memory
        }
        if (votesOn(targetVersion())) {
            writeLearnt(); // the vote's record says that this replica knows it to be chosen
            state.voteAtFloor(targetVersion());
        }
        if (phase == Phase.LEARNING && learnt && records.isDurable()) {
            prepareToVote();
            write();
        }
    }

    /**
     * A whole image was learnt. The record that ends the amnesia has it; until then this replica
     * answers nobody, so that it may forget it with a crash.
     *
     * @return whether no record of its own is needed
     */
    boolean keepsLearnt() {
        boolean keeps =
                data.valuesAreImages() && !isWriting() && !isStalled() && !votesOn(targetVersion());
        isLearntUnwritten = keeps;
        return keeps;
    }

    /** What was learnt gets a record of its own, if it has none. */
    public void writeLearnt() {
        EntryValue value = data.value();
        if (isLearntUnwritten && value != null) {
            long version = data.version();
            records.persist(new LogRecord(seat.key(), version, 0, 0, value, true, version));
        }
        isLearntUnwritten = false;
    }

    /** What this replica goes on with when it votes again. */
    private void prepareToVote() {
        if (data.version() == 0 && firstPromise() > 0) {
            state.beginEntry(1).prepare(firstPromise());
        }
    }

    /** Writes what has been learnt; with this record the amnesia ends. */
    private void write() {
        long version = data.version();
        EntryValue value = data.value();
        isLearntUnwritten = false;
        if (value != null) {
            records.persist(new LogRecord(seat.key(), version, 0, 0, value, true, version, true));
        } else {
            long promise = version == 0 ? firstPromise() : 0;
            records.persist(
                    new LogRecord(seat.key(), version + 1, promise, 0, null, false, version, true));
        }
        phase = Phase.WRITING;
        ticket = records.issuedTicket();
    }

    /**
     * What is promised at entry 1, where nobody knows of anything: one voter had the right to its
     * fast number whatever happens, and may have used it (Rules F1, M9). The record of that is
     * lost, and messages may still be under way; so it promises never to use it again, also if it
     * is just leaving and may stay after all. 0 for none.
     */
    private long firstPromise() {
        int me = turn.identity().self();
        return seat.configuration().mayHoldRight(me)
                ? ProposalNumber.above(ProposalNumber.FAST, me)
                : 0;
    }

    /**
     * Asks, first or again; a peer that has come up is asked once more, beside the rounds of
     * questions. Whoever is about to choose the entry at the floor is given the time of one
     * question to do so; then, or at once if somebody waits here, the others are to finish it.
     */
    private void ask(boolean learnt, boolean someoneWaits) {
        boolean asksAll = turn.nowNanos() >= resendNanos;
        boolean asksOne = askedNanos != turn.nowNanos() && turn.isResendDue(resendNanos);
        if (!(asksAll || asksOne) || phase == Phase.WRITING || isStalled()) {
            return;
        }
        askedNanos = turn.nowNanos();
        if (asksAll) {
            if (rounds > 0) {
                // The node may be whole by now: what it does not hold never was.
                data.requestRecheck();
            }
            rounds++;
            resendNanos = turn.jittered(resendWaitNanos);
            resendWaitNanos = Math.min(2 * resendWaitNanos, turn.config().retransmitMaxNanos());
        }
        int teller = teller();
        for (int voter = 0; voter < seat.count(); voter++) {
            if (!seat.isPeer(voter) || !(asksAll || turn.hasComeUp(seat.nodeId(voter)))) {
                continue;
            }
            if (phase == Phase.ASKING) {
                if (seat.quorum().floorSources().contains(voter) && !answered.contains(voter)) {
                    seat.send(voter, new Message.Probe(nonce, true, voter == teller));
                }
            } else if (!learnt && (!isOneEnough() || voter == holder)) {
                long above = data.lacksAbove(targetVersion() - 1);
                boolean finishes = someoneWaits || rounds > 1;
                long finishTo = finishes ? targetVersion() : wantedVersion;
                seat.send(voter, new Message.Learn(above, finishTo));
            }
        }
    }

    /**
     * The voter that is to tell the newest entry with its answer: by the key, so that all have
     * their share.
     */
    private int teller() {
        if (rounds != 1 || data.version() > 0 || !data.valuesAreImages()) {
            return NOBODY;
        }
        VoterSet able = VoterSet.NONE;
        for (int voter = 0; voter < seat.count(); voter++) {
            if (seat.isPeer(voter)
                    && seat.quorum().floorSources().contains(voter)
                    && !turn.isDown(seat.nodeId(voter))) {
                able = able.with(voter);
            }
        }
        int before = able.isEmpty() ? 0 : (int) (seat.key().hash() >>> TELLER_SHIFT) % able.size();
        for (int voter = 0; voter < seat.count(); voter++) {
            if (able.contains(voter) && before-- == 0) {
                return voter;
            }
        }
        return NOBODY;
    }

    /** Whether nothing is open at the floor, and one that has all of it was not asked before. */
    private boolean isOneEnough() {
        return rounds == 1 && holderVersion >= targetVersion();
    }

    /** When to ask again. */
    public long wakeNanos() {
        return phase == Phase.WRITING || isStalled() ? Long.MAX_VALUE : resendNanos;
    }
}
