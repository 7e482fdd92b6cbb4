package io.paxosstore.client;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Page;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A list of an entity: elements by position, both ends open. Indexes begin at 0; negative ones
 * count from the end, -1 is the last element. Ranges include both ends and are cut to what there
 * is. Thread-safe.
 *
 * @param <E> elements
 */
public final class EntityList<E> extends EntityObject {
    private final Codec<E> codec;
    private final ListOps<E> op;

    EntityList(EntityCalls calls, String name, Codec<E> codec) {
        super(calls, name);
        this.codec = codec;
        this.op = new ListOps<>(calls.entity(), name, codec);
    }

    /**
     * The same list with these options for every call: deadline, read mode. A time to live does not
     * hold for elements; see {@link #expire}.
     */
    public EntityList<E> with(CallOptions newOptions) {
        return new EntityList<>(calls().with(Objects.requireNonNull(newOptions)), name(), codec);
    }

    @Override
    public ListOps<E> op() {
        return op;
    }

    /** Adds an element before the first; the new length. */
    public long prepend(E element) {
        return calls().call(op.prepend(element));
    }

    /** Like {@link #prepend}. */
    public CompletableFuture<Long> prependAsync(E element) {
        return calls().callAsync(op.prepend(element));
    }

    /**
     * Adds elements before the first, one after the other, so that the last of them becomes the
     * first of the list; the new length.
     */
    public long prependAll(Collection<? extends E> elements) {
        return calls().call(op.prependAll(elements));
    }

    /** Like {@link #prependAll}. */
    public CompletableFuture<Long> prependAllAsync(Collection<? extends E> elements) {
        return calls().callAsync(op.prependAll(elements));
    }

    /** Adds an element after the last; the new length. */
    public long append(E element) {
        return calls().call(op.append(element));
    }

    /** Like {@link #append}. */
    public CompletableFuture<Long> appendAsync(E element) {
        return calls().callAsync(op.append(element));
    }

    /** Adds elements after the last; the new length. */
    public long appendAll(Collection<? extends E> elements) {
        return calls().call(op.appendAll(elements));
    }

    /** Like {@link #appendAll}. */
    public CompletableFuture<Long> appendAllAsync(Collection<? extends E> elements) {
        return calls().callAsync(op.appendAll(elements));
    }

    /** The element at an index; empty if there is none. */
    public Optional<E> get(long index) {
        return calls().call(op.get(index));
    }

    /** Like {@link #get}. */
    public CompletableFuture<Optional<E>> getAsync(long index) {
        return calls().callAsync(op.get(index));
    }

    /**
     * The elements of a range, fetched in pages while they are taken; see {@link Scan}. A {@code
     * to} that counts from the end does so for each page anew.
     */
    public Scan<E> range(long from, long to) {
        return new Scan<>(page -> part(from, to, page));
    }

    private Scan.Part<E> part(long from, long to, Page page) {
        ListSlice<E> slice = range(from, to, page);
        return new Scan.Part<>(
                slice.elements(),
                slice.hasNext() ? following -> part(slice.next(), to, following) : null);
    }

    /** The elements of a range, as many as the page holds. */
    public ListSlice<E> range(long from, long to, Page page) {
        return calls().call(op.range(from, to, page));
    }

    /** Like {@link #range}. */
    public CompletableFuture<ListSlice<E>> rangeAsync(long from, long to, Page page) {
        return calls().callAsync(op.range(from, to, page));
    }

    /** Removes all elements outside the range; the new length. */
    public long trim(long from, long to) {
        return calls().call(op.trim(from, to));
    }

    /** Like {@link #trim}. */
    public CompletableFuture<Long> trimAsync(long from, long to) {
        return calls().callAsync(op.trim(from, to));
    }

    /** How many elements there are. */
    public long length() {
        return calls().call(op.length());
    }

    /** Like {@link #length}. */
    public CompletableFuture<Long> lengthAsync() {
        return calls().callAsync(op.length());
    }

    /** Removes the first element and returns it; empty if there is none. */
    public Optional<E> popFirst() {
        return calls().call(op.popFirst());
    }

    /** Like {@link #popFirst()}. */
    public CompletableFuture<Optional<E>> popFirstAsync() {
        return calls().callAsync(op.popFirst());
    }

    /** Removes the first elements, as many as the page holds, and returns them. */
    public List<E> popFirst(Page page) {
        return calls().call(op.popFirst(page));
    }

    /** Like {@link #popFirst(Page)}. */
    public CompletableFuture<List<E>> popFirstAsync(Page page) {
        return calls().callAsync(op.popFirst(page));
    }

    /** Removes the last element and returns it; empty if there is none. */
    public Optional<E> popLast() {
        return calls().call(op.popLast());
    }

    /** Like {@link #popLast()}. */
    public CompletableFuture<Optional<E>> popLastAsync() {
        return calls().callAsync(op.popLast());
    }

    /**
     * Removes the last elements, as many as the page holds, and returns them, the last one first.
     */
    public List<E> popLast(Page page) {
        return calls().call(op.popLast(page));
    }

    /** Like {@link #popLast(Page)}. */
    public CompletableFuture<List<E>> popLastAsync(Page page) {
        return calls().callAsync(op.popLast(page));
    }

    /** A guard: the length compares so. */
    public EntityGuard ifLength(Comparison comparison, long operand) {
        return guard(new Guard.Size(name(), comparison, operand));
    }
}
