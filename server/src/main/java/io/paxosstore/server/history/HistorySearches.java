package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeMedium;
import io.paxosstore.node.history.ChangeQuestion;
import io.paxosstore.node.history.ChangeSearch;
import io.paxosstore.node.history.ChangesFound;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Those who look for older changes, many of which are answered by one search. Of the history's
 * thread, but for {@link #offer} and {@link #failWaiting}.
 */
final class HistorySearches {
    /** Questions that wait for the search before them; one more finds nothing. */
    private static final int WAITING_MAX = 100_000;

    private record Asked(ChangeQuestion question, Consumer<ChangesFound> answer) {}

    private final BlockingQueue<Asked> waiting = new LinkedBlockingQueue<>(WAITING_MAX);
    private List<Asked> asked = List.of();
    private @Nullable ChangeSearch search;
    private long count;

    /** Asks. Thread-safe. */
    void offer(ChangeQuestion question, Consumer<ChangesFound> answer) {
        if (!waiting.offer(new Asked(question, answer))) {
            answer.accept(ChangesFound.NONE);
        }
    }

    /** Whether somebody has no answer yet. */
    boolean isWaiting() {
        return !waiting.isEmpty() || !asked.isEmpty();
    }

    /** How many searches there were. */
    long count() {
        return count;
    }

    /**
     * Takes those who wait, unless a search goes on: before what the shards have left is kept, so
     * that whatever was given to the history before the question is found.
     */
    void gather() {
        if (search == null && asked.isEmpty()) {
            asked = take();
        }
    }

    /** Goes on with a search for some time; returns whether there is more to do at once. */
    boolean advance(ChangeMedium medium, long nanos) {
        ChangeSearch running = search;
        if (running == null) {
            if (asked.isEmpty()) {
                return false;
            }
            count++;
            running = new ChangeSearch(medium, asked.stream().map(Asked::question).toList());
            search = running;
        }
        long begun = System.nanoTime();
        boolean isMore = running.step();
        while (isMore && System.nanoTime() - begun < nanos) {
            isMore = running.step();
        }
        if (!isMore) {
            List<ChangesFound> answers = running.answers();
            search = null;
            for (int i = 0; i < answers.size(); i++) {
                asked.get(i).answer.accept(answers.get(i));
            }
            asked = List.of();
        }
        return true;
    }

    private List<Asked> take() {
        List<Asked> taken = new ArrayList<>();
        waiting.drainTo(taken);
        return taken;
    }

    /** Nothing is found: those who wait go on without. Thread-safe. */
    void failWaiting() {
        take().forEach(one -> one.answer.accept(ChangesFound.NONE));
    }

    /** The search that goes on begins again: its medium is no more, there will be another one. */
    void beginAgain() {
        search = null;
    }

    /** Gives up the search that goes on: its medium is no more. */
    void failRunning() {
        search = null;
        asked.forEach(one -> one.answer.accept(ChangesFound.NONE));
        asked = List.of();
    }
}
