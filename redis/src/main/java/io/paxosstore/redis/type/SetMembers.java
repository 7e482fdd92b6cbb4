package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.redis.data.Batches;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.Pages;
import io.paxosstore.redis.resp.RedisError;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;

/** The members of one key's set as it was found. Not thread-safe. */
final class SetMembers implements RandomElements.Source<byte[]> {
    private final Keyspace keys;
    private final byte[] key;
    private final String name;
    private final long size;

    private SetMembers(Keyspace keys, byte[] key, long size) {
        this.keys = keys;
        this.key = key;
        this.name = keys.name(key);
        this.size = size;
    }

    /**
     * The set of a key; an empty one if there is no such key.
     *
     * @throws RedisError if the key is of another type
     */
    static SetMembers of(Keyspace keys, byte[] key) {
        return new SetMembers(keys, key, keys.size(key, ObjectType.SET));
    }

    /** How many there were when it was found. */
    @Override
    public long size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean contains(byte[] member) {
        return !isEmpty()
                && keys.run(new SetOperation.Contains(name, member), Result.Flag.class).flag();
    }

    /** In the order of their bytes. */
    @Override
    public Iterator<byte[]> iterator() {
        return isEmpty() ? List.<byte[]>of().iterator() : new Pages<>(this::page);
    }

    private Pages.Page<byte[]> page(byte[] from) {
        Result.Members found =
                keys.run(
                        new SetOperation.Scan(name, from, null, Page.LARGEST),
                        Result.Members.class);
        return new Pages.Page<>(found.members(), found.next());
    }

    /**
     * All of them.
     *
     * @throws RedisError if they are too large
     */
    List<byte[]> all() {
        List<byte[]> all = new ArrayList<>();
        for (byte[] member : this) {
            keys.chargeElement(member.length);
            all.add(member);
        }
        return all;
    }

    @Override
    public byte[] draw(RandomGenerator random) {
        Result.Element drawn =
                keys.run(new SetOperation.Random(name, random.nextLong()), Result.Element.class);
        byte[] member = drawn.element();
        if (member == null) {
            throw new IllegalStateException("An empty set has no member to draw.");
        }
        return member;
    }

    @Override
    public byte[] id(byte[] member) {
        return member;
    }

    @Override
    public long bytes(byte[] member) {
        return member.length;
    }

    /** Adds members; returns how many were none. */
    long add(List<byte[]> members) {
        if (isEmpty()) {
            keys.delete(key); // what is no key, being empty, must not be in the way
        }
        return Batches.sum(members, part -> count(new SetOperation.Add(name, part)));
    }

    /**
     * Adds members as SADD does, and tells so if that changes it.
     *
     * @return how many were none
     */
    long addAndTell(List<byte[]> members) {
        long added = add(members);
        if (added > 0) {
            if (isEmpty()) {
                keys.created(key);
            }
            keys.event(EventClass.SET, "sadd", key);
        }
        return added;
    }

    /**
     * Removes members, and tells so if that changes it; returns how many there were.
     *
     * @param event what it is told as
     */
    long remove(List<byte[]> members, String event) {
        if (isEmpty()) {
            return 0;
        }
        long removed = Batches.sum(members, part -> count(new SetOperation.Remove(name, part)));
        if (removed > 0) {
            keys.event(EventClass.SET, event, key);
            if (removed == size) {
                keys.deleteIfEmpty(key);
            }
        }
        return removed;
    }

    private long count(SetOperation operation) {
        return keys.run(operation, Result.Count.class).count();
    }
}
