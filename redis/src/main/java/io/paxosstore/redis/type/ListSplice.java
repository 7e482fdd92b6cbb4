package io.paxosstore.redis.type;

import io.paxosstore.redis.data.Keyspace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Changes of elements that are not at an end of their list. An element is never changed where it
 * is: everything from the nearer end up to it is taken away and added again, which costs as much.
 */
final class ListSplice {
    private final ListElements elements;
    private final long size;

    /**
     * @param size how many elements the list has
     */
    ListSplice(Keyspace keys, byte[] key, long size) {
        this.elements = new ListElements(keys, key);
        this.size = size;
    }

    /**
     * Puts others in place of some elements.
     *
     * @param from the first that goes
     * @param to the first behind them that stays; equal to from if none goes
     * @param change gives those that come for those that go
     */
    void replace(long from, long to, UnaryOperator<List<byte[]>> change) {
        if (to <= size - from) {
            List<byte[]> popped = elements.pop(ListEnd.LEFT, to);
            List<byte[]> middle = popped.subList((int) from, popped.size());
            List<byte[]> back = new ArrayList<>(popped.subList(0, (int) from));
            back.addAll(change.apply(middle));
            elements.push(ListEnd.LEFT, back.reversed());
        } else {
            List<byte[]> popped = elements.pop(ListEnd.RIGHT, size - from).reversed();
            int stays = (int) (to - from);
            List<byte[]> back = new ArrayList<>(change.apply(popped.subList(0, stays)));
            back.addAll(popped.subList(stays, popped.size()));
            elements.push(ListEnd.RIGHT, back);
        }
    }
}
