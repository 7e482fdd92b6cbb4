package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What has members with scores: a sorted set, or a set, whose members have the score 1. */
interface ScoredSource extends Iterable<Scored> {
    /** How many there are. */
    long size();

    /** The scores of members, in their order; null for those that are none. */
    List<@Nullable Double> scores(List<byte[]> members);

    /**
     * What a key holds; an empty sorted set if there is no such key.
     *
     * @throws RedisError if it is neither
     */
    static ScoredSource of(Keyspace keys, byte[] key) {
        Keyspace.Found found = keys.find(key);
        return found != null && found.type() == ObjectType.SET
                ? new OfSet(SetMembers.of(keys, key))
                : ScoredMembers.of(keys, key);
    }

    /** A set. */
    record OfSet(SetMembers set) implements ScoredSource {
        @Override
        public long size() {
            return set.size();
        }

        @Override
        public List<@Nullable Double> scores(List<byte[]> members) {
            List<@Nullable Double> scores = new ArrayList<>(members.size());
            members.forEach(member -> scores.add(set.contains(member) ? 1.0 : null));
            return scores;
        }

        @Override
        public Iterator<Scored> iterator() {
            Iterator<byte[]> members = set.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return members.hasNext();
                }

                @Override
                public Scored next() {
                    return new Scored(members.next(), 1);
                }
            };
        }
    }
}
