package io.paxosstore.client;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Page;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A set of an entity. Members are in the order of their unsigned bytes. Thread-safe.
 *
 * @param <M> members
 */
public final class EntitySet<M> extends EntityObject {
    private final Codec<M> codec;
    private final SetOps<M> op;

    EntitySet(EntityCalls calls, String name, Codec<M> codec) {
        super(calls, name);
        this.codec = codec;
        this.op = new SetOps<>(calls.entity(), name, codec);
    }

    /**
     * The same set with these options for every call: deadline, read mode. A time to live does not
     * hold for members; see {@link #expire}.
     */
    public EntitySet<M> with(CallOptions newOptions) {
        return new EntitySet<>(calls().with(Objects.requireNonNull(newOptions)), name(), codec);
    }

    @Override
    public SetOps<M> op() {
        return op;
    }

    /** Adds a member; whether it was none before. */
    public boolean add(M member) {
        return calls().call(op.add(member));
    }

    /** Like {@link #add}. */
    public CompletableFuture<Boolean> addAsync(M member) {
        return calls().callAsync(op.add(member));
    }

    /** Adds members; how many of them were none before. */
    public long addAll(Collection<? extends M> members) {
        return calls().call(op.addAll(members));
    }

    /** Like {@link #addAll}. */
    public CompletableFuture<Long> addAllAsync(Collection<? extends M> members) {
        return calls().callAsync(op.addAll(members));
    }

    /** Removes a member; whether it was one. */
    public boolean remove(M member) {
        return calls().call(op.remove(member));
    }

    /** Like {@link #remove}. */
    public CompletableFuture<Boolean> removeAsync(M member) {
        return calls().callAsync(op.remove(member));
    }

    /** Removes members; how many of them were members. */
    public long removeAll(Collection<? extends M> members) {
        return calls().call(op.removeAll(members));
    }

    /** Like {@link #removeAll}. */
    public CompletableFuture<Long> removeAllAsync(Collection<? extends M> members) {
        return calls().callAsync(op.removeAll(members));
    }

    /** Whether it is a member. */
    public boolean contains(M member) {
        return calls().call(op.contains(member));
    }

    /** Like {@link #contains}. */
    public CompletableFuture<Boolean> containsAsync(M member) {
        return calls().callAsync(op.contains(member));
    }

    /** How many members there are. */
    public long size() {
        return calls().call(op.size());
    }

    /** Like {@link #size}. */
    public CompletableFuture<Long> sizeAsync() {
        return calls().callAsync(op.size());
    }

    /** All members, fetched in pages while they are taken; see {@link Scan}. */
    public Scan<M> scan() {
        return Scan.ofSlices(this::scan, this::scan);
    }

    /**
     * The members of a range, fetched in pages while they are taken; see {@link Scan}.
     *
     * @param from the first member wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    public Scan<M> scan(M from, @Nullable M to) {
        return Scan.ofSlices(page -> scan(from, to, page), this::scan);
    }

    /** The first members, as many as the page holds. */
    public Slice<M> scan(Page page) {
        return calls().call(op.scan(page));
    }

    /** Like {@link #scan(Page)}. */
    public CompletableFuture<Slice<M>> scanAsync(Page page) {
        return calls().callAsync(op.scan(page));
    }

    /**
     * Members of a range, as many as the page holds.
     *
     * @param from the first member wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    public Slice<M> scan(M from, @Nullable M to, Page page) {
        return calls().call(op.scan(from, to, page));
    }

    /** Like {@link #scan(Object, Object, Page)}. */
    public CompletableFuture<Slice<M>> scanAsync(M from, @Nullable M to, Page page) {
        return calls().callAsync(op.scan(from, to, page));
    }

    /** Goes on where an earlier scan ended. */
    public Slice<M> scan(Cursor from, Page page) {
        return calls().call(op.scan(from, page));
    }

    /** Like {@link #scan(Cursor, Page)}. */
    public CompletableFuture<Slice<M>> scanAsync(Cursor from, Page page) {
        return calls().callAsync(op.scan(from, page));
    }

    /**
     * A member drawn by chance; every one can be drawn, but not all are equally likely. Empty if
     * there is none.
     */
    public Optional<M> random() {
        return calls().call(op.random());
    }

    /** Like {@link #random}. */
    public CompletableFuture<Optional<M>> randomAsync() {
        return calls().callAsync(op.random());
    }

    /** A guard: it is a member. */
    public EntityGuard ifContains(M member) {
        return guard(new Guard.Contains(name(), codec.encode(member)));
    }

    /** A guard: the number of members compares so. */
    public EntityGuard ifSize(Comparison comparison, long operand) {
        return guard(new Guard.Size(name(), comparison, operand));
    }
}
