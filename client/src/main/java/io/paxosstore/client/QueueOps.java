package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Operations on a queue for a {@link MultiOpBuilder}; what they mean is said at {@link
 * EntityQueue}. Immutable.
 *
 * @param <E> elements
 */
public final class QueueOps<E> extends ObjectOps {
    private final Codec<E> codec;

    QueueOps(EntityRef entity, String name, Codec<E> codec) {
        super(entity, name);
        this.codec = codec;
    }

    /** Adds an element at the end; its sequence number. */
    public Step<Long> enqueue(E element) {
        return step(
                "enqueue",
                new QueueOperation.Enqueue(name(), List.of(codec.encode(element))),
                result -> ((Result.Enqueued) result).first());
    }

    /** Adds elements at the end; the sequence numbers of the first and the last of them. */
    public Step<Result.Enqueued> enqueueAll(Collection<? extends E> elements) {
        return step(
                "enqueue",
                new QueueOperation.Enqueue(name(), encode(codec, elements)),
                result -> (Result.Enqueued) result);
    }

    /**
     * Reads elements of at least this sequence number, as many as the page holds, without removing
     * them. The cost does not depend on what lies before or behind.
     */
    public Step<QueueSlice<E>> read(long fromSequence, Page page) {
        return step("read", new QueueOperation.Read(name(), fromSequence, page), this::slice);
    }

    /** The first element; empty if there is none. */
    public Step<Optional<Message<E>>> peek() {
        return step(
                "peek", new QueueOperation.Peek(name()), result -> first(slice(result).messages()));
    }

    /** Removes the elements up to this sequence number; how many. */
    public Step<Long> acknowledge(long upToSequence) {
        return step(
                "acknowledge",
                new QueueOperation.Acknowledge(name(), upToSequence),
                ObjectOps::count);
    }

    /**
     * Sets how much is kept from now on, creating the queue if need be. Always true.
     *
     * @param lengthMax most elements; 0 for no limit
     * @param ageMax greatest age; zero for no limit
     * @throws IllegalArgumentException if the age is neither zero nor from 1 ms to 100 years
     */
    public Step<Boolean> retain(long lengthMax, Duration ageMax) {
        return step(
                "retain",
                new QueueOperation.Retain(name(), lengthMax, Checks.millis("greatest age", ageMax)),
                result -> result instanceof Result.Done);
    }

    /** How many elements there are. */
    public Step<Long> length() {
        return step("length", new QueueOperation.Length(name()), ObjectOps::size);
    }

    private QueueSlice<E> slice(Result result) {
        Result.Entries entries = (Result.Entries) result;
        return new QueueSlice<>(
                entries.entries().stream()
                        .map(entry ->
                                new Message<>(
                                        entry.sequence(),
                                        entry.timeMillis(),
                                        codec.decode(entry.element())))
                        .toList(),
                entries.next());
    }
}
