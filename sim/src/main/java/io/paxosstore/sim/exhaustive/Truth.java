package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.sim.Describe;
import io.paxosstore.sim.SimViolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The invariants over all nodes, checked on each new state from what the nodes have done, not from
 * what they believe: the votes that were ever durable say what is chosen. Not thread-safe.
 */
final class Truth {
    private static final int NONE = -1;

    private final Bound bound;
    private final Facts facts;

    Truth(Bound bound, Facts facts) {
        this.bound = bound;
        this.facts = facts;
    }

    /** The newest entry that is chosen; 0 for none. */
    long newestChosen(LocalState[] nodes) {
        for (long entry = bound.entries(); entry > 0; entry--) {
            if (chosen(nodes, entry) != NONE) {
                return entry;
            }
        }
        return 0;
    }

    /**
     * The value chosen for an entry: OneValueChosenPerEntry.
     *
     * @return its number, -1 if none is chosen
     */
    private int chosen(LocalState[] nodes, long entry) {
        int chosen = NONE;
        for (int node = 1; node < nodes.length; node++) {
            for (int number : nodes[node].facts()) {
                Facts.Fact fact = facts.get(number);
                if (!fact.isVote() || fact.entry() != entry || !hasMajority(nodes, fact)) {
                    continue;
                }
                if (chosen != NONE && chosen != fact.value()) {
                    throw new SimViolation(
                            "OneValueChosenPerEntry",
                            "entry %d has chosen %s and %s"
                                    .formatted(entry, describe(chosen), describe(fact.value())));
                }
                chosen = fact.value();
            }
        }
        return chosen;
    }

    private String describe(int value) {
        return Describe.id(facts.id(value)) + " " + Arrays.toString(facts.state(value));
    }

    /** Whether a vote and those that count with it are a majority of its epoch's voters. */
    private boolean hasMajority(LocalState[] nodes, Facts.Fact vote) {
        Configuration slot = bound.course().ofEpoch(vote.epoch());
        List<Facts.Fact> together = new ArrayList<>(List.of(vote));
        VoterSet voters = slot.voters().placesOf(vote.node());
        for (int node = 1; node < nodes.length; node++) {
            for (int number : nodes[node].facts()) {
                Facts.Fact other = facts.get(number);
                if (together.stream().allMatch(other::countsWith)) {
                    together.add(other);
                    voters = voters.or(slot.voters().placesOf(node));
                }
            }
        }
        return slot.quorum().isMajority(voters);
    }

    /** EntryDecidable: a majority has no floor at an entry that is not chosen. */
    private void checkDecidable(LocalState[] nodes) {
        Configuration slot = newestSlot(nodes);
        VoterSet voting = VoterSet.NONE;
        long newest = 0;
        for (int node = 1; node < nodes.length; node++) {
            Stored stored = nodes[node].stored();
            if (stored.isRecovered() || stored.amnesiac()) {
                voting = voting.or(slot.voters().placesOf(node));
            }
            newest = Math.max(newest, stored.pendingEntry());
        }
        if (!slot.quorum().isMajority(voting) && chosen(nodes, newest) == NONE) {
            throw new SimViolation(
                    "EntryDecidable", "only " + voting + " have no floor at entry " + newest);
        }
    }

    private Configuration newestSlot(LocalState[] nodes) {
        int newest = 0;
        for (int node = 1; node < nodes.length; node++) {
            newest = Math.max(newest, nodes[node].entered());
        }
        return bound.course().at(newest);
    }

    /** A node has moved on from a local state; {@code nodes} are the local states now. */
    void moved(LocalState[] nodes, int node, LocalState before) {
        LocalState now = nodes[node];
        checkDecidable(nodes);
        if (now.facts().length != before.facts().length) {
            for (int number : now.facts()) {
                if (Arrays.binarySearch(before.facts(), number) < 0) {
                    happened(nodes, facts.get(number));
                }
            }
        }
        ValueId id = now.chosenId();
        if (id != null && (now.version() != before.version() || !id.equals(before.chosenId()))) {
            int chosen = chosen(nodes, now.version());
            if (chosen == NONE || !facts.id(chosen).equals(id)) {
                throw new SimViolation(
                        "ChosenMeansChosen",
                        "%s takes %s for the chosen value of entry %d, which has %s"
                                .formatted(
                                        Describe.node(node),
                                        Describe.id(id),
                                        now.version(),
                                        chosen == NONE ? "none" : describe(chosen)));
            }
        }
    }

    /** OneValuePerNumber, FastNumberUsedOnce; then what a vote may have chosen. */
    private void happened(LocalState[] nodes, Facts.Fact fact) {
        for (int node = 1; node < nodes.length; node++) {
            for (int number : nodes[node].facts()) {
                Facts.Fact other = facts.get(number);
                if (other.entry() == fact.entry()
                        && other.number() == fact.number()
                        && other.value() != fact.value()) {
                    throw new SimViolation(
                            fact.number() == ProposalNumber.FAST
                                    ? "FastNumberUsedOnce"
                                    : "OneValuePerNumber",
                            "entry %d number %s carries %s and %s"
                                    .formatted(
                                            fact.entry(),
                                            Describe.number(fact.number()),
                                            describe(other.value()),
                                            describe(fact.value())));
                }
            }
        }
        if (fact.isVote()) {
            checkHistory(nodes);
        }
    }

    /** NoGapApplied, NothingLost, ExactlyOnce: each chosen value continues the one before. */
    private void checkHistory(LocalState[] nodes) {
        byte[] before = {};
        boolean isGap = false;
        for (long entry = 1; entry <= bound.entries(); entry++) {
            int chosen = chosen(nodes, entry);
            if (chosen == NONE) {
                isGap = true;
                continue;
            }
            if (isGap) {
                throw new SimViolation(
                        "NoGapApplied", "entry " + entry + " is chosen, one before it is not");
            }
            byte[] state = facts.state(chosen);
            if (state.length < before.length
                    || !Arrays.equals(state, 0, before.length, before, 0, before.length)) {
                throw new SimViolation(
                        "NothingLost",
                        "entry %d %s does not continue %s"
                                .formatted(entry, describe(chosen), Arrays.toString(before)));
            }
            for (int i = 0; i < state.length; i++) {
                for (int j = i + 1; j < state.length; j++) {
                    if (state[i] == state[j]) {
                        throw new SimViolation(
                                "ExactlyOnce",
                                "entry %d %s executes a request twice"
                                        .formatted(entry, describe(chosen)));
                    }
                }
            }
            before = state;
        }
    }

    /**
     * Requests were answered: a write that is done is in a chosen value at its place; a read tells
     * a chosen state that is not older than any chosen before the read came (LinearizableHistory).
     *
     * @param nodes the local states at the moment of the answer
     * @param leastVersions the newest entry that was chosen when a read came, by its number
     */
    void answered(
            LocalState[] nodes, IntToLongFunction leastVersions, List<LiveNode.Reply> replies) {
        for (LiveNode.Reply reply : replies) {
            ClientOp op = bound.ops().get(reply.op());
            switch (reply.outcome()) {
                case Outcome.Written written -> {
                    int place = written.result().bytes()[0];
                    byte[] state = newestState(nodes);
                    if (state.length < place || state[place - 1] != op.number()) {
                        throw new SimViolation(
                                "LinearizableHistory",
                                op + " is answered, but chosen is " + Arrays.toString(state));
                    }
                }
                case Outcome.Value value -> {
                    long least = leastVersions.applyAsLong(op.number());
                    read(nodes, least, op, value);
                }
                default -> {
                    // Refusals and unknown outcomes promise nothing.
                }
            }
        }
    }

    private byte[] newestState(LocalState[] nodes) {
        long newest = newestChosen(nodes);
        return newest == 0 ? new byte[0] : facts.state(chosen(nodes, newest));
    }

    private void read(LocalState[] nodes, long least, ClientOp op, Outcome.Value value) {
        if (value.version() < least) {
            throw new SimViolation(
                    "LinearizableHistory",
                    "%s is answered from entry %d, although entry %d was chosen when it came"
                            .formatted(op, value.version(), least));
        }
        if (value.version() == 0) {
            return;
        }
        int chosen = chosen(nodes, value.version());
        if (chosen == NONE || !Arrays.equals(facts.state(chosen), value.state().bytes())) {
            throw new SimViolation(
                    "LinearizableHistory",
                    "%s is answered %s from entry %d, which has %s"
                            .formatted(
                                    op,
                                    Arrays.toString(value.state().bytes()),
                                    value.version(),
                                    chosen == NONE ? "none" : describe(chosen)));
        }
    }
}
