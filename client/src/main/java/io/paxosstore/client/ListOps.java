package io.paxosstore.client;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Operations on a list for a {@link MultiOpBuilder}; what they mean is said at {@link EntityList}.
 * Immutable.
 *
 * @param <E> elements
 */
public final class ListOps<E> extends ObjectOps {
    private final Codec<E> codec;

    ListOps(EntityRef entity, String name, Codec<E> codec) {
        super(entity, name);
        this.codec = codec;
    }

    /** Adds an element before the first; the new length. */
    public Step<Long> prepend(E element) {
        return step(
                "prepend",
                new ListOperation.Prepend(name(), List.of(codec.encode(element))),
                ObjectOps::size);
    }

    /**
     * Adds elements before the first, one after the other, so that the last of them becomes the
     * first of the list; the new length.
     */
    public Step<Long> prependAll(Collection<? extends E> elements) {
        return step(
                "prepend",
                new ListOperation.Prepend(name(), encode(codec, elements)),
                ObjectOps::size);
    }

    /** Adds an element after the last; the new length. */
    public Step<Long> append(E element) {
        return step(
                "append",
                new ListOperation.Append(name(), List.of(codec.encode(element))),
                ObjectOps::size);
    }

    /** Adds elements after the last; the new length. */
    public Step<Long> appendAll(Collection<? extends E> elements) {
        return step(
                "append",
                new ListOperation.Append(name(), encode(codec, elements)),
                ObjectOps::size);
    }

    /** The element at an index; empty if there is none. */
    public Step<Optional<E>> get(long index) {
        return step(
                "get", new ListOperation.Index(name(), index), result -> element(codec, result));
    }

    /** The elements of a range, as many as the page holds. */
    public Step<ListSlice<E>> range(long from, long to, Page page) {
        return step("range", new ListOperation.Range(name(), from, to, page), this::slice);
    }

    /** Removes all elements outside the range; the new length. */
    public Step<Long> trim(long from, long to) {
        return step("trim", new ListOperation.Trim(name(), from, to), ObjectOps::size);
    }

    /** How many elements there are. */
    public Step<Long> length() {
        return step("length", new ListOperation.Length(name()), ObjectOps::size);
    }

    /** Removes the first element and returns it; empty if there is none. */
    public Step<Optional<E>> popFirst() {
        return step(
                "popFirst",
                new ListOperation.PopFirst(name(), Page.of(1)),
                result -> first(slice(result).elements()));
    }

    /** Removes the first elements, as many as the page holds, and returns them. */
    public Step<List<E>> popFirst(Page page) {
        return step(
                "popFirst",
                new ListOperation.PopFirst(name(), page),
                result -> slice(result).elements());
    }

    /** Removes the last element and returns it; empty if there is none. */
    public Step<Optional<E>> popLast() {
        return step(
                "popLast",
                new ListOperation.PopLast(name(), Page.of(1)),
                result -> first(slice(result).elements()));
    }

    /**
     * Removes the last elements, as many as the page holds, and returns them, the last one first.
     */
    public Step<List<E>> popLast(Page page) {
        return step(
                "popLast",
                new ListOperation.PopLast(name(), page),
                result -> slice(result).elements());
    }

    private ListSlice<E> slice(Result result) {
        Result.Elements elements = (Result.Elements) result;
        return new ListSlice<>(decode(codec, elements.elements()), elements.next());
    }
}
