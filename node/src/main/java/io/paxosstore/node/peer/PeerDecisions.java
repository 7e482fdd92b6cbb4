package io.paxosstore.node.peer;

import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * What is decided about other nodes off the shards' loops, because it has to be durable before
 * anything rests on it (Rules A1, A3). Thread-safe.
 */
public final class PeerDecisions implements PeerNews {
    private final PeerGate gate;
    private final List<PeerLinks> links;
    private final List<LoopScheduler> loops;
    private final Executor background;
    private final RateLimitedLog warnings;

    /** Incarnations that are being made durable, by node: not begun a second time. */
    private final Map<Integer, Integer> underWay = new ConcurrentHashMap<>();

    /** Whose having been heard is being taken into account: not begun a second time. */
    private final Set<Integer> heardFrom = ConcurrentHashMap.newKeySet();

    /**
     * @param links the shards' links, by their index
     * @param loops the shards' loops, likewise
     * @param background one thread for what blocks; may refuse when too much waits
     */
    public PeerDecisions(
            PeerGate gate,
            List<PeerLinks> links,
            List<LoopScheduler> loops,
            Executor background,
            RateLimitedLog warnings) {
        this.gate = gate;
        this.links = List.copyOf(links);
        this.loops = List.copyOf(loops);
        this.background = background;
        this.warnings = warnings;
    }

    /** Who decides. */
    public PeerGate gate() {
        return gate;
    }

    /**
     * Has the gate decide on a node that greets.
     *
     * @param then given the gate's sentence, null when the node is welcome; on a thread of the
     *     background
     * @param notNow called if nothing could be decided: the node will try again
     */
    public void decide(PeerHello theirs, Consumer<@Nullable String> then, Runnable notNow) {
        try {
            background.execute(() -> {
                try {
                    then.accept(gate.refusal(theirs));
                } catch (IOException e) {
                    // The disk is full, perhaps.
                    warnings.warn("peer_not_remembered", e.toString());
                    notNow.run();
                }
            });
        } catch (RejectedExecutionException e) {
            // Too many nodes greet at once, or this one is stopping.
            notNow.run();
        }
    }

    /** Another node refuses this one, and says what it remembers of it. */
    public void refused(Remembered remembered) {
        try {
            background.execute(() -> {
                try {
                    gate.outlive(remembered);
                } catch (IOException e) {
                    warnings.warn("peer_not_remembered", e.toString());
                }
            });
        } catch (RejectedExecutionException e) {
            warnings.warn("peer_refused", "It will be asked again: " + e);
        }
    }

    /**
     * Another node knows of a greater incarnation than this one: makes it durable, then tells all
     * shards. Told again and again until it is done.
     *
     * @throws MalformedBytesException if no node can have reached it
     */
    @Override
    public void incarnation(int nodeId, int incarnation) {
        if (!gate.isPlausible(incarnation)) {
            throw new MalformedBytesException(
                    "It says that node "
                            + nodeId
                            + " lives under incarnation "
                            + incarnation
                            + ", which no node can have reached.");
        }
        if (underWay.getOrDefault(nodeId, 0) >= incarnation) {
            return;
        }
        underWay.merge(nodeId, incarnation, Math::max);
        try {
            background.execute(() -> heard(nodeId, incarnation));
        } catch (RejectedExecutionException e) {
            underWay.remove(nodeId);
        }
    }

    @Override
    public void heardFrom(PeerHello theirs, Runnable taken) {
        int nodeId = theirs.nodeId();
        if (!gate.isUndecided()) {
            taken.run();
            return;
        }
        if (!heardFrom.add(nodeId)) {
            return;
        }
        try {
            background.execute(() -> {
                try {
                    gate.remembersThis(theirs);
                    taken.run();
                } catch (IOException e) {
                    warnings.warn("peer_not_remembered", e.toString());
                } finally {
                    heardFrom.remove(nodeId);
                }
            });
        } catch (RejectedExecutionException e) {
            heardFrom.remove(nodeId); // its next frame says the same
        }
    }

    @Override
    public boolean awaitsAnotherWord(PeerHello theirs) {
        return gate.isUndecided() && theirs.standing() == Standing.REBUILDING;
    }

    private void heard(int nodeId, int incarnation) {
        try {
            gate.heard(nodeId, incarnation);
        } catch (IOException e) {
            warnings.warn("peer_not_remembered", e.toString());
            underWay.remove(nodeId);
            return;
        }
        for (int shard = 0; shard < loops.size(); shard++) {
            PeerLinks shardLinks = links.get(shard);
            loops.get(shard).execute(() -> shardLinks.raise(nodeId, incarnation));
        }
    }
}
