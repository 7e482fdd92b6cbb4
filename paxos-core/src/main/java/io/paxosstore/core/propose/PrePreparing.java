package io.paxosstore.core.propose;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.data.UnaskedEntries;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.PaxosInstance;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.core.vote.Round;
import io.paxosstore.core.vote.VoteSender;

/**
 * Pre-preparing (PaxosStore paper, section 2.2.2; Rules F1-F4): the proposer of an entry may skip
 * the prepare phase, with the one <em>fast number</em> that is below all others.
 *
 * <ul>
 *   <li><b>F1</b> At most one value is ever proposed under it. {@link OwnershipPolicy} says who has
 *       the right: whose value the entry before carries, while its incarnation lasts. It is used
 *       here, in an entry that this replica has neither promised nor accepted anything in; whoever
 *       has lost its memory promises never to use it again ({@code Rebuild}).
 *   <li><b>F2</b> An acceptor takes it only if it has promised nothing: the number is the least, so
 *       that {@link PaxosInstance#accept} refuses it after any promise.
 *   <li><b>F3</b> A value that nobody asked for has proposer 0 ({@link UnaskedEntries}), and nobody
 *       owns the fast number of the entry after it.
 *   <li><b>F4</b> An image carries the id of its value ({@link EntityHead#id}), and with it the
 *       owner of the next fast number.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class PrePreparing {
    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final VoteSender votes;
    private final LogState state;
    private final Demand demand;
    private final Contention contention;

    PrePreparing(EntityContext context, Demand demand, Contention contention) {
        this.turn = context.turn();
        this.seat = context.seat();
        this.data = context.data();
        this.votes = context.votes();
        this.state = context.state();
        this.demand = demand;
        this.contention = contention;
    }

    /**
     * Proposes the writes that wait, if this node owns the fast number of the entry.
     *
     * @return whether that is done, or will be when the writes are evaluated, or none was left to
     *     propose and nobody else needs the entry; else it is to be prepared
     */
    boolean propose(PaxosInstance pending) {
        if (!demand.hasWrites()
                || !pending.isUntouched()
                || pending.entry() != data.version() + 1) {
            return false;
        }
        OwnershipPolicy.FastRight right = rightTo(pending.entry());
        long number =
                switch (right) {
                    case NONE -> 0;
                    case VOLATILE -> ProposalNumber.FAST;
                    case STATIC -> seat.configuration().right().number();
                };
        if (number == 0) {
            return false;
        }
        EntryValue own = demand.evaluateWrites();
        if (own == null) {
            return data.isEvaluating() || !demand.needNextEntry();
        }
        contention.endWindow();
        state.beginRound(pending, Round.fast(number, turn, own));
        pending.propose(number, own);
        votes.persist(pending, data.version());
        switch (right) {
            case VOLATILE -> votes.proposeAhead(pending, data.version(), data.id());
            case STATIC -> votes.tellAll();
            case NONE -> throw new Invariant.Violation("a fast number is used without the right");
        }
        return true;
    }

    private OwnershipPolicy.FastRight rightTo(long entry) {
        Turn.Identity me = turn.identity();
        ValueId chosen = data.id();
        ValueId previous =
                chosen == null ? null : turn.rules().ownerOfNext(chosen, me.incarnation());
        return seat.policy()
                .ownership()
                .fastRight(
                        me.self(), me.incarnation(), seat.configuration().right(), entry, previous);
    }
}
