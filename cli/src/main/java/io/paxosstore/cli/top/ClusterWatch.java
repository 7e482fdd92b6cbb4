package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Follows a cluster: asks every node by itself, so that those that do not answer keep nobody from
 * hearing the others. For one thread.
 */
final class ClusterWatch implements AutoCloseable {
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("top-", 0).factory());
    private final AdminPages pages = new AdminPages();
    private final RosterWatch roster;
    private final Map<Integer, NodeWatch> nodes = new TreeMap<>();
    private final LagTrend trend = new LagTrend();
    private final Runnable answered;

    /**
     * @param seeds client addresses of some nodes
     * @param answered is run after each answer, on any thread
     */
    ClusterWatch(List<String> seeds, Runnable answered) {
        this.roster = new RosterWatch(seeds, threads);
        this.answered = answered;
    }

    /** Asks everybody who owes no answer. */
    void ask() {
        follow();
        roster.ask(answered);
        nodes.values().forEach(node -> node.ask(threads, answered));
    }

    /** Takes the nodes from the newest list; new ones are asked at once. */
    private void follow() {
        Roster told = roster.last();
        if (told == null || told.places().isEmpty()) {
            return;
        }
        Map<Integer, NodePlace> places = new TreeMap<>();
        told.places().forEach(place -> places.put(place.id(), place));
        nodes.values().removeIf(node -> !node.place().equals(places.get(node.place().id())));
        places.forEach((id, place) -> {
            if (!nodes.containsKey(id)) {
                NodeWatch node = new NodeWatch(place, pages);
                nodes.put(id, node);
                node.ask(threads, answered);
            }
        });
    }

    /** Whether nobody owes an answer. */
    boolean isComplete() {
        return !roster.isBusy() && nodes.values().stream().noneMatch(NodeWatch::isBusy);
    }

    /**
     * All that was heard so far.
     *
     * @param millis now, since 1970
     */
    Heard heard(long millis) {
        follow();
        Roster told = roster.last();
        Roster shaped = roster.shaped();
        long age =
                shaped == null
                        ? 0
                        : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - shaped.nanos());
        List<Voice> voices = nodes.values().stream().map(NodeWatch::voice).toList();
        return new Heard(
                millis,
                voices,
                shape(shaped),
                age,
                trend.next(millis, lags(voices)),
                told == null ? "" : told.nobody());
    }

    private static Map<Integer, Long> lags(List<Voice> voices) {
        Map<Integer, Long> lags = new TreeMap<>();
        for (Voice voice : voices) {
            if (voice.answer() instanceof Answer.Told told) {
                lags.put(voice.place().id(), told.portrait().status().lag());
            }
        }
        return lags;
    }

    private static @Nullable Shape shape(@Nullable Roster shaped) {
        return shaped == null ? null : shaped.shape();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        pages.close();
    }
}
