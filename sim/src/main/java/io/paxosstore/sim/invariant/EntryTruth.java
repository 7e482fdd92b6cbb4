package io.paxosstore.sim.invariant;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * All that ever happened to one entry of one entity on all nodes: the promises and accepts that are
 * durable, what was told to others, and, derived from the accepts, what is chosen.
 */
final class EntryTruth {
    /**
     * The votes that count together: those of one epoch (Rule M1).
     *
     * @param isMajority whether some nodes decide there; the node of id i is bit i
     */
    record Election(int epoch, IntPredicate isMajority) {}

    /**
     * A node's vote in one epoch.
     *
     * @param knew what it knew of all incarnations, its own included, when it accepted, or entered
     *     the epoch
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Vote(int node, int epoch, int[] knew) {}

    /** A number and the one value it may carry. */
    private static final class Proposal {
        final long number;
        final ValueId id;
        final List<EntryValue> whole = new ArrayList<>(1);
        final List<Vote> votes = new ArrayList<>(3);

        Proposal(long number, ValueId id) {
            this.number = number;
            this.id = id;
        }

        /**
         * A node has accepted. What it knows when it writes the same again, with a greater promise,
         * does not change what its vote rested on; unless it had lost the first one.
         */
        void vote(Vote now, List<Integer> lost) {
            for (int i = 0; i < votes.size(); i++) {
                Vote before = votes.get(i);
                if (before.node == now.node && before.epoch == now.epoch) {
                    boolean isKept =
                            lost.stream()
                                    .noneMatch(loss ->
                                            before.knew[now.node] < loss
                                                    && loss <= now.knew[now.node]);
                    if (!isKept) {
                        votes.set(i, now);
                    }
                    return;
                }
            }
            votes.add(now);
        }

        /**
         * Whether a majority has accepted, none of whom knew another to have been reborn since that
         * one's vote (Rule A3).
         */
        boolean isChosen(Election election, List<List<Integer>> losses) {
            List<Vote> cast =
                    votes.stream().filter(vote -> vote.epoch == election.epoch()).toList();
            for (int set = 1; set < 1 << cast.size(); set++) {
                int nodes = 0;
                for (int i = 0; i < cast.size(); i++) {
                    nodes |= (set >> i & 1) << cast.get(i).node;
                }
                if (election.isMajority().test(nodes) && agree(cast, set, losses)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean agree(List<Vote> cast, int set, List<List<Integer>> losses) {
            for (int a = 0; a < cast.size(); a++) {
                for (int b = 0; b < cast.size(); b++) {
                    if ((set >> a & set >> b & 1) != 0
                            && !counts(cast.get(b), cast.get(a), losses)) {
                        return false;
                    }
                }
            }
            return true;
        }

        /** Whether the one who knew this counts that vote. */
        private static boolean counts(Vote vote, Vote knowing, List<List<Integer>> losses) {
            int node = vote.node;
            for (int loss : losses.get(node)) {
                if (vote.knew[node] < loss && loss <= knowing.knew[node]) {
                    return false;
                }
            }
            return true;
        }
    }

    private final String name;
    private final List<Proposal> proposals = new ArrayList<>(2);
    private final long[] promised;
    private final long[] accepted;

    /** By node, and by whom it told: what is told to one need not be in order with the rest. */
    private final long[][] promisedTold;

    private final long[][] acceptedTold;
    private final List<List<Integer>> losses;

    /** What a node has accepted, durably. */
    private record Held(Proposal proposal, EntryValue value) {}

    /** By node, and null where it has accepted nothing that it has not forgotten. */
    private final @Nullable Held[] held;

    /** Nodes that lost their memory and have written nothing here since. */
    private final boolean[] forgot;

    private @Nullable EntryValue chosen;

    /**
     * @param name entity and entry, for messages
     * @param nodes how many nodes there are, with ids from 1
     * @param losses by node: the incarnations under which it began anew, without its memory of the
     *     entity
     */
    EntryTruth(String name, int nodes, List<List<Integer>> losses) {
        this.losses = losses;
        this.name = name;
        this.held = new Held[nodes + 1];
        this.forgot = new boolean[nodes + 1];
        this.promised = new long[nodes + 1];
        this.accepted = new long[nodes + 1];
        this.promisedTold = new long[nodes + 1][nodes + 1];
        this.acceptedTold = new long[nodes + 1][nodes + 1];
    }

    /** The chosen value; null while none is. */
    @Nullable EntryValue chosen() {
        return chosen;
    }

    /** A number was seen with a value, or with its id: OneValuePerNumber, FastNumberUsedOnce. */
    void proposal(long number, ValueId id, @Nullable EntryValue whole) {
        Proposal known = find(number);
        if (known == null) {
            known = new Proposal(number, id);
            proposals.add(known);
        }
        if (!known.id.equals(id)) {
            throw new SimViolation(
                    number == ProposalNumber.FAST ? "FastNumberUsedOnce" : "OneValuePerNumber",
                    name
                            + " number "
                            + ProposalNumber.toString(number)
                            + " carries "
                            + known.id
                            + " and "
                            + id);
        }
        if (whole != null) {
            for (EntryValue other : known.whole) {
                if (other.crc() != whole.crc()) {
                    throw new SimViolation(
                            "OneValuePerNumber", name + " " + id + " has two different contents");
                }
            }
            if (known.whole.isEmpty()) {
                known.whole.add(whole);
            }
        }
    }

    private @Nullable Proposal find(long number) {
        for (Proposal one : proposals) {
            if (one.number == number) {
                return one;
            }
        }
        return null;
    }

    /**
     * A node's accept is durable: OneValueChosenPerEntry.
     *
     * @param incarnations what the node knew of all nodes' incarnations then, by id
     * @param election the votes that count with this one
     * @return whether the entry is chosen since just now
     */
    boolean vote(int node, long number, EntryValue value, int[] incarnations, Election election) {
        Proposal proposal = find(number);
        if (proposal == null) {
            proposal = new Proposal(number, value.id());
            proposals.add(proposal);
        } else if (!proposal.id.equals(value.id())) {
            // Only reached when the closer checks are off.
            proposal = new Proposal(number, value.id());
            proposals.add(proposal);
        }
        held[node] = new Held(proposal, value);
        return count(node, proposal, value, incarnations, election);
    }

    /**
     * A node that has accepted something, and not forgotten it, stands in another epoch.
     *
     * @return whether the entry is chosen since just now
     */
    boolean voteAgain(int node, int[] incarnations, Election election) {
        Held one = held[node];
        return one != null && count(node, one.proposal(), one.value(), incarnations, election);
    }

    private boolean count(
            int node, Proposal proposal, EntryValue value, int[] incarnations, Election election) {
        proposal.vote(new Vote(node, election.epoch(), incarnations), losses.get(node));
        if (!proposal.isChosen(election, losses)) {
            return false;
        }
        EntryValue before = chosen;
        if (before == null) {
            chosen = value;
            return true;
        }
        if (!before.id().equals(value.id()) || before.crc() != value.crc()) {
            throw new SimViolation(
                    "OneValueChosenPerEntry",
                    name + " has chosen " + before.id() + " and " + value.id());
        }
        return false;
    }

    /** The id of the chosen value. */
    ValueId chosenId() {
        return Objects.requireNonNull(chosen).id();
    }

    /** A node's state of this entry is durable: PromiseNeverFalls, AcceptNeverFalls. */
    void durable(int node, long promise, long accept) {
        notBelow("PromiseNeverFalls", node, promise, promised[node]);
        notBelow("AcceptNeverFalls", node, accept, accepted[node]);
        promised[node] = promise;
        accepted[node] = accept;
        forgot[node] = false;
    }

    /**
     * What a node without its memory has voted since it came, as its store says:
     * VotesAreOfThisTenure (Rules M10, M14).
     */
    void left(int node, Stored stored) {
        if (stored.promised() != promised[node] || stored.accepted() != accepted[node]) {
            throw new SimViolation(
                    "VotesAreOfThisTenure",
                    "%s: node %d has voted m=%s n=%s since it came, and holds m=%s n=%s"
                            .formatted(
                                    name,
                                    node,
                                    ProposalNumber.toString(promised[node]),
                                    ProposalNumber.toString(accepted[node]),
                                    ProposalNumber.toString(stored.promised()),
                                    ProposalNumber.toString(stored.accepted())));
        }
    }

    /** A node knows that it has lost its memory: nothing it promised or told binds it any more. */
    void amnesia(int node) {
        promised[node] = 0;
        accepted[node] = 0;
        held[node] = null;
        Arrays.fill(promisedTold[node], 0);
        Arrays.fill(acceptedTold[node], 0);
        forgot[node] = true;
    }

    /** A node told another its state: AcceptedSurvivesCrash (Rule D1), and nothing told falls. */
    void told(int node, int to, long promise, long accept) {
        if (forgot[node]) {
            return;
        }
        notBelow("PromiseNeverFalls", node, promise, promisedTold[node][to]);
        notBelow("AcceptNeverFalls", node, accept, acceptedTold[node][to]);
        promisedTold[node][to] = promise;
        acceptedTold[node][to] = accept;
        if (promise > promised[node] || accept > accepted[node]) {
            throw new SimViolation(
                    "AcceptedSurvivesCrash",
                    "%s: node %d tells m=%s n=%s, durable are m=%s n=%s"
                            .formatted(
                                    name,
                                    node,
                                    ProposalNumber.toString(promise),
                                    ProposalNumber.toString(accept),
                                    ProposalNumber.toString(promised[node]),
                                    ProposalNumber.toString(accepted[node])));
        }
    }

    private void notBelow(String invariant, int node, long now, long before) {
        if (now < before) {
            throw new SimViolation(
                    invariant,
                    name
                            + ": node "
                            + node
                            + " falls from "
                            + ProposalNumber.toString(before)
                            + " to "
                            + ProposalNumber.toString(now));
        }
    }

    /** The node's durable promise. */
    long durablePromise(int node) {
        return promised[node];
    }

    /** The node's durable accept. */
    long durableAccept(int node) {
        return accepted[node];
    }
}
