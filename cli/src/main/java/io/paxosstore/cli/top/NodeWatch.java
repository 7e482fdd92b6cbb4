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

    private final NodePlace place;
    private final AdminPages pages;
    private final Asking<Voice> asking = new Asking<>(this::question);

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

    boolean isBusy() {
        return asking.isBusy();
    }

    /** What it has answered; silence, if it takes too long just now. */
    Voice voice() {
        Voice last = asking.last();
        boolean isLate = asking.waitedNanos() > AdminPages.PATIENCE.toNanos();
        if (isLate) {
            return new Voice(place, new Answer.Silent("does not answer"), Standouts.NONE);
        }
        return last == null ? new Voice(place, new Answer.Awaited(), Standouts.NONE) : last;
    }

    private Voice question() {
        AdminPages.Page page = pages.get(place, "node?seconds=3");
        JsonNode told = page.json();
        if (told == null) {
            return new Voice(place, asClient(page.why(), page.isFault()), Standouts.NONE);
        }
        Portrait portrait = Portrait.of(told);
        if (portrait.node() != place.id()) {
            return new Voice(place, asClient("is not who answers", true), Standouts.NONE);
        }
        if (System.nanoTime() - standoutsNanos >= STANDOUTS_NANOS) {
            JsonNode all = pages.get(place, "standouts").json();
            standouts = all == null ? standouts : Standouts.of(all);
            standoutsNanos = System.nanoTime();
        }
        return new Voice(place, new Answer.Told(portrait), standouts);
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
