package io.paxosstore.cli.top;

import io.paxosstore.cli.probe.NodeProbe;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Follows one node. For one thread. */
final class NodeWatch {
    private static final long STANDOUTS_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(3);

    private record Told(Voice voice, long nanos) {}

    private final NodePlace place;
    private final AdminPages pages;
    private final Asking<Voice> asking = new Asking<>(this::question);

    private volatile @Nullable Told told;

    /** Used by one question at a time. */
    private Standouts standouts = Standouts.NONE;

    private long standoutsNanos = System.nanoTime() - STANDOUTS_NANOS;

    NodeWatch(NodePlace place, AdminPages pages) {
        this.place = place;
        this.pages = pages;
    }

    NodePlace place() {
        return place;
    }

    void ask(ExecutorService threads, Runnable answered) {
        asking.ask(threads, answered);
    }

    /** How long it has been owing an answer; 0 if it owes none. */
    long waitedNanos() {
        return asking.waitedNanos();
    }

    /**
     * What it has answered. One that takes too long is silent; but a look that was missed on a busy
     * machine is no news, as long as the answer before is fresh.
     */
    Voice voice() {
        Voice last = asking.last();
        boolean isLate = waitedNanos() > pages.patience().toNanos();
        if (last == null && !isLate) {
            return new Voice(place, new Answer.Awaited(), Standouts.NONE);
        }
        Voice now = last == null || isLate ? silent() : last;
        Told before = told;
        boolean isFresh = before != null && System.nanoTime() - before.nanos() < FRESH_NANOS;
        return before != null && isFresh && isMissed(now.answer()) ? before.voice() : now;
    }

    private Voice silent() {
        return new Voice(place, new Answer.Silent(AdminPages.LATE), Standouts.NONE);
    }

    private static boolean isMissed(Answer answer) {
        return switch (answer) {
            case Answer.Told _, Answer.Awaited _ -> false;
            case Answer.Known known -> known.why().equals(AdminPages.LATE);
            case Answer.Silent silent -> silent.why().equals(AdminPages.LATE);
        };
    }

    private Voice question() {
        AdminPages.Page page = pages.get(place, "node?seconds=3");
        JsonNode json = page.json();
        if (json == null) {
            return new Voice(place, asClient(page.why(), page.isFault()), Standouts.NONE);
        }
        Portrait portrait = Portrait.of(json);
        if (portrait.node() != place.id()) {
            return new Voice(place, asClient("is not who answers", true), Standouts.NONE);
        }
        if (System.nanoTime() - standoutsNanos >= STANDOUTS_NANOS) {
            JsonNode all = pages.get(place, "standouts").json();
            standouts = all == null ? standouts : Standouts.of(all);
            standoutsNanos = System.nanoTime();
        }
        Voice voice = new Voice(place, new Answer.Told(portrait), standouts);
        told = new Told(voice, System.nanoTime());
        return voice;
    }

    /** Perhaps it answers as it answers clients. */
    private Answer asClient(String why, boolean isFault) {
        NodeProbe probe = NodeProbe.of(place.clientAddress(), place.id());
        if (!probe.isReached() || probe.nodeId() != place.id()) {
            return new Answer.Silent(why);
        }
        return new Answer.Known(NodeStatus.of(orMissing(probe.status())), why, isFault);
    }

    private static JsonNode orMissing(@Nullable JsonNode said) {
        return said == null ? MissingNode.getInstance() : said;
    }
}
