package io.paxosstore.node.scan;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * A page of keys under way, with values from this node's store: which keys, their values, and what
 * other voters say of them. Not thread-safe.
 */
final class PageInquiry {
    private final KeysQuery query;
    private final SlotRun run;
    private final Consumer<KeysAnswer> answer;
    private final OwnKeys.Page page;

    /** The names on the page that other nodes are to leave out of their digests. */
    private final List<byte[]> without = new ArrayList<>();

    private final Map<Integer, TheirDigests> others = new TreeMap<>();
    private final List<KeysAnswer.Key> read = new ArrayList<>();

    /**
     * @param run the slots, from the query's on
     * @param page of this node's keys
     */
    PageInquiry(KeysQuery query, SlotRun run, OwnKeys.Page page, Consumer<KeysAnswer> answer) {
        this.query = query;
        this.run = run;
        this.page = page;
        this.answer = answer;
        page.keys().stream()
                .filter(key -> !key.isSettled())
                .forEach(key -> without.add(key.name()));
    }

    KeysQuery query() {
        return query;
    }

    Consumer<KeysAnswer> answer() {
        return answer;
    }

    SlotRun run() {
        return run;
    }

    /** Whom to ask, so that a majority of the voters of each slot has spoken. */
    Set<Integer> voters(int self, IntPredicate isAsked) {
        Set<Integer> chosen = new TreeSet<>();
        for (int place = page.range().first(); place <= page.range().last(); place++) {
            chosen.addAll(run.readers(Slots.atPlace(place), self, chosen, isAsked));
        }
        return chosen;
    }

    /** Whether these and this node make a majority of the first slot's voters. */
    boolean isFirstReadable(int self, Set<Integer> those) {
        int slot = Slots.atPlace(page.range().first());
        return run.isReadable(slot, nodeId -> nodeId == self || those.contains(nodeId));
    }

    /** The first question to a node. */
    RangeFrame.Ask ask(int nodeId, long id, long seed) {
        BitSet slots = new BitSet();
        for (int place = page.range().first(); place <= page.range().last(); place++) {
            slots.set(Slots.atPlace(place));
        }
        RangeFrame.Ask ask =
                new RangeFrame.Ask(
                        id,
                        seed,
                        page.range(),
                        run.of(nodeId).filter((slot, _) -> slots.get(slot)),
                        page.range().first(),
                        0,
                        without);
        others.put(nodeId, new TheirDigests(ask));
        return ask;
    }

    /** What a node says that was asked. */
    TheirDigests of(int nodeId) {
        return Objects.requireNonNull(others.get(nodeId));
    }

    boolean areOthersComplete() {
        return others.values().stream().allMatch(TheirDigests::isComplete);
    }

    /** Whether others name more keys than a page may have. */
    boolean isTooMuch() {
        return others.values().stream().anyMatch(one -> one.isTooMuch(query.keysMax()));
    }

    /** Gives what a key's state is. */
    @FunctionalInterface
    interface Reader {
        /** The state of the key at its version; null if that takes a read. */
        byte @Nullable [] state(HeldKey key);
    }

    /**
     * Reads some keys more.
     *
     * @param most how many at most
     * @param bytesMost and about how many bytes
     * @return whether all are read
     */
    boolean read(int most, int bytesMost, Reader reader) {
        int end = Math.min(page.keys().size(), read.size() + most);
        long bytes = 0;
        while (read.size() < end && bytes < bytesMost) {
            HeldKey key = page.keys().get(read.size());
            byte[] state = key.isSettled() ? reader.state(key) : null;
            read.add(new KeysAnswer.Key(key.name(), state == null ? 0 : key.version(), state));
            bytes += key.bytes();
        }
        return isRead();
    }

    boolean isRead() {
        return read.size() == page.keys().size();
    }

    /** How far a majority agrees. */
    private record Agreed(int place, int differing) {}

    /**
     * Gives the answer as far as a majority agrees.
     *
     * @return how many slots must be asked for their names, because the first ones differ; 0 if the
     *     answer was given
     */
    int giveAnswer(int self) {
        Agreed agreed = agreed(self);
        if (agreed.place() == query.place()) {
            return agreed.differing();
        }
        List<KeysAnswer.Key> keys = merged(agreed.place());
        boolean isCut = keys.size() > query.keysMax();
        if (isCut) {
            byte[] next = keys.get(query.keysMax()).name();
            answer.accept(
                    new KeysAnswer.Read(
                            Slots.place(Slots.of(next)), next, keys.subList(0, query.keysMax())));
        } else if (agreed.place() <= page.range().last()) {
            answer.accept(new KeysAnswer.Read(agreed.place(), new byte[0], keys));
        } else {
            answer.accept(new KeysAnswer.Read(page.nextPlace(), page.nextFrom(), keys));
        }
        return 0;
    }

    private Agreed agreed(int self) {
        Map<Integer, SlotDigest[]> own = new TreeMap<>();
        others.forEach((nodeId, theirs) -> own.put(nodeId, ownWithout(theirs)));
        int first = page.range().first();
        int place = first;
        while (place <= page.range().last() && isAgreed(place, self, own)) {
            place++;
        }
        int end = place;
        while (end <= page.range().last() && !isAgreed(end, self, own)) {
            end++;
        }
        return new Agreed(place, end - place);
    }

    private boolean isAgreed(int place, int self, Map<Integer, SlotDigest[]> own) {
        int slot = Slots.atPlace(place);
        int at = place - page.range().first();
        return run.isReadable(
                slot,
                nodeId -> {
                    TheirDigests theirs = others.get(nodeId);
                    SlotDigest[] ours = own.get(nodeId);
                    return nodeId == self
                            || (theirs != null
                                    && ours != null
                                    && theirs.isEqual(place, slot, ours[at]));
                });
    }

    /** The own digests by place, without what another node takes for unsettled. */
    private SlotDigest[] ownWithout(TheirDigests theirs) {
        int first = page.range().first();
        int slots = page.range().last() - first + 1;
        long[] counts = new long[slots];
        long[] sums = new long[slots];
        long seed = theirs.asked().seed();
        for (HeldKey key : page.keys()) {
            if (key.isSettled() && !theirs.unsettled().contains(key.key())) {
                counts[key.place() - first]++;
                sums[key.place() - first] += SlotDigest.number(seed, key.key(), key.version());
            }
        }
        SlotDigest[] digests = new SlotDigest[slots];
        for (int i = 0; i < slots; i++) {
            digests[i] = new SlotDigest(counts[i], sums[i]);
        }
        return digests;
    }

    /** What was read, with what others take for unsettled, in order, up to a place. */
    private List<KeysAnswer.Key> merged(int end) {
        NavigableMap<HeldKey, KeysAnswer.Key> unsettled = new TreeMap<>();
        if (end > page.range().last()
                && others.values().stream().allMatch(theirs -> theirs.unsettled().isEmpty())) {
            return read;
        }
        for (TheirDigests theirs : others.values()) {
            for (EntityKey key : theirs.unsettled()) {
                HeldKey held = new HeldKey(Slots.place(key.slot()), key, 0, false, 0);
                unsettled.put(held, new KeysAnswer.Key(key.key(), 0, null));
            }
        }
        List<KeysAnswer.Key> keys = new ArrayList<>(read.size() + unsettled.size());
        for (int i = 0; i < read.size() && page.keys().get(i).place() < end; i++) {
            HeldKey held = page.keys().get(i);
            addBelow(held, unsettled, keys);
            KeysAnswer.Key other = unsettled.remove(held);
            keys.add(other == null ? read.get(i) : other);
        }
        unsettled.forEach((held, key) -> {
            if (held.place() < end) {
                keys.add(key);
            }
        });
        return keys;
    }

    private static void addBelow(
            HeldKey held,
            NavigableMap<HeldKey, KeysAnswer.Key> unsettled,
            List<KeysAnswer.Key> keys) {
        while (!unsettled.isEmpty() && unsettled.firstKey().compareTo(held) < 0) {
            keys.add(Objects.requireNonNull(unsettled.pollFirstEntry()).getValue());
        }
    }
}
