package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Follows a cluster: asks every node by itself, so that those that do not answer keep nobody from
 * hearing the others. For one thread.
 */
final class ClusterWatch implements AutoCloseable {
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("top-", 0).factory());
    private final AdminPages pages;
    private final RosterWatch roster;
    private final Map<Integer, NodeWatch> nodes = new TreeMap<>();
    private final LagTrend trend = new LagTrend();
    private final Runnable answered;

    /**
     * @param seeds client addresses of some nodes
     * @param patience after it a node counts as silent
     * @param answered is run after each answer, on any thread
     */
    ClusterWatch(List<String> seeds, Duration patience, Runnable answered) {
        this.pages = new AdminPages(patience);
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

    /** Whether nobody owes an answer, but those who have been owing it for longer. */
    boolean isComplete(Duration longest) {
        return LongStream.concat(
                        LongStream.of(roster.waitedNanos()),
                        nodes.values().stream().mapToLong(NodeWatch::waitedNanos))
                .allMatch(waited -> waited == 0 || waited > longest.toNanos());
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
