package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.ValueId;
import io.paxosstore.sim.check.EntryInspection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What nodes have done that can never be undone, each with a number, so that a state holds sets of
 * numbers. Not thread-safe.
 */
final class Facts {
    /**
     * A node showed a proposal to others, or made its vote for it durable.
     *
     * @param isVote whether it is a durable vote
     * @param epoch for a vote: in which the voter stood, which may be later than when it was given
     * @param value the value's number
     * @param node who voted; 0 for what was shown
     * @param lives for a vote: how often the voter knew each node to have lost its disk, by id
     */
    record Fact(
            boolean isVote,
            int epoch,
            long entry,
            long number,
            int value,
            int node,
            List<Integer> lives) {
        /**
         * Whether both votes count together: they are for the same proposal, in the same epoch
         * (Rule M1), and neither voter knew the other to have lost its disk since that one's vote
         * (Rule A3).
         */
        boolean countsWith(Fact other) {
            return isVote
                    && other.isVote
                    && node != other.node
                    && epoch == other.epoch
                    && entry == other.entry
                    && number == other.number
                    && value == other.value
                    && lives.get(other.node) <= other.lives.get(other.node)
                    && other.lives.get(node) <= lives.get(node);
        }
    }

    /** A value: its id and what it executes. */
    record Value(ValueId id, int crc) {}

    private final List<Fact> all = new ArrayList<>();
    private final Map<Fact, Integer> numbers = new HashMap<>();
    private final List<Value> values = new ArrayList<>();
    private final List<byte[]> states = new ArrayList<>();
    private final Map<Value, Integer> valueNumbers = new HashMap<>();

    int value(EntryValue value) {
        Value key = new Value(value.id(), value.crc());
        Integer known = valueNumbers.putIfAbsent(key, values.size());
        if (known != null) {
            return known;
        }
        values.add(key);
        states.add(EntryInspection.state(value));
        return values.size() - 1;
    }

    ValueId id(int value) {
        return values.get(value).id();
    }

    /** The list of executed requests that a value stands for. */
    byte[] state(int value) {
        return states.get(value);
    }

    int number(Fact fact) {
        Integer known = numbers.putIfAbsent(fact, all.size());
        if (known != null) {
            return known;
        }
        all.add(fact);
        return all.size() - 1;
    }

    Fact get(int number) {
        return all.get(number);
    }
}
