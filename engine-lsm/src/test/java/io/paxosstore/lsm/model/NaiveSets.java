package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Sets of the naive twin. */
final class NaiveSets {
    private final NaiveEntity entity;

    NaiveSets(NaiveEntity entity) {
        this.entity = entity;
    }

    Result execute(SetOperation operation) {
        NaiveObject found = entity.find(operation.object(), ObjectType.SET);
        SortedSet<String> set = found == null ? Collections.emptySortedSet() : found.set;
        return switch (operation) {
            case SetOperation.Add add -> {
                long added = 0;
                for (byte[] member : add.members()) {
                    boolean isNew =
                            entity.findOrCreate(add.object(), ObjectType.SET)
                                    .set
                                    .add(Latin1.text(member));
                    added += isNew || entity.has(NaiveEntity.Plant.SET_COUNTS_TWICE) ? 1 : 0;
                }
                yield new Result.Count(added);
            }
            case SetOperation.Remove remove -> {
                long removed = 0;
                for (byte[] member : remove.members()) {
                    removed += found != null && set.remove(Latin1.text(member)) ? 1 : 0;
                }
                yield new Result.Count(removed);
            }
            case SetOperation.Contains contains ->
                    new Result.Flag(set.contains(Latin1.text(contains.member())));
            case SetOperation.Cardinality _ -> new Result.Size(set.size());
            case SetOperation.Scan scan -> scan(set, scan.from(), scan.to(), scan.page());
            case SetOperation.Random random ->
                    // Which one is the engine's choice; the test checks that it is one of these.
                    new Result.Element(
                            set.isEmpty() ? null : Latin1.bytes(drawn(set, random.seed())));
        };
    }

    static String drawn(Set<String> set, long seed) {
        MemoryState state = new MemoryState();
        for (String member : set) {
            state.records().put(KeyLayout.member(1, Latin1.bytes(member)), new byte[0]);
        }
        return Latin1.text(new RandomMember(state, 1, seed).draw());
    }

    private Result scan(SortedSet<String> set, byte[] from, byte @Nullable [] to, Page page) {
        List<byte[]> members = new ArrayList<>();
        int bytes = 0;
        for (String member : new TreeSet<>(set)) {
            if (member.compareTo(Latin1.text(from)) < 0
                    || (to != null && member.compareTo(Latin1.text(to)) >= 0)) {
                continue;
            }
            bytes += member.length();
            if (entity.room().isFull(members.size(), bytes, page)) {
                return new Result.Members(members, Latin1.bytes(member));
            }
            members.add(Latin1.bytes(member));
        }
        return new Result.Members(members, null);
    }
}
