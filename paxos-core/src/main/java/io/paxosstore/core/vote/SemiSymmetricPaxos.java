package io.paxosstore.core.vote;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Rules;
import io.paxosstore.core.data.EntityData;

import org.jspecify.annotations.Nullable;

/**
 * Semi-symmetric Paxos: Algorithm 1 of the PaxosStore paper (section 2.2), the one handler of every
 * message about a pending entry. A prepare request, a promise, an accept request and a vote are the
 * same message: Y tells X its actual state S(Y,Y), and S(X,Y), what it last heard of X. X, who gets
 * it, is this replica:
 *
 * <pre>{@code
 * 1  view     S(Y,X) becomes what Y says of itself, if that is more         Rule K2
 * 2  promise  own m becomes Y's m, if that is greater                       Rule K1
 * 3  accept   own (n, value) become Y's, if own promise and number allow    Rules K1, F2
 * 4  persist  what 2 or 3 changed: before it is told                        Rule D1
 * 5  reply    with S(X,X), if Y's S(X,Y) is older                           Rule K7
 * }</pre>
 *
 * <p>The state itself is in {@link PaxosInstance}; whether the views show a value to be chosen is
 * for the {@code Learner} to say, after every message. Not thread-safe.
 */
public final class SemiSymmetricPaxos {
    private final LogState state;
    private final EntityData data;
    private final VoteSender votes;
    private final Predecessors predecessors;
    private final Rules rules;

    public SemiSymmetricPaxos(EntityContext context, Predecessors predecessors) {
        this.state = context.state();
        this.data = context.data();
        this.votes = context.votes();
        this.predecessors = predecessors;
        this.rules = context.turn().rules();
    }

    /** Takes a message for an entry above the version, while this replica is a voter. */
    public void onMessage(int voter, Message.Paxos message) {
        PaxosInstance instance = instanceFor(voter, message);
        if (instance == null) {
            return;
        }
        EntryValue value = instance.wholeValueOf(message);
        if (message.accepted() > 0 && value == null) {
            // Rule K8: unknown id. Our state shows that we do not hold it: the whole will follow.
            votes.sawValue(voter, message.valueId(), instance.value());
            votes.reply(voter);
            return;
        }
        update(instance, voter, message, value);
        votes.sawValue(voter, message.valueId(), instance.value());
        if (isViewOlder(message, instance) && !isVoteForOwnProposal(message)) {
            votes.reply(voter);
        }
    }

    private void update(
            PaxosInstance instance, int voter, Message.Paxos message, @Nullable EntryValue value) {
        instance.view(voter, message, value);
        boolean promised = instance.promise(message.promised());
        boolean accepted = value != null && instance.accept(message.accepted(), value);
        if (promised || accepted) {
            votes.persist(instance, data.version());
            state.sawForeignProposal();
        }
        if (accepted) {
            votes.newValue();
        }
    }

    private static boolean isViewOlder(Message.Paxos message, PaxosInstance instance) {
        return message.viewPromised() < instance.promised()
                || message.viewAccepted() < instance.accepted();
    }

    /**
     * A voter that has taken the own proposal needs no more: its view of this node is old only
     * because of Rule D2, and the mark follows.
     */
    private boolean isVoteForOwnProposal(Message.Paxos message) {
        Round round = state.round();
        return round != null && round.number() == message.accepted();
    }

    /**
     * The entry a message belongs to, if this replica may take part in it (Rule D7). A value of a
     * later entry replaces the pending one: whoever proposes an entry knows the ones before to be
     * chosen, and for key-value entities the value is the whole image.
     */
    private @Nullable PaxosInstance instanceFor(int voter, Message.Paxos message) {
        PaxosInstance pending = state.pending();
        long entry = message.entry();
        if (pending != null && pending.entry() == entry) {
            return pending;
        }
        if (pending != null && pending.entry() > entry) {
            votes.replyWithValue(voter); // settled: show what is pending here instead
            return null;
        }
        if (rules.mayBegin(entry, data.version(), pending == null ? 0 : pending.entry())) {
            return state.beginEntry(entry);
        }
        EntryValue image = data.valuesAreImages() ? message.value() : null;
        if (image != null) {
            return acceptImage(message, image);
        }
        predecessors.fetch(voter, entry, data.lacksAbove(entry - 2));
        return null;
    }

    /**
     * The sender may have promised a greater number since it accepted. Its accept request is taken
     * before its promise, as if relayed: a promise alone must not make this replica drop what it
     * has accepted, and without one two replicas could wait for each other's entry for ever.
     */
    private PaxosInstance acceptImage(Message.Paxos message, EntryValue image) {
        PaxosInstance later = state.beginEntry(message.entry());
        if (message.promised() > message.accepted()) {
            later.acceptRelayed(message.accepted(), image);
        }
        return later;
    }
}
