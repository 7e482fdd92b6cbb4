package io.paxosstore.client;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A queue of an entity. Its elements have sequence numbers from 1, growing by 1, never used again
 * while the queue exists. A reader keeps the {@link QueueSlice#next} it has come to; an
 * acknowledgement removes what every reader is done with. Thread-safe.
 *
 * @param <E> elements
 */
public final class EntityQueue<E> extends EntityObject {
    private final Codec<E> codec;
    private final QueueOps<E> op;

    EntityQueue(EntityCalls calls, String name, Codec<E> codec) {
        super(calls, name);
        this.codec = codec;
        this.op = new QueueOps<>(calls.entity(), name, codec);
    }

    /**
     * The same queue with these options for every call: deadline, read mode. A time to live does
     * not hold for elements; see {@link #retain}.
     */
    public EntityQueue<E> with(CallOptions newOptions) {
        return new EntityQueue<>(calls().with(Objects.requireNonNull(newOptions)), name(), codec);
    }

    @Override
    public QueueOps<E> op() {
        return op;
    }

    /** Adds an element at the end; its sequence number. */
    public long enqueue(E element) {
        return calls().call(op.enqueue(element));
    }

    /** Like {@link #enqueue}. */
    public CompletableFuture<Long> enqueueAsync(E element) {
        return calls().callAsync(op.enqueue(element));
    }

    /** Adds elements at the end; the sequence numbers of the first and the last of them. */
    public Result.Enqueued enqueueAll(Collection<? extends E> elements) {
        return calls().call(op.enqueueAll(elements));
    }

    /** Like {@link #enqueueAll}. */
    public CompletableFuture<Result.Enqueued> enqueueAllAsync(Collection<? extends E> elements) {
        return calls().callAsync(op.enqueueAll(elements));
    }

    /**
     * Reads all elements of at least this sequence number, fetched in pages while they are taken,
     * without removing them; see {@link Scan}. It ends where there is nothing more yet: one more
     * than the last {@link Message#sequence} is where to go on, here or with {@link #awaitNext}.
     */
    public Scan<Message<E>> read(long fromSequence) {
        return new Scan<>(page -> part(fromSequence, page));
    }

    private Scan.Part<Message<E>> part(long fromSequence, Page page) {
        QueueSlice<E> slice = read(fromSequence, page);
        return new Scan.Part<>(
                slice.messages(),
                slice.messages().isEmpty() ? null : following -> part(slice.next(), following));
    }

    /**
     * Reads elements of at least this sequence number, as many as the page holds, without removing
     * them. The cost does not depend on what lies before or behind.
     */
    public QueueSlice<E> read(long fromSequence, Page page) {
        return calls().call(op.read(fromSequence, page));
    }

    /** Like {@link #read}. */
    public CompletableFuture<QueueSlice<E>> readAsync(long fromSequence, Page page) {
        return calls().callAsync(op.read(fromSequence, page));
    }

    /** The first element; empty if there is none. */
    public Optional<Message<E>> peek() {
        return calls().call(op.peek());
    }

    /** Like {@link #peek}. */
    public CompletableFuture<Optional<Message<E>>> peekAsync() {
        return calls().callAsync(op.peek());
    }

    /** Removes the elements up to this sequence number; how many. */
    public long acknowledge(long upToSequence) {
        return calls().call(op.acknowledge(upToSequence));
    }

    /** Like {@link #acknowledge}. */
    public CompletableFuture<Long> acknowledgeAsync(long upToSequence) {
        return calls().callAsync(op.acknowledge(upToSequence));
    }

    /**
     * Sets how much is kept from now on, creating the queue if need be. Always true.
     *
     * @param lengthMax most elements; 0 for no limit
     * @param ageMax greatest age; zero for no limit
     * @throws IllegalArgumentException if the age is neither zero nor from 1 ms to 100 years
     */
    public boolean retain(long lengthMax, Duration ageMax) {
        return calls().call(op.retain(lengthMax, ageMax));
    }

    /** Like {@link #retain}. */
    public CompletableFuture<Boolean> retainAsync(long lengthMax, Duration ageMax) {
        return calls().callAsync(op.retain(lengthMax, ageMax));
    }

    /** How many elements there are. */
    public long length() {
        return calls().call(op.length());
    }

    /** Like {@link #length}. */
    public CompletableFuture<Long> lengthAsync() {
        return calls().callAsync(op.length());
    }

    /**
     * Reads like {@link #read}, and if there is nothing yet, waits for it until the deadline: the
     * servers tell when the queue has changed.
     *
     * @return empty if there was nothing until the deadline
     */
    public QueueSlice<E> awaitNext(long fromSequence, Page page) {
        CompletableFuture<QueueSlice<E>> next =
                new QueueWait<>(calls().waitedFor(), name(), op.read(fromSequence, page)).start();
        return calls().runner()
                .await(
                        next,
                        calls().budgetNanos(),
                        () -> "awaitNext on " + EntityRef.label(calls().space(), calls().id()));
    }

    /** Like {@link #awaitNext}. */
    public CompletableFuture<QueueSlice<E>> awaitNextAsync(long fromSequence, Page page) {
        return new QueueWait<>(calls(), name(), op.read(fromSequence, page)).start();
    }

    /** A guard: the length compares so. */
    public EntityGuard ifLength(Comparison comparison, long operand) {
        return guard(new Guard.Size(name(), comparison, operand));
    }
}
