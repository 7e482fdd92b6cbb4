package io.paxosstore.node.peer;

import io.paxosstore.node.balance.LoadPort;
import io.paxosstore.node.balance.LoadReport;
import io.paxosstore.node.balance.OwnLoads;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Asks other nodes what slots carry there, and tells them what they carry here, over the links of
 * one shard. On its loop only.
 */
public final class PeerLoads implements LoadPort {
    /** To look costs about a millisecond: what was found is told for so long. */
    private static final long FRESH_NANOS = 1_000_000_000L;

    /** How many may wait for the answers of one node; the oldest give way. */
    private static final int WAITING_MAX = 64;

    private final int self;
    private final PeerLinks links;
    private final OwnLoads own;
    private final LongSupplier nanoTime;

    /** Who waits for the answers of a node. */
    private final Map<Integer, Deque<Consumer<LoadReport.Answer>>> asking = new HashMap<>();

    private LoadReport.@Nullable Answer found;
    private long foundNanos;

    /**
     * @param own what is told
     * @param nanoTime of the shard's loop
     */
    public PeerLoads(int self, PeerLinks links, OwnLoads own, LongSupplier nanoTime) {
        this.self = self;
        this.links = links;
        this.own = own;
        this.nanoTime = nanoTime;
    }

    @Override
    public boolean canTell(int node) {
        return node == self || links.tellsLoads(node);
    }

    @Override
    public void ask(int node, Consumer<LoadReport.Answer> answer) {
        if (node == self) {
            answer.accept(found());
        } else {
            Deque<Consumer<LoadReport.Answer>> waiting =
                    asking.computeIfAbsent(node, any -> new ArrayDeque<>());
            if (waiting.size() == WAITING_MAX) {
                waiting.removeFirst();
            }
            waiting.addLast(answer);
            links.send(node, new LoadReport.Question());
        }
    }

    /** Another node asks, or answers. */
    void heard(int nodeId, LoadReport report) {
        switch (report) {
            case LoadReport.Question _ -> links.send(nodeId, found());
            case LoadReport.Answer answer -> {
                Deque<Consumer<LoadReport.Answer>> waiting = asking.remove(nodeId);
                if (waiting != null) {
                    waiting.forEach(asker -> asker.accept(answer));
                }
            }
        }
    }

    private LoadReport.Answer found() {
        long now = nanoTime.getAsLong();
        LoadReport.Answer before = found;
        if (before != null && now - foundNanos < FRESH_NANOS) {
            return before;
        }
        LoadReport.Answer anew = own.report();
        found = anew;
        foundNanos = now;
        return anew;
    }
}
