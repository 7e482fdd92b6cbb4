package io.paxosstore.core.vote;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Quorum;
import io.paxosstore.core.Rules;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;

import org.jspecify.annotations.Nullable;

/**
 * One entry at one replica X: its actual state S(X,X), and S(Y,X) for every other voter Y, what X
 * last heard of Y (PaxosStore paper, section 2.2). {@link SemiSymmetricPaxos} updates it by
 * messages. Knows nothing of disks, timers or clients. Not thread-safe.
 *
 * <p>Invariant: n <= m for this replica's own state (Rule K1).
 */
public final class PaxosInstance {
    private final long entry;
    private final Configuration configuration;
    private final int self;
    private final Rules rules;

    /** S(Y,X) by the voter's index; at {@link #self} the actual state. Views grow only (K2). */
    private final long[] promised;

    private final long[] accepted;

    /** The value accepted under {@code accepted[self]}. */
    private @Nullable EntryValue value;

    /** The part of the actual state that is durable; only that counts as this node's vote. */
    private long durableAccepted;

    /** The greatest accepted number that any view reported, and its value (Rule K5). */
    private long greatestAccepted;

    private @Nullable EntryValue greatestValue;

    PaxosInstance(long entry, Configuration configuration, int self, Rules rules) {
        this.entry = entry;
        this.configuration = configuration;
        this.self = self;
        this.rules = rules;
        this.promised = new long[configuration.voters().count()];
        this.accepted = new long[promised.length];
    }

    /**
     * Restores the durable state of this replica. {@link Rules#mayAccept} is not asked: what is
     * durable was accepted before.
     *
     * @param version the newest settled entry
     * @return null if there is none of an entry above
     */
    static @Nullable PaxosInstance restored(
            Stored stored, long version, Configuration configuration, int self, Rules rules) {
        if (stored.pendingEntry() <= version) {
            return null;
        }
        PaxosInstance instance =
                new PaxosInstance(stored.pendingEntry(), configuration, self, rules);
        instance.promised[self] = stored.promised();
        EntryValue value = stored.pendingValue();
        if (value != null) {
            instance.take(stored.accepted(), value);
        }
        instance.durableAccepted = stored.accepted();
        return instance;
    }

    /**
     * Rule M2: the same entry in a later epoch. What this replica has promised and accepted stays,
     * and is told to the others again; what they have said of themselves was said to other voters.
     */
    PaxosInstance in(Configuration later, int place) {
        PaxosInstance same = new PaxosInstance(entry, later, place, rules);
        if (!rules.forgetsViews()) {
            takeViewsTo(same);
        }
        same.promised[place] = promised[self];
        if (value != null) {
            same.take(accepted[self], value);
        }
        same.durableAccepted = durableAccepted;
        return same;
    }

    private void takeViewsTo(PaxosInstance later) {
        for (int voter = 0; voter < promised.length; voter++) {
            int place = later.configuration.voters().indexOf(configuration.voters().id(voter));
            if (place >= 0) {
                later.promised[place] = promised[voter];
                later.accepted[place] = accepted[voter];
            }
        }
        later.greatestAccepted = greatestAccepted;
        later.greatestValue = greatestValue;
    }

    public long entry() {
        return entry;
    }

    /** The epoch whose voters vote on it here. */
    int epoch() {
        return configuration.epoch();
    }

    /** Whether this replica takes no part in the entry, but to see what the others do. */
    public boolean isFloor() {
        return promised[self] == LogRecord.FLOOR;
    }

    /** S(X,X).m. */
    public long promised() {
        return promised[self];
    }

    /** S(X,X).n. */
    public long accepted() {
        return accepted[self];
    }

    /** The accepted value; null when nothing is accepted. */
    public @Nullable EntryValue value() {
        return value;
    }

    public long viewPromised(int voter) {
        return promised[voter];
    }

    public long viewAccepted(int voter) {
        return accepted[voter];
    }

    /** Whether this replica's state is as it was before any message: no promise, no accept. */
    public boolean isUntouched() {
        return promised[self] == 0 && accepted[self] == 0;
    }

    /** The accepted number that is durable here. */
    long durableAccepted() {
        return durableAccepted;
    }

    /** The state up to this accepted number has become durable. */
    void durable(long acceptedNumber) {
        durableAccepted = Math.max(durableAccepted, acceptedNumber);
    }

    /**
     * Takes what a voter says of itself (Rule K2). A vote that is still pending there is not
     * counted (Rule D2).
     *
     * @param acceptedValue the whole value of {@code message.accepted()}, from the message or from
     *     this replica if it holds the same; null if it is not known
     */
    void view(int from, Message.Paxos message, @Nullable EntryValue acceptedValue) {
        promised[from] = Math.max(promised[from], message.promised());
        if (rules.isVote(message.proposerVotePending())) {
            accepted[from] = Math.max(accepted[from], message.accepted());
        }
        if (acceptedValue != null) {
            seen(message.accepted(), acceptedValue);
        }
    }

    /** Merges a durable vote that a voter reported of itself outside of Algorithm 1 (Rule K2). */
    public void viewVote(int from, long acceptedNumber, EntryValue acceptedValue) {
        accepted[from] = Math.max(accepted[from], acceptedNumber);
        promised[from] = Math.max(promised[from], acceptedNumber);
        seen(acceptedNumber, acceptedValue);
    }

    /**
     * Promises a number, if it is above the own promise (Rule K1).
     *
     * @return whether the actual state changed and must be made durable
     */
    boolean promise(long number) {
        if (number <= promised[self]) {
            return false;
        }
        promised[self] = number;
        return true;
    }

    /**
     * Accepts a proposal, if own promise and number allow it (Rules K1, F2).
     *
     * @return whether the actual state changed and must be made durable
     */
    boolean accept(long number, EntryValue newValue) {
        if (!rules.mayAccept(number, promised[self], accepted[self]) || isWithdrawn(number)) {
            return false;
        }
        take(number, newValue);
        return true;
    }

    /** Rule M9: whether it is a fast number of entry 1 whose owner has left. */
    private boolean isWithdrawn(long number) {
        return entry == 1
                && ProposalNumber.isFast(number)
                && number < configuration.right().least();
    }

    /**
     * Accepts, in an untouched entry, a proposal that another acceptor shows to have been made: the
     * proposer's accept request, relayed. The caller makes the state durable.
     *
     * <p>{@link Rules#mayAccept} is not asked: where nothing is promised and nothing accepted,
     * Rules K1 and F2 allow every proposal. That the other acceptor has promised more by now binds
     * that one alone; this one promises as much right afterwards.
     */
    void acceptRelayed(long number, EntryValue newValue) {
        Invariant.check(isUntouched() && number > 0, "only an untouched entry takes a relay");
        take(number, newValue);
    }

    /** A voter's votes count no more (Rule A3); values seen there were proposed all the same. */
    public void forget(int voter) {
        promised[voter] = 0;
        accepted[voter] = 0;
    }

    private void seen(long acceptedNumber, EntryValue acceptedValue) {
        if (acceptedNumber > greatestAccepted) {
            greatestAccepted = acceptedNumber;
            greatestValue = acceptedValue;
        }
    }

    private void take(long number, EntryValue newValue) {
        accepted[self] = number;
        promised[self] = Math.max(promised[self], number);
        value = newValue;
        seen(number, newValue);
    }

    /** Promises a number of this node's own: the first phase of a round. */
    public void prepare(long number) {
        Invariant.check(number > promised[self], "a fresh round is above the own promise");
        promised[self] = number;
    }

    /**
     * Accepts this node's own proposal: the second phase (Rule K5 has been checked). What Rule K1
     * demands is no question here but an invariant: nobody proposes below the own promise.
     */
    public void propose(long number, EntryValue newValue) {
        Invariant.check(
                number >= promised[self] && number > accepted[self],
                "own proposal below own promise");
        take(number, newValue);
    }

    /** Rule K5: whether own promise and a majority of views, self included, stand at the number. */
    public boolean isPromisedByMajority(long number) {
        return promised[self] == number
                && rules.isPromised(configuration.quorum(), Quorum.standingAt(number, promised));
    }

    /** Rule K5: whether some voter has promised a greater number. */
    public boolean isOutvoted(long number) {
        for (long m : promised) {
            if (m > number) {
                return true;
            }
        }
        return false;
    }

    /** The voters that have promised more than a number: they cannot accept under it any more. */
    public VoterSet promisedAbove(long number) {
        VoterSet above = VoterSet.NONE;
        for (int voter = 0; voter < promised.length; voter++) {
            if (promised[voter] > number) {
                above = above.with(voter);
            }
        }
        return above;
    }

    /** Whether some view, the own state included, reports an accepted value. */
    public boolean anyAccepted() {
        for (long n : accepted) {
            if (rules.isBinding(n)) {
                return true;
            }
        }
        return rules.isBinding(greatestAccepted);
    }

    /**
     * The value a round must propose (Rule K5): the one with the greatest accepted number.
     *
     * @return null when no view holds a value, or when only its number is known
     */
    public @Nullable EntryValue greatestValue() {
        for (long n : accepted) {
            if (n > greatestAccepted) {
                return null;
            }
        }
        return greatestValue;
    }

    /**
     * The value of a message, from it or, if only the id travelled, from this replica (Rule K8).
     */
    @Nullable EntryValue wholeValueOf(Message.Paxos message) {
        ValueId id = message.valueId();
        return message.value() != null || id == null ? message.value() : valueOf(id);
    }

    /** A value that is accepted here, or was seen at another voter; null if it is not known. */
    public @Nullable EntryValue valueOf(ValueId id) {
        if (value != null && value.id().equals(id)) {
            return value;
        }
        EntryValue seen = greatestValue();
        return seen != null && seen.id().equals(id) ? seen : null;
    }

    /** The greatest number that any voter has shown. */
    public long greatestNumber() {
        long greatest = 0;
        for (int i = 0; i < promised.length; i++) {
            greatest = Math.max(greatest, Math.max(promised[i], accepted[i]));
        }
        return greatest;
    }

    /**
     * Rule K3: the number that a majority of the configured voters has accepted, this node counting
     * only what is durable; 0 when there is none.
     */
    public long chosenNumber() {
        for (int voter = 0; voter < accepted.length; voter++) {
            long candidate = vote(voter);
            if (candidate > 0 && isChosen(candidate)) {
                return candidate;
            }
        }
        return 0;
    }

    private boolean isChosen(long number) {
        VoterSet holders = VoterSet.NONE;
        for (int voter = 0; voter < accepted.length; voter++) {
            if (vote(voter) == number) {
                holders = holders.with(voter);
            }
        }
        return rules.isChosen(configuration.quorum(), holders);
    }

    private long vote(int voter) {
        boolean isBeingWritten = voter == self && accepted[self] != durableAccepted;
        return rules.isVote(isBeingWritten) ? accepted[voter] : durableAccepted;
    }

    /** The value accepted under a number, if it is held here; null otherwise. */
    public @Nullable EntryValue valueOf(long number) {
        if (number == accepted[self]) {
            return value;
        }
        return number == greatestAccepted ? greatestValue : null;
    }
}
