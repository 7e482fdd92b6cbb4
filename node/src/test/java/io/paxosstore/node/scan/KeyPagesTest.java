package io.paxosstore.node.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** A page from one node shows what a majority agrees on; the rest is named, or listed. */
class KeyPagesTest {
    private static final int SPACE = 7;
    private static final long SECOND = 1_000_000_000;
    private static final byte[] NOTHING = {};

    private final Map<Integer, HeldKeys> held =
            new TreeMap<>(Map.of(1, new HeldKeys(), 2, new HeldKeys(), 3, new HeldKeys()));

    private final Map<Integer, RangeDigests> digests = new TreeMap<>();
    private final Set<Integer> comparing = new HashSet<>(List.of(2, 3));
    private final Set<Integer> silent = new HashSet<>();

    /** Nodes that rebuild. */
    private final Set<Integer> refusing = new HashSet<>();

    private final Queue<Runnable> messages = new ArrayDeque<>();
    private final List<Runnable> later = new ArrayList<>();
    private final List<KeysAnswer> answers = new ArrayList<>();
    private final List<Integer> asked = new ArrayList<>();
    private int listings;
    private SlotView view = SlotView.of(1, _ -> Configuration.first(1, 2, 3), List.of());
    private long now = SECOND;
    private long wall = 1_000;
    private long keys;

    private final KeyListing names =
            new KeyListing(1, new FakeHost(), new FakeSweep(), _ -> true, () -> keys);
    private final KeyPages pages = new KeyPages(1, new FakeHost(), of(1), names);

    KeyPagesTest() {
        for (int node : List.of(2, 3)) {
            digests.put(node, new RangeDigests(of(node), slots -> refused(node, slots)));
        }
    }

    private HeldKeys of(int nodeId) {
        return held.getOrDefault(nodeId, new HeldKeys());
    }

    private SlotEpochs refused(int nodeId, SlotEpochs slots) {
        return refusing.contains(nodeId) ? slots : SlotEpochs.NONE;
    }

    private final class FakeHost implements KeyPages.Host {
        @Override
        public long nowNanos() {
            return now;
        }

        @Override
        public long wallMillis() {
            return wall;
        }

        @Override
        public void schedule(Runnable task, long delayNanos) {
            (delayNanos == 0 ? messages : later).add(task);
        }

        @Override
        public SlotView view() {
            return view;
        }

        @Override
        public boolean isUp(int nodeId) {
            return true;
        }

        @Override
        public boolean comparesRanges(int nodeId) {
            return comparing.contains(nodeId);
        }

        @Override
        public void ask(int nodeId, RangeFrame.Ask ask) {
            asked.add(nodeId);
            RangeDigests theirs = digests.get(nodeId);
            if (theirs != null && !silent.contains(nodeId)) {
                messages.add(() -> pages.answered(nodeId, theirs.answer(ask)));
            }
        }

        @Override
        public void ask(int nodeId, Listing.Request request) {
            messages.add(() -> names.answered(nodeId, listed(nodeId, request)));
        }

        @Override
        public SlotEpochs refused(SlotEpochs slots) {
            return KeyPagesTest.this.refused(1, slots);
        }
    }

    private Listing.Page listed(int nodeId, Listing.Request request) {
        listings++;
        if (refusing.contains(nodeId)) {
            return new Listing.Page(request.id(), request.slots(), 0, 9, List.of());
        }
        BitSet slots = request.slots().slots();
        List<Listing.Item> items = new ArrayList<>();
        of(nodeId)
                .page(
                        0,
                        1,
                        false,
                        (key, version, _) -> {
                            if (slots.get(key.slot())) {
                                items.add(new Listing.Item(key, version, 0));
                            }
                        });
        return new Listing.Page(request.id(), SlotEpochs.NONE, 0, 9, items);
    }

    private final class FakeSweep extends DeafSweep {
        @Override
        public Listing.Page asked(Listing.Request request) {
            return listed(1, request);
        }
    }

    private static EntityKey key(String name) {
        return new EntityKey(SPACE, name.getBytes(StandardCharsets.UTF_8));
    }

    private void putEverywhere(String name, long version) {
        held.values().forEach(node -> node.put(key(name), version));
    }

    private void ask(int place, byte[] from, int keysMax, int bytesMax) {
        KeysQuery query =
                new KeysQuery(SPACE, place, from, NOTHING, keysMax, bytesMax, now + SECOND);
        pages.list(query, answers::add);
    }

    private void run() {
        while (!messages.isEmpty()) {
            messages.poll().run();
        }
    }

    /** Time passes. */
    private void runLater() {
        now += KeyPages.PATIENCE_NANOS;
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
        run();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String shown(KeysAnswer.Key key) {
        byte[] state = key.state();
        byte[] value = state == null ? null : KvState.value(state);
        return text(key.name()) + "=" + (value == null ? "?" : text(value));
    }

    /** The keys of the slot of the tag {@code t}, of one page. */
    private List<String> page() {
        ask(Slots.place(key("{t}").slot()), NOTHING, 100, 1 << 20);
        run();
        KeysAnswer.Read read = assertInstanceOf(KeysAnswer.Read.class, answers.getLast());
        return read.keys().stream().map(KeyPagesTest::shown).toList();
    }

    private void assertNamesAreListed(int times) {
        ask(Slots.place(key("{t}").slot()), NOTHING, 100, 1 << 20);
        run();
        for (int i = 0; i < times; i++) {
            assertTrue(answers.isEmpty());
            runLater();
        }
        assertInstanceOf(KeysAnswer.Listed.class, answers.getLast());
    }

    @Test
    void aPageIsReadWhereTheNextNodeHoldsTheSame() {
        putEverywhere("{t}b", 2);
        putEverywhere("{t}a", 1);
        of(3).put(key("{t}a"), 9); // nobody needs it
        assertEquals(List.of("{t}a=v1", "{t}b=v2"), page());
        assertEquals(List.of(2), asked);
        assertEquals(0, listings);
    }

    @Test
    void whatMayHaveALaterVersionIsNamed() {
        putEverywhere("{t}a", 1);
        putEverywhere("{t}b", 2);
        putEverywhere("{t}c", 3);
        of(2).put(key("{t}a"), new HeldKeys.Held(1, false, 0));
        of(1).put(key("{t}b"), new HeldKeys.Held(1, false, 0));
        of(2).put(key("{t}d"), new HeldKeys.Held(0, false, 0));
        of(1).put(key("{t}e"), new HeldKeys.Held(0, false, 0));
        assertEquals(List.of("{t}a=?", "{t}b=?", "{t}c=v3", "{t}d=?", "{t}e=?"), page());
        assertEquals(0, listings);
    }

    @Test
    void namesAreListedWhereAnotherHoldsALaterVersion() {
        putEverywhere("{t}a", 1);
        of(2).put(key("{t}a"), 2);
        assertNamesAreListed(0);
    }

    @Test
    void namesAreListedWhereAnotherHoldsAnotherKey() {
        putEverywhere("{t}a", 1);
        of(2).put(key("{t}b"), 1);
        assertNamesAreListed(0);
    }

    @Test
    void namesAreListedWhereOnlyThisNodeHoldsAKey() {
        putEverywhere("{t}a", 1);
        of(2).remove(key("{t}a"));
        assertNamesAreListed(0);
    }

    @Test
    void onlySlotsThatDifferAreListed() {
        for (int i = 0; i < 40; i++) {
            putEverywhere("key" + i, 1);
        }
        of(2).put(key("key7"), 2);
        List<String> all = scan(10, 1 << 20);
        assertEquals(40, all.size());
        assertEquals(List.of("key7=?"), all.stream().filter(one -> one.endsWith("?")).toList());
    }

    @Test
    void aNodeThatKnowsNoDigestsIsNotAsked() {
        putEverywhere("{t}a", 1);
        comparing.remove(2);
        assertEquals(List.of("{t}a=v1"), page());
        assertEquals(List.of(3), asked);
        comparing.clear();
        answers.clear();
        assertNamesAreListed(0);
    }

    @Test
    void aNodeThatIsSilentIsNotWaitedForLong() {
        putEverywhere("{t}a", 1);
        silent.add(2);
        assertNamesAreListed(1);
    }

    @Test
    void aNodeThatRebuildsProvesNothing() {
        putEverywhere("{t}a", 1);
        refusing.add(2);
        assertNamesAreListed(0);
        refusing.clear();
        refusing.add(1);
        answers.clear();
        asked.clear();
        assertNamesAreListed(0);
        assertEquals(List.of(), asked);
    }

    @Test
    void votersMayChangeMeanwhile() {
        putEverywhere("{t}a", 1);
        ask(Slots.place(key("{t}").slot()), NOTHING, 100, 1 << 20);
        view = SlotView.of(1, _ -> Configuration.first(2, 3, 4), List.of());
        run();
        KeysAnswer.NotDone not = assertInstanceOf(KeysAnswer.NotDone.class, answers.getLast());
        assertEquals(Outcome.Reason.NOT_A_VOTER, not.reason());
    }

    /** Rule X2: nobody is told that it has expired before an entry says so. */
    @Test
    void whatHasExpiredIsNamed() {
        held.values()
                .forEach(node -> {
                    node.put(key("{t}a"), new HeldKeys.Held(1, true, wall));
                    node.put(key("{t}b"), new HeldKeys.Held(1, true, wall + 1));
                });
        assertEquals(List.of("{t}a=?", "{t}b=v1"), page());
    }

    /** Of many keys the last ones are read in a later turn. */
    @Test
    void aKeyThatIsWrittenMeanwhileIsNamed() {
        for (int i = 100; i < 200; i++) {
            putEverywhere("{t}" + i, 1);
        }
        ask(Slots.place(key("{t}").slot()), NOTHING, 100, 1 << 20);
        of(1).put(key("{t}199"), 2);
        run();
        KeysAnswer.Read read = assertInstanceOf(KeysAnswer.Read.class, answers.getLast());
        assertEquals(100, read.keys().size());
        assertEquals("{t}198=v1", shown(read.keys().get(98)));
        assertEquals("{t}199=?", shown(read.keys().get(99)));
    }

    @Test
    void soManyPagesAreMadeAtOnce() {
        silent.add(2);
        for (int i = 0; i <= KeyPages.PAGES_MAX; i++) {
            ask(0, NOTHING, 100, 1 << 20);
        }
        run();
        assertEquals(
                List.of(new KeysAnswer.NotDone(Outcome.Reason.OVERLOADED)), List.copyOf(answers));
        runLater();
        assertEquals(1 + KeyPages.PAGES_MAX, answers.size());
        ask(0, NOTHING, 100, 1 << 20);
        runLater();
        assertEquals(2 + KeyPages.PAGES_MAX, answers.size());
    }

    private List<String> scan(int keysMax, int bytesMax) {
        List<String> all = new ArrayList<>();
        int place = 0;
        byte[] from = NOTHING;
        while (place < Slots.COUNT) {
            answers.clear();
            ask(place, from, keysMax, bytesMax);
            run();
            int before = place;
            switch (answers.getFirst()) {
                case KeysAnswer.Read read -> {
                    assertTrue(read.keys().size() <= keysMax);
                    read.keys().stream().map(KeyPagesTest::shown).forEach(all::add);
                    place = read.nextPlace();
                    from = read.nextFrom();
                }
                case KeysAnswer.Listed listed -> {
                    listed.names().stream().map(name -> text(name) + "=?").forEach(all::add);
                    place = listed.nextPlace();
                    from = listed.nextFrom();
                }
                default -> throw new AssertionError(answers.getFirst());
            }
            assertTrue(place > before || from.length > 0, "it must come forward");
        }
        return all;
    }

    /** However pages are cut, and whatever differs. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aScanShowsEachKeyOnceInOrder(long seed) {
        Random random = new Random(seed);
        List<EntityKey> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            EntityKey key = key((random.nextBoolean() ? "{t}" : "") + i);
            all.add(key);
            held.values().forEach(node -> node.put(key, 1));
            int node = 1 + random.nextInt(2);
            switch (random.nextInt(12)) {
                case 0 -> of(node).put(key, new HeldKeys.Held(1, false, 0));
                case 1 -> of(node).put(key, 2);
                default -> {}
            }
        }
        keys = all.size();
        held.values().forEach(node -> node.showAtMost(1 + random.nextInt(40)));
        all.sort(
                Comparator.<EntityKey>comparingInt(key -> Slots.place(key.slot()))
                        .thenComparing(key -> text(key.key())));
        List<String> shown = scan(1 + random.nextInt(50), 1 + random.nextInt(400));
        assertEquals(
                all.stream().map(key -> text(key.key())).toList(),
                shown.stream().map(one -> one.substring(0, one.indexOf('='))).toList());
        assertTrue(shown.stream().anyMatch(one -> one.endsWith("=v1")));
    }
}
