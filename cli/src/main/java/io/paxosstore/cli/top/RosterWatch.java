package io.paxosstore.cli.top;

import io.paxosstore.cli.probe.NodeProbe;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Follows the list of nodes: asks the node that told it last, and all that are known when that one
 * does not answer. For one thread.
 */
final class RosterWatch {
    private static final long PATIENCE_MILLIS = 2000;

    private final List<String> seeds;
    private final ExecutorService threads;
    private final Asking<Roster> asking = new Asking<>(this::question);

    /** Used by one question at a time. */
    private List<NodePlace> places = List.of();

    private String teller = "";
    private volatile @Nullable Roster shaped;

    /**
     * @param seeds client addresses of some nodes
     */
    RosterWatch(List<String> seeds, ExecutorService threads) {
        this.seeds = List.copyOf(seeds);
        this.threads = threads;
    }

    void ask(Runnable answered) {
        asking.ask(threads, answered);
    }

    /** How long an answer has been owed; 0 if none is. */
    long waitedNanos() {
        return asking.waitedNanos();
    }

    /** What was told last; null before the first answer. */
    @Nullable Roster last() {
        return asking.last();
    }

    /** What was told last with a shape; null before that. */
    @Nullable Roster shaped() {
        return shaped;
    }

    private Roster question() {
        Set<String> asked = new LinkedHashSet<>();
        if (teller.isEmpty()) {
            asked.addAll(seeds);
            places.forEach(place -> asked.add(place.clientAddress()));
        } else {
            asked.add(teller);
        }
        Roster roster = Roster.of(probe(asked), System.nanoTime());
        teller = roster.teller();
        places = roster.places().isEmpty() ? places : roster.places();
        if (roster.shape() != null) {
            shaped = roster;
        }
        return roster;
    }

    private List<NodeProbe> probe(Set<String> addresses) {
        List<Callable<NodeProbe>> questions = new ArrayList<>();
        addresses.forEach(address -> questions.add(() -> NodeProbe.of(address, NodeProbe.UNKNOWN)));
        List<NodeProbe> probes = new ArrayList<>();
        try {
            List<Future<NodeProbe>> asked =
                    threads.invokeAll(questions, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            int at = 0;
            for (String address : addresses) {
                probes.add(probe(address, asked.get(at++)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return probes;
    }

    private static NodeProbe probe(String address, Future<NodeProbe> asked)
            throws InterruptedException {
        try {
            return asked.get();
        } catch (CancellationException e) {
            return new NodeProbe(
                    address, NodeProbe.UNKNOWN, List.of(), null, null, "does not answer");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a node cannot be asked", e);
        }
    }
}
