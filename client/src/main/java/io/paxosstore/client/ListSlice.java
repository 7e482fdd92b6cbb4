package io.paxosstore.client;

import io.paxosstore.protocol.model.Result;

import java.util.List;

/**
 * A part of a list.
 *
 * @param elements in their order
 * @param next the index to go on with if the page ended before the range; else -1
 * @param <E> the type of an element
 */
public record ListSlice<E>(List<E> elements, long next) {
    /** Whether the range has more elements. */
    public boolean hasNext() {
        return next != Result.NO_NEXT;
    }
}
