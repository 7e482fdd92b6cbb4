package io.paxosstore.node.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Outcome;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** What is listed has everything in it that a majority may have chosen, once, in order. */
class KeyListingTest {
    private static final int SPACE = 7;
    private static final long SECOND = 1_000_000_000;
    private static final byte[] ALL = {};

    /** Other nodes hold keys, and answer when the test lets them. */
    private final Map<Integer, Set<String>> held =
            new TreeMap<>(Map.of(1, new HashSet<>(), 2, new HashSet<>(), 3, new HashSet<>()));

    private final Set<Integer> up = new HashSet<>(List.of(2, 3));
    private final Set<Integer> refusing = new HashSet<>();

    /** Slots that everybody refuses. */
    private final BitSet refusedSlots = new BitSet();

    private final Map<Integer, Items> items = new HashMap<>();
    private final Queue<Asked> asked = new ArrayDeque<>();
    private final List<Runnable> later = new ArrayList<>();
    private final List<KeysAnswer> answers = new ArrayList<>();
    private final List<Long> forSweep = new ArrayList<>();
    private SlotView view = SlotView.of(1, slot -> Configuration.first(1, 2, 3), List.of());
    private int pageKeys = 1000;
    private long keys;
    private long now = SECOND;

    private final KeyListing listing =
            new KeyListing(1, new FakeHost(), new FakeSweep(), _ -> true, () -> keys);

    private record Asked(int nodeId, Listing.Request request) {}

    /** What a node holds of these names. */
    private record Items(Set<String> names, List<Listing.Item> sorted) {}

    private final class FakeHost implements KeyListing.Host {
        @Override
        public long nowNanos() {
            return now;
        }

        @Override
        public void schedule(Runnable task, long delayNanos) {
            later.add(task);
        }

        @Override
        public SlotView view() {
            return view;
        }

        @Override
        public boolean isUp(int nodeId) {
            return up.contains(nodeId);
        }

        @Override
        public void ask(int nodeId, Listing.Request request) {
            asked.add(new Asked(nodeId, request));
        }
    }

    private final class FakeSweep extends DeafSweep {
        @Override
        public Listing.Page asked(Listing.Request request) {
            return pageOf(1, request);
        }

        @Override
        public void answered(int nodeId, Listing.Page page) {
            forSweep.add(page.id());
        }
    }

    private Set<String> heldBy(int nodeId) {
        return Objects.requireNonNull(held.get(nodeId));
    }

    private static EntityKey key(String name) {
        return new EntityKey(SPACE, name.getBytes(StandardCharsets.UTF_8));
    }

    /** What a node holds, in order; made once, since there are thousands of inquiries. */
    private List<Listing.Item> itemsOf(int nodeId) {
        Items known = items.get(nodeId);
        if (known == null || !known.names().equals(heldBy(nodeId))) {
            known =
                    new Items(
                            Set.copyOf(heldBy(nodeId)),
                            heldBy(nodeId).stream()
                                    .sorted()
                                    .map(name -> new Listing.Item(key(name), 1, 0))
                                    .toList());
            items.put(nodeId, known);
        }
        return known.sorted();
    }

    /** A page of what a node holds of the slots, as a {@code Lister} makes one. */
    private Listing.Page pageOf(int nodeId, Listing.Request request) {
        if (refusing.contains(nodeId)) {
            return new Listing.Page(request.id(), request.slots(), 0, 9, List.of());
        }
        SlotEpochs refused = request.slots().filter((slot, _) -> refusedSlots.get(slot));
        BitSet slots = request.slots().without(refused).slots();
        List<Listing.Item> all =
                itemsOf(nodeId).stream().filter(item -> slots.get(item.key().slot())).toList();
        int from = (int) request.cursor();
        int to = Math.min(all.size(), from + pageKeys);
        long next = to == all.size() ? 0 : to;
        return new Listing.Page(request.id(), refused, next, 9, all.subList(from, to));
    }

    private void ask(int place, byte[] from, int keysMax, String prefix) {
        byte[] bytes = prefix.getBytes(StandardCharsets.UTF_8);
        KeysQuery query = new KeysQuery(SPACE, place, from, bytes, keysMax, now + SECOND);
        listing.list(query, answers::add);
    }

    /** Runs what was scheduled until now: this node's own pages, and what is to be tried again. */
    private void runLater() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    /** Lets a node answer what it was asked last. */
    private void answer(int nodeId) {
        Asked one = asked.stream().filter(a -> a.nodeId() == nodeId).findFirst().orElseThrow();
        asked.remove(one);
        listing.answered(nodeId, pageOf(nodeId, one.request()));
    }

    private void everybodyAnswers() {
        while (answers.isEmpty()) {
            runLater();
            while (!asked.isEmpty() && answers.isEmpty()) {
                answer(asked.peek().nodeId());
            }
        }
        asked.clear();
        later.clear();
    }

    private static List<String> names(KeysAnswer answer) {
        return assertInstanceOf(KeysAnswer.Listed.class, answer).names().stream()
                .map(name -> new String(name, StandardCharsets.UTF_8))
                .toList();
    }

    /** All pages one after the other. */
    private List<String> scan(int keysMax, String prefix) {
        List<String> all = new ArrayList<>();
        int place = 0;
        byte[] from = ALL;
        while (place < Slots.COUNT) {
            answers.clear();
            ask(place, from, keysMax, prefix);
            everybodyAnswers();
            KeysAnswer.Listed page = (KeysAnswer.Listed) answers.getFirst();
            assertTrue(page.names().size() <= keysMax);
            assertTrue(page.nextPlace() > place || !page.names().isEmpty(), "it must come forward");
            all.addAll(names(page));
            place = page.nextPlace();
            from = page.nextFrom();
        }
        return all;
    }

    @Test
    void whatOneOfAMajorityHoldsIsListedWhenAMajorityHasAnswered() {
        heldBy(2).add("there");
        ask(Slots.place(key("there").slot()), ALL, 10, "");
        runLater();
        assertEquals(List.of(), answers, "this node alone is no majority");
        answer(2);
        assertEquals(List.of("there"), names(answers.getFirst()));
    }

    @Test
    void whoMayHaveLostSomethingDoesNotCount() {
        heldBy(3).add("there");
        refusing.add(2);
        ask(Slots.place(key("there").slot()), ALL, 10, "");
        runLater();
        answer(2);
        assertEquals(List.of(), answers);
        answer(3);
        assertEquals(List.of("there"), names(answers.getFirst()));
    }

    @Test
    void noMajorityIsTriedAgainUntilTheDeadline() {
        refusing.add(2);
        refusing.add(3);
        ask(0, ALL, 10, "");
        runLater();
        answer(2);
        answer(3);
        assertEquals(List.of(), answers);
        refusing.remove(3);
        now += NodeList.RETRY_NANOS;
        heldBy(3).add("there");
        runLater();
        runLater();
        asked.removeIf(one -> one.nodeId() == 2);
        answer(3);
        assertEquals(1, answers.size());
        answers.clear();
        refusing.add(3);
        ask(0, ALL, 10, "");
        now += 2 * SECOND;
        runLater();
        runLater();
        assertEquals(List.of(new KeysAnswer.NotDone(Outcome.Reason.DEADLINE)), answers);
    }

    @Test
    void aListIsCompleteWithItsLastPageOnly() {
        pageKeys = 1;
        heldBy(2).addAll(List.of("{a}1", "{a}2", "{a}3"));
        ask(Slots.place(key("{a}").slot()), ALL, 10, "");
        runLater();
        answer(2);
        answer(2);
        assertEquals(List.of(), answers);
        answer(2);
        assertEquals(List.of("{a}1", "{a}2", "{a}3"), names(answers.getFirst()));
    }

    /** Where it was in its list it may not know any more: it begins again. */
    @Test
    void whoWentDownInBetweenIsAskedFromTheBeginning() {
        pageKeys = 2;
        heldBy(2).addAll(List.of("{a}1", "{a}2", "{a}3"));
        up.remove(3);
        ask(Slots.place(key("{a}").slot()), ALL, 10, "");
        runLater();
        answer(2);
        Asked lost = asked.remove();
        listing.peerDown(2);
        up.remove(2);
        runLater();
        up.add(2);
        now += NodeList.RETRY_NANOS;
        heldBy(2).remove("{a}1");
        runLater();
        listing.answered(2, pageOf(2, lost.request()));
        assertEquals(List.of(), answers, "an answer to what was asked before");
        assertEquals(0, asked.element().request().cursor());
        answer(2);
        assertEquals(List.of("{a}1", "{a}2", "{a}3"), names(answers.getFirst()));
    }

    /**
     * One is down, the other one refuses for a while: it is asked again, whoever else is silent.
     */
    @Test
    void whoRefusedIsAskedAgainThoughAnotherIsSilent() {
        heldBy(2).add("there");
        refusing.add(2);
        up.remove(3);
        ask(Slots.place(key("there").slot()), ALL, 10, "");
        runLater();
        answer(2);
        refusing.remove(2);
        now += NodeList.RETRY_NANOS;
        runLater();
        answer(2);
        assertEquals(List.of("there"), names(answers.getFirst()));
    }

    /** What is known is told, and the rest begins with what is not. */
    @Test
    void aSlotThatNobodyKnowsKeepsNothingElseBack() {
        int hidden = Slots.atPlace(20);
        refusedSlots.set(hidden);
        heldBy(2).addAll(List.of("a", "b", "c", "d", "e", "f", "g", "h"));
        ask(0, ALL, 10, "");
        runLater();
        answer(2);
        answer(3);
        now += NodeList.RETRY_NANOS;
        runLater();
        KeysAnswer.Listed part = (KeysAnswer.Listed) answers.getFirst();
        assertEquals(20, part.nextPlace());
        assertEquals(0, part.nextFrom().length);
    }

    /** Whoever takes long is asked once more for the same page, and either answer will do. */
    @Test
    void aLateAnswerCounts() {
        pageKeys = 1;
        up.remove(3);
        heldBy(2).addAll(List.of("{a}1", "{a}2"));
        ask(Slots.place(key("{a}").slot()), ALL, 10, "");
        runLater();
        answer(2);
        Asked second = asked.remove();
        now += NodeList.RETRY_NANOS;
        runLater();
        assertEquals(1, asked.element().request().cursor(), "the same page");
        listing.answered(2, pageOf(2, second.request()));
        assertEquals(List.of("{a}1", "{a}2"), names(answers.getFirst()));
        answer(2);
        assertEquals(1, answers.size());
    }

    /** It may be another process, to which the place in the list means something else. */
    @Test
    void whoIsConnectedAnewIsAskedFromTheBeginning() {
        pageKeys = 2;
        up.remove(3);
        heldBy(2).addAll(List.of("{a}1", "{a}2", "{a}3"));
        ask(Slots.place(key("{a}").slot()), ALL, 10, "");
        runLater();
        answer(2);
        asked.clear();
        listing.peerUp(2);
        runLater();
        assertEquals(0, asked.element().request().cursor());
        answer(2);
        answer(2);
        assertEquals(3, names(answers.getFirst()).size());
    }

    @Test
    void aLostQuestionIsAskedAgain() {
        ask(0, ALL, 10, "");
        runLater();
        asked.clear();
        now += NodeList.RETRY_NANOS;
        runLater();
        answer(3);
        assertEquals(1, answers.size());
    }

    @Test
    void onlyVotersAreAsked() {
        view = SlotView.of(1, slot -> Configuration.first(2, 3, 4), List.of());
        ask(0, ALL, 10, "");
        assertEquals(List.of(new KeysAnswer.NotDone(Outcome.Reason.NOT_A_VOTER)), answers);
    }

    @Test
    void tooManyAtOnceAreRefused() {
        for (int i = 0; i < KeyListing.INQUIRIES_MAX; i++) {
            ask(0, ALL, 10, "");
        }
        assertEquals(List.of(), answers);
        ask(0, ALL, 10, "");
        assertEquals(List.of(new KeysAnswer.NotDone(Outcome.Reason.OVERLOADED)), answers);
    }

    @Test
    void whatTheSweepHasAskedForGoesToIt() {
        listing.answered(2, new Listing.Page(5, SlotEpochs.NONE, 0, 0, List.of()));
        assertEquals(List.of(5L), forSweep);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 5000})
    void pagesOfAnySizeShowEachNameOnceInOrder(int keysMax) {
        Random random = new Random(keysMax);
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 400; i++) {
            String name = (random.nextBoolean() ? "{tag}" : "") + "name" + random.nextInt(1000);
            all.add(name);
            // Any two of three, as a choice leaves it.
            int without = 1 + random.nextInt(3);
            held.forEach((node, names) -> {
                if (node != without) {
                    names.add(name);
                }
            });
        }
        pageKeys = 1 + random.nextInt(50);
        keys = random.nextInt(1_000_000);
        List<String> expected = new ArrayList<>(all);
        expected.sort(
                Comparator.comparingInt((String name) -> Slots.place(key(name).slot()))
                        .thenComparing(Comparator.naturalOrder()));
        assertEquals(expected, scan(keysMax, ""));
        expected.removeIf(name -> !name.startsWith("{tag}name1"));
        assertEquals(expected, scan(keysMax, "{tag}name1"));
    }

    @Test
    void namesOfManyBytesAreLeftForTheNextPage() {
        String longName = "x".repeat(GatheredNames.BYTES_MAX / 3);
        for (int i = 0; i < 5; i++) {
            heldBy(2).add("{a}" + longName + i);
        }
        ask(Slots.place(key("{a}").slot()), ALL, 10, "");
        everybodyAnswers();
        assertEquals(2, names(answers.getFirst()).size());
        assertEquals(5, scan(10, "{a}").size());
    }
}
