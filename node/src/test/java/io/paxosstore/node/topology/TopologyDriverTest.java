package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyPage;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Drivers of several nodes, each with its own copy, on one store. */
final class TopologyDriverTest {
    private static final long SECOND = 1_000_000_000L;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final FakeStore store = new FakeStore();
    private final Topology before = Clusters.first(Clusters.nodes(2), 3);
    private int questions;

    /** A node that can be reached and has no votes yet; 0 for none. */
    private int rebuilding;

    private int askedWhetherItIsOver;

    /** A node that loses its disk as soon as it has said where it is whole; 0 for none. */
    private int loser;

    private int losses;

    private TopologyService service(int node) {
        TopologyService service =
                new TopologyService(
                        before.head().system().ids().getFirst(),
                        0,
                        scheduler,
                        store,
                        new TopologyOptions(SECOND, 16, SECOND),
                        new RandomSource(node),
                        Clusters.nodes(2),
                        nodes -> before,
                        () -> {});
        service.start();
        return service;
    }

    private void drive(int node, TopologyService service) {
        TopologyDriver driver =
                new TopologyDriver(
                        node,
                        service,
                        scheduler,
                        Runnable::run,
                        new EverybodyIsWhole(),
                        new RandomSource(100 + node),
                        new DriverOptions(DriverOptions.MOVING_MAX_DEFAULT, SECOND / 2));
        driver.start();
    }

    /** Answers every second question. */
    private final class EverybodyIsWhole implements ReportPort {
        @Override
        public boolean isUp(int node) {
            return true;
        }

        @Override
        public boolean isVoting(int node) {
            return node != rebuilding;
        }

        @Override
        public int incarnation(int node) {
            return node == loser ? 1 + losses : 1;
        }

        @Override
        public void ask(
                int node, SlotReports.Question question, Consumer<SlotReports.Answer> answer) {
            if (node == loser) {
                if (losses == 0) {
                    answer.accept(new SlotReports.Answer(question.slots()));
                    losses += question.slots().isEmpty() ? 0 : 1;
                }
                return;
            }
            questions++;
            if (node == rebuilding && question.slots().isEmpty()) {
                askedWhetherItIsOver++;
            } else if (questions % 2 == 0) {
                answer.accept(new SlotReports.Answer(question.slots()));
            }
        }
    }

    private void run() {
        do {
            scheduler.runTasks();
            store.answerAll();
        } while (!store.isIdle());
    }

    private static Topology now(TopologyService service) {
        return Objects.requireNonNull(service.current());
    }

    private static boolean isThere(Topology topology) {
        return IntStream.rangeClosed(0, Slots.SYSTEM)
                .mapToObj(topology::configurationOf)
                .allMatch(slot -> slot instanceof Stable && !slot.ids().contains(1));
    }

    private void runUntilThere(List<TopologyService> services) {
        int turns = 0;
        while (!services.stream().allMatch(service -> isThere(now(service)))) {
            scheduler.advance(SECOND / 4);
            run();
            turns++;
            assertTrue(turns < 400, turns + " turns");
        }
    }

    private List<TopologyService> replaced() {
        return replaced(List.of(3, 5, 7));
    }

    /** Node 7 is to take the place of 1, and some nodes have drivers. */
    private List<TopologyService> replaced(List<Integer> drivers) {
        List<TopologyService> services = drivers.stream().map(this::service).toList();
        run();
        Topology wanted =
                Clusters.changed(
                        before,
                        new ClusterChange.Add(Clusters.node(7, "a")),
                        new ClusterChange.Replace(1, 7));
        store.put(Part.HEAD, TopologyCodec.encode(wanted.head()));
        services.forEach(service -> service.heardOf(Part.HEAD, wanted.head().version()));
        run();
        for (int i = 0; i < services.size(); i++) {
            drive(drivers.get(i), services.get(i));
        }
        return services;
    }

    /**
     * Voters of a slot do not understand each other while some have entered an epoch and some have
     * not: were it all slots at once, nobody would be answered.
     */
    @Test
    void slotsChangeTheirEpochsPageByPage() {
        TopologyService service = replaced(List.of(7)).getFirst();
        long[] epochs = epochs(service);
        int changed = 0;
        while (!isThere(now(service))) {
            scheduler.advance(SECOND / 100);
            for (int page = 0; page < TopologyPage.COUNT; page++) {
                scheduler.advance(0); // what an answer has led to at once
                run();
            }
            long[] later = epochs(service);
            int at = changes(epochs, later);
            assertTrue(at <= TopologyPage.SLOTS, at + " slots within 10 ms");
            changed += at;
            epochs = later;
        }
        assertTrue(changed > 20 * TopologyPage.SLOTS, changed + " changes");
    }

    /** It may have many pages to write that it found due before. */
    @Test
    void aPauseIsHeardInTheMiddleOfThePages() {
        TopologyService service = replaced(List.of(7)).getFirst();
        long[] before = epochs(service);
        int turns = 0;
        while (changes(before, epochs(service)) == 0) {
            scheduler.advance(SECOND / 100);
            run();
            turns++;
            assertTrue(turns < 1_000, "nothing begins");
        }
        Topology paused = Clusters.changed(now(service), new ClusterChange.Steer(Course.PAUSED));
        store.put(Part.HEAD, TopologyCodec.encode(paused.head()));
        service.heardOf(Part.HEAD, paused.head().version());
        run();
        long[] heard = epochs(service);
        for (int turn = 0; turn < 100; turn++) {
            scheduler.advance(SECOND / 100);
            run();
        }
        int later = changes(heard, epochs(service));
        assertTrue(later <= TopologyPage.SLOTS, later + " slots after the pause");
    }

    private static long[] epochs(TopologyService service) {
        return IntStream.range(0, Slots.COUNT)
                .mapToLong(slot -> now(service).configurationOf(slot).epoch())
                .toArray();
    }

    private static int changes(long[] before, long[] after) {
        return (int)
                IntStream.range(0, before.length)
                        .filter(slot -> before[slot] != after[slot])
                        .count();
    }

    /**
     * Of the voters to be 7 comes, and one that stays has lost its memory: what is open would not
     * be decided, nor would the store be rebuilt (Rule A5). It is waited for.
     */
    @Test
    void nothingBeginsThatNeedsANodeWhoseStoreIsRebuilt() {
        rebuilding = 3;
        List<TopologyService> services = replaced();
        for (int turn = 0; turn < 20; turn++) {
            scheduler.advance(SECOND / 4);
            run();
        }
        Topology waiting = now(services.getFirst());
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            boolean needsIt = before.configurationOf(slot).ids().containsAll(List.of(1, 3));
            boolean isAsBefore = waiting.configurationOf(slot).equals(before.configurationOf(slot));
            assertTrue(isAsBefore || !needsIt, "slot " + slot);
        }
        assertTrue(askedWhetherItIsOver > 0);
        rebuilding = 0;
        runUntilThere(services);
    }

    /** No change may end with what is not there any more. */
    @Test
    void whatANodeSaidBeforeItLostItsDiskDoesNotCount() {
        loser = 7;
        List<TopologyService> services = replaced(List.of(3));
        for (int turn = 0; turn < 20; turn++) {
            scheduler.advance(SECOND / 4);
            run();
        }
        assertEquals(1, losses);
        Topology waiting = now(services.getFirst());
        for (int slot = 0; slot <= Slots.SYSTEM; slot++) {
            SlotConfiguration is = waiting.configurationOf(slot);
            assertTrue(!(is instanceof Stable) || !is.hasVoter(7), "slot " + slot + ": " + is);
        }
        loser = 0;
        runUntilThere(services);
    }

    @Test
    void aNodeIsReplacedAndThenRemoved() {
        List<TopologyService> services = replaced();
        runUntilThere(services);
        Topology after = now(services.getFirst());
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            assertEquals(
                    before.configurationOf(slot).ids().stream()
                            .map(id -> id == 1 ? 7 : id)
                            .toList(),
                    after.configurationOf(slot).ids(),
                    "slot " + slot);
            assertTrue(after.configurationOf(slot).epoch() <= 3, "slot " + slot);
        }
        assertInstanceOf(
                ChangeVerdict.Allowed.class,
                ClusterChanges.judge(new ClusterChange.Remove(1), after, id -> true));
    }
}
