package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Operations on a set for a {@link MultiOpBuilder}; what they mean is said at {@link EntitySet}.
 * Immutable.
 *
 * @param <M> members
 */
public final class SetOps<M> extends ObjectOps {
    private final Codec<M> codec;

    SetOps(EntityRef entity, String name, Codec<M> codec) {
        super(entity, name);
        this.codec = codec;
    }

    /** Adds a member; whether it was none before. */
    public Step<Boolean> add(M member) {
        return step(
                "add", new SetOperation.Add(name(), List.of(codec.encode(member))), ObjectOps::one);
    }

    /** Adds members; how many of them were none before. */
    public Step<Long> addAll(Collection<? extends M> members) {
        return step("add", new SetOperation.Add(name(), encode(codec, members)), ObjectOps::count);
    }

    /** Removes a member; whether it was one. */
    public Step<Boolean> remove(M member) {
        return step(
                "remove",
                new SetOperation.Remove(name(), List.of(codec.encode(member))),
                ObjectOps::one);
    }

    /** Removes members; how many of them were members. */
    public Step<Long> removeAll(Collection<? extends M> members) {
        return step(
                "remove",
                new SetOperation.Remove(name(), encode(codec, members)),
                ObjectOps::count);
    }

    /** Whether it is a member. */
    public Step<Boolean> contains(M member) {
        return step(
                "contains",
                new SetOperation.Contains(name(), codec.encode(member)),
                ObjectOps::flag);
    }

    /** How many members there are. */
    public Step<Long> size() {
        return step("size", new SetOperation.Cardinality(name()), ObjectOps::size);
    }

    /** The first members, as many as the page holds. */
    public Step<Slice<M>> scan(Page page) {
        return scan(new Cursor(new byte[0], null), page);
    }

    /** Members of a range, as many as the page holds. */
    public Step<Slice<M>> scan(M from, @Nullable M to, Page page) {
        return scan(new Cursor(codec.encode(from), to == null ? null : codec.encode(to)), page);
    }

    /** Goes on where an earlier scan ended. */
    public Step<Slice<M>> scan(Cursor from, Page page) {
        return step(
                "scan",
                new SetOperation.Scan(name(), from.from(), from.to(), page),
                result -> slice(result, from.to()));
    }

    /** Draws a member; the same one whenever the same step is executed on the same set. */
    public Step<Optional<M>> random() {
        return step(
                "random",
                new SetOperation.Random(name(), ThreadLocalRandom.current().nextLong()),
                result -> element(codec, result));
    }

    private Slice<M> slice(Result result, byte @Nullable [] to) {
        Result.Members members = (Result.Members) result;
        byte[] next = members.next();
        return new Slice<>(
                decode(codec, members.members()),
                next == null ? Optional.empty() : Optional.of(new Cursor(next, to)));
    }
}
