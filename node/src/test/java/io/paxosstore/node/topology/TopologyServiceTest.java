package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.FailureCode;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** The copy of the topology that nodes keep, and what becomes of their changes. */
final class TopologyServiceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Outcome UNKNOWN = new Outcome.Unknown();

    private static Topology first;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final FakeStore store = new FakeStore();
    private final TopologyService one = service(1);
    private int strays;
    private final List<PartResult> results = new ArrayList<>();

    @BeforeAll
    static void plan() {
        first = Clusters.first(Clusters.nodes(2), 3);
    }

    private TopologyService service(long seed) {
        return service(seed, seed == 1);
    }

    private TopologyService service(long seed, boolean isAskedFirst) {
        var nodes = new ArrayList<>(Clusters.nodes(2));
        Collections.shuffle(nodes, new java.util.Random(seed));
        return new TopologyService(
                isAskedFirst ? first.head().system().ids().getFirst() : 0,
                0,
                scheduler,
                store,
                new TopologyOptions(10 * SECOND, 4, SECOND),
                new RandomSource(seed),
                nodes,
                list -> first,
                () -> strays++);
    }

    private void run() {
        do {
            scheduler.runTasks();
            store.answerAll();
            scheduler.runTasks();
        } while (!store.isIdle());
    }

    private void start(TopologyService service) {
        service.start();
        run();
    }

    private static TopologyHead paused(Topology topology) {
        return topology.head().with(topology.head().goal().on(Course.PAUSED));
    }

    private void change(TopologyService service, PartValue next) {
        service.change(next, results::add);
    }

    @Test
    void theFirstNodeWritesWhatAllWouldWrite() {
        assertNull(one.current());
        start(one);
        assertEquals(first, one.current());
        assertEquals(Part.COUNT, store.writes);
        assertTrue(one.isLoaded());
        assertArrayEquals(TopologyCodec.encode(first.head()), store.value(Part.HEAD));
        TopologyService two = service(2);
        start(two);
        assertEquals(first, two.current());
        assertEquals(Part.COUNT, store.writes, "nothing is written twice");
    }

    /** Two nodes that start at once, and each finds nothing. */
    @Test
    void ofTwoFirstOnesEachPartIsWrittenOnce() {
        TopologyService two = service(2, true);
        one.start();
        two.start();
        run();
        assertEquals(Part.COUNT, store.writes);
        assertEquals(first, one.current());
        assertEquals(first, two.current());
    }

    /** Whoever wrote the head may have died: the pages come from the head, not from elsewhere. */
    @Test
    void aHeadWithoutPagesIsCompleted() {
        store.put(Part.HEAD, TopologyCodec.encode(first.head()));
        store.put(Part.page(5), TopologyCodec.encode(first.pages().get(5)));
        start(one);
        assertEquals(first, one.current());
        assertEquals(Part.COUNT - 2, store.writes);
    }

    /** A page that is missing later was lost: a first version would undo changes. */
    @Test
    void aPageThatIsMissingLaterIsNotMadeAnew() {
        store.put(Part.HEAD, TopologyCodec.encode(paused(first)));
        start(one);
        assertNull(one.current());
        assertEquals(1, store.writes, "the plan alone");
        assertFalse(one.isLoaded());
    }

    @Test
    void aChangeIsTakenInAndTold() {
        start(one);
        List<Long> told = new ArrayList<>();
        one.follow(topology -> told.add(topology.head().version()));
        run();
        change(one, new PartValue.Head(paused(first)));
        run();
        assertEquals(List.of(1L, 2L), told);
        assertEquals(Course.PAUSED, head(one).goal().course());
        assertInstanceOf(PartResult.Is.class, results.getFirst());
    }

    /** Rule M8 rests on it: until then epochs of the topology may not have been heard of. */
    @Test
    void whoIsNotToldYetKeepsItFromBeingTold() {
        start(one);
        assertTrue(one.hasTold());
        List<Long> told = new ArrayList<>();
        boolean[] fails = {true};
        one.follow(topology -> {
            if (topology.head().version() > 1 && fails[0]) {
                throw new IllegalStateException("it cannot be taken in now");
            }
        });
        one.follow(topology -> told.add(topology.head().version()));
        run();
        change(one, new PartValue.Head(paused(first)));
        run();
        assertEquals(List.of(1L, 2L), told, "one that fails keeps it from nobody");
        assertFalse(one.hasTold());
        fails[0] = false;
        scheduler.advance(SECOND);
        run();
        assertTrue(one.hasTold());
    }

    private static TopologyHead head(TopologyService service) {
        return Objects.requireNonNull(service.current()).head();
    }

    @Test
    void whoLosesTheRaceIsToldWhatIsNow() {
        start(one);
        TopologyService two = service(2);
        start(two);
        change(one, new PartValue.Head(paused(first)));
        change(two, new PartValue.Head(first.head().with(Clusters.node(7, "a"))));
        run();
        assertInstanceOf(PartResult.Is.class, results.getFirst());
        PartResult.Lost lost = assertInstanceOf(PartResult.Lost.class, results.getLast());
        assertEquals(new PartValue.Head(paused(first)), lost.newer());
        assertEquals(paused(first), head(two), "the loser has the newer part");
    }

    @Test
    void aChangeOfUnknownOutcomeIsAskedForAgainUnderItsId() {
        start(one);
        change(one, new PartValue.Head(paused(first)));
        store.executeAndAnswer(UNKNOWN);
        assertEquals(List.of(), results);
        scheduler.advance(SECOND / 10);
        run();
        assertInstanceOf(PartResult.Is.class, results.getFirst());
        List<Call> writes =
                store.calls.stream().filter(call -> call instanceof Call.Write).toList();
        assertEquals(
                ((Call.Write) writes.get(writes.size() - 2)).id(),
                ((Call.Write) writes.getLast()).id());
        assertEquals(2, head(one).version());
    }

    /** Nobody can say then; but the part is read, and the next change rests on what is there. */
    @Test
    void anOutcomeThatStaysUnknownIsSaidToBe() {
        start(one);
        change(one, new PartValue.Head(paused(first)));
        store.executeAndAnswer(UNKNOWN);
        scheduler.advance(SECOND - 10_000_000);
        store.answer(new Outcome.NotDone(Outcome.Reason.OVERLOADED));
        assertEquals(List.of(new PartResult.Unknown()), results);
        run();
        assertEquals(paused(first), head(one), "read again");
    }

    @Test
    void aChangeThatWasNotDoneSaysWhy() {
        start(one);
        change(one, new PartValue.Head(paused(first)));
        scheduler.advance(SECOND);
        store.answer(new Outcome.NotDone(Outcome.Reason.DEADLINE));
        PartResult.Failed failed = assertInstanceOf(PartResult.Failed.class, results.getFirst());
        assertEquals(FailureCode.DEADLINE, failed.code());
        assertEquals(1, head(one).version());
    }

    @Test
    void nothingIsChangedBeforeAllIsKnown() {
        change(one, new PartValue.Head(paused(first)));
        assertInstanceOf(PartResult.Failed.class, results.getFirst());
        assertTrue(store.isIdle());
    }

    /** A node that starts while the others are away must not wait for the turn of each page. */
    @Test
    void whatCouldNotBeReadAtTheStartIsReadSoon() {
        one.start();
        scheduler.runTasks();
        for (int part = 0; part < Part.COUNT; part++) {
            scheduler.advance(SECOND / 50);
            store.answer(new Outcome.NotDone(Outcome.Reason.DEADLINE));
        }
        scheduler.advance(SECOND);
        while (!store.isIdle()) {
            store.answer(new Outcome.NotDone(Outcome.Reason.DEADLINE));
        }
        assertNull(one.current());
        assertTrue(strays > 0, "the voters may be others");
        scheduler.advance(SECOND);
        run();
        assertEquals(first, one.current());
    }

    /** A page that names a node which the copy of the head does not have yet. */
    @Test
    void aPageIsNotShownBeforeItsNodesAre() {
        start(one);
        TopologyHead head = first.head().with(Clusters.node(7, "a"));
        Stable was = (Stable) first.configurationOf(3);
        SlotConfiguration next = was.towards(List.of(7, was.ids().get(1), was.ids().get(2)));
        TopologyPage page = first.pages().getFirst().with(List.of(new SlotChange(3, next)));
        store.put(Part.HEAD, TopologyCodec.encode(head));
        store.put(Part.page(0), TopologyCodec.encode(page));
        one.heardOf(Part.page(0), 2);
        scheduler.runTasks();
        store.answer();
        assertEquals(first, one.current(), "as it was");
        run();
        assertEquals(first.with(head).with(page), one.current());
    }

    /** What a refusal tells counts at once, and an older read that ends later does not undo it. */
    @Test
    void anEpochNeverFalls() {
        start(one);
        Stable was = (Stable) first.configurationOf(3);
        int other = was.ids().contains(1) ? 2 : 1;
        SlotConfiguration.Joint joint =
                was.towards(List.of(was.ids().get(0), was.ids().get(1), other));
        TopologyPage page = first.pages().getFirst().with(List.of(new SlotChange(3, joint)));
        store.put(Part.page(0), TopologyCodec.encode(page));
        one.learn(new SlotChange(3, joint.completed()));
        scheduler.runTasks();
        assertEquals(joint.completed(), configuration(3));
        run();
        assertEquals(joint.completed(), configuration(3), "the page says the epoch before");
        assertEquals(2, Objects.requireNonNull(one.current()).pages().getFirst().version());
    }

    private SlotConfiguration configuration(int slot) {
        return Objects.requireNonNull(one.current()).configurationOf(slot);
    }

    @Test
    void whatOthersKnowIsReadAtOnceAndWhatIsOldIsNot() {
        start(one);
        store.put(Part.HEAD, TopologyCodec.encode(paused(first)));
        one.heardOf(Part.HEAD, 1);
        scheduler.runTasks();
        assertTrue(store.isIdle());
        one.heardOf(Part.HEAD, 2);
        one.learn(new SlotChange(Slots.SYSTEM, first.head().system()));
        run();
        assertEquals(2, head(one).version());
    }

    @Test
    void everythingIsReadAgainInTurns() {
        start(one);
        store.calls.clear();
        for (int turn = 0; turn < TopologyPage.COUNT / 4; turn++) {
            scheduler.advance(15 * SECOND);
            run();
        }
        assertEquals(
                Part.COUNT, store.calls.stream().map(Call::key).distinct().count(), "all parts");
        assertEquals(6L * TopologyPage.COUNT / 4, store.calls.size());
    }

    /** The own replica is asked without the others; a burst of entries is one more look. */
    @Test
    void anEntryLearntHereIsLookedFor() {
        start(one);
        store.calls.clear();
        store.put(Part.HEAD, TopologyCodec.encode(paused(first)));
        for (int entry = 0; entry < 10; entry++) {
            one.systemEntry(Part.HEAD.key());
        }
        one.systemEntry(Catalog.KEY);
        run();
        assertEquals(2, head(one).version());
        assertEquals(2, store.calls.size());
    }

    @Test
    void damageIsNoTopology() {
        start(one);
        byte[] damaged = TopologyCodec.encode(paused(first));
        damaged[9] ^= 1;
        store.put(Part.HEAD, damaged);
        one.read(Part.HEAD, results::add);
        run();
        PartResult.Failed failed = assertInstanceOf(PartResult.Failed.class, results.getFirst());
        assertEquals(FailureCode.INTERNAL, failed.code());
        assertTrue(failed.sentence().contains("topology/head"), failed.sentence());
        assertEquals(first, one.current());
    }

    /** A page under the key of another one must not pass for it. */
    @Test
    void aPageInTheWrongPlaceIsNoPage() {
        start(one);
        store.put(Part.page(3), TopologyCodec.encode(first.pages().get(4)));
        one.read(Part.page(3), results::add);
        run();
        assertInstanceOf(PartResult.Failed.class, results.getFirst());
        assertNotNull(one.plan());
    }

    @Test
    void newsAreWhatSomebodyLacks() {
        TopologyPage page =
                first.pages()
                        .get(2)
                        .with(
                                List.of(
                                        new SlotChange(
                                                520,
                                                ((Stable) first.configurationOf(520))
                                                        .towards(List.of(1)))));
        Topology now = first.with(page);
        List<Long> all = Collections.nCopies(TopologyPage.COUNT, 1L);
        TopologyNews news = TopologyNews.since(now, 1, all);
        assertTrue(news.head().isEmpty());
        assertEquals(List.of(page.changesSince(1)), news.pages());
        assertEquals(now.head(), TopologyNews.since(now, 0, all).head().orElseThrow());
    }

    /** Else all nodes of a new cluster make every part, and all but one in vain. */
    @Test
    void whoIsNotAskedFirstMakesThePartsOnlyWhenTheyAreStillMissing() {
        TopologyService two = service(2);
        start(two);
        assertNull(two.current());
        assertTrue(store.calls.stream().noneMatch(Call.Write.class::isInstance));
        scheduler.advance(10 * SECOND);
        run();
        assertEquals(first, two.current());
        assertTrue(two.isLoaded());
    }
}
