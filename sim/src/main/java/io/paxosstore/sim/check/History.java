package io.paxosstore.sim.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients saw, by object: linearizability is local, so every key is checked alone (Herlihy and
 * Wing, 1990, section 3.2). Not thread-safe: with several threads, let each fill its own and {@link
 * #addAll} them in the end.
 *
 * @param <K> names an object
 */
public final class History<K, I, O> {
    private final Map<K, List<Operation<I, O>>> operations = new LinkedHashMap<>();
    private int size;

    /** Adds one operation, in any order. */
    public void add(K key, Operation<I, O> operation) {
        operations.computeIfAbsent(key, absent -> new ArrayList<>()).add(operation);
        size++;
    }

    /** Adds everything of another history. */
    public void addAll(History<K, I, O> other) {
        other.operations.forEach((key, list) -> list.forEach(one -> add(key, one)));
    }

    /** The operations by key, keys in the order of their first appearance. */
    public Map<K, List<Operation<I, O>>> byKey() {
        return operations;
    }

    /** How many operations there are. */
    public int size() {
        return size;
    }
}
