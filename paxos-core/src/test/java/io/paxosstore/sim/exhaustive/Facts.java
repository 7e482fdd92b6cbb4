package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.EntryInspection;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.ValueId;

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
     * @param value the value's number
     */
    record Fact(boolean isVote, long entry, long number, int value) {}

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
