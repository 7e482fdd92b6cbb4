package io.paxosstore.node;

import io.paxosstore.core.Input;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.DamageWatch;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.repair.NodeStanding;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Begins a later incarnation of the running node when it finds out that it has forgotten what it
 * promised of some entity (Rules A1, A3): votes it gave before must not be counted beside those it
 * gives after it has been rebuilt.
 *
 * <p>What was found waits until the incarnation is durable and every connection to other nodes has
 * been closed, so that nothing said before can pass for something said after. The same is done when
 * others remember a store of this node from before it lost its disk, under an incarnation that the
 * new store has not reached: the clock that numbered one of the two was wrong. Damage that is found
 * within a pause shares one incarnation; the more there is of it the longer the pauses are, since
 * all that is under way between this node and others is cut off each time. While the disk has no
 * room for it, the node lives on under the present one, and what was found goes on to wait.
 * Thread-safe.
 */
final class OwnIncarnation implements DamageWatch, PeerGate.OwnLife {
    private static final Logger LOG = LoggerFactory.getLogger(OwnIncarnation.class);

    /**
     * Between two incarnations of a running node; entities found meanwhile wait so long. It is
     * twice as long each time, until nothing has been found for the longest.
     */
    static final long PAUSE_NANOS_MIN = 500_000_000;

    static final long PAUSE_NANOS_MAX = 8_000_000_000L;

    private record Found(int shard, Input.Loaded loaded) {}

    private final List<ShardLoop> shards;
    private final List<PeerLinks> links;
    private final NodeStore store;
    private final NodeStanding standing;
    private final BackgroundRetry background;

    /**
     * Whether nothing can have been voted by this store that this process does not know of: it made
     * the store, or found it empty and amnesiac in everything, which even an old copy is then.
     */
    private final boolean hasForgottenNothing;

    private final List<Found> waiting = new ArrayList<>();
    private boolean scheduled;
    private long notBeforeNanos;
    private long pauseNanos = PAUSE_NANOS_MIN;

    /**
     * @param shards the node's, by their index
     * @param links the shards', likewise
     * @param background runs what blocks
     */
    OwnIncarnation(
            List<ShardLoop> shards,
            List<PeerLinks> links,
            NodeStore store,
            NodeStanding standing,
            BackgroundRetry background) {
        this.shards = shards;
        this.links = links;
        this.store = store;
        this.standing = standing;
        this.background = background;
        this.hasForgottenNothing =
                store.isNew() || (store.standing() == Standing.REBUILDING && store.keys() == 0);
    }

    @Override
    public void found(ShardLoop shard, Input.Loaded loaded) {
        long delayNanos;
        synchronized (this) {
            waiting.add(new Found(shard.index(), loaded));
            if (scheduled) {
                return;
            }
            scheduled = true;
            long now = shard.nowNanos();
            if (now - notBeforeNanos >= PAUSE_NANOS_MAX) {
                pauseNanos = PAUSE_NANOS_MIN;
            }
            delayNanos = Math.max(0, notBeforeNanos - now);
            notBeforeNanos = now + delayNanos + pauseNanos;
            pauseNanos = Math.min(PAUSE_NANOS_MAX, 2 * pauseNanos);
        }
        LoopScheduler loop = shard.scheduler();
        loop.schedule(
                () ->
                        background.execute(
                                loop,
                                "incarnation_not_raised",
                                "Damaged entities wait to be rebuilt.",
                                this::begin),
                delayNanos);
    }

    /** Nothing is told, and nothing that was found taken in, before the incarnation is durable. */
    private void begin() throws IOException {
        int incarnation = store.raiseIncarnation(0);
        List<Found> found;
        synchronized (this) {
            scheduled = false;
            found = List.copyOf(waiting);
            waiting.clear();
        }
        LOG.warn(
                "incarnation_raised to {} because {} damaged entities were found; they are rebuilt",
                incarnation,
                found.size());
        live(incarnation, found);
    }

    @Override
    public int incarnation() {
        return store.incarnation();
    }

    @Override
    public Lives lives() {
        return store.lives();
    }

    @Override
    public void outlive(int incarnation) throws IOException {
        boolean takesPart = store.standing() != Standing.NEW && !hasForgottenNothing;
        if (!takesPart && incarnation >= store.incarnation()) {
            // It may be a copy of a store that has voted since, and those who remember that one
            // alone would not tell (Rule A1). Not one after the other: a store that rebuilds, and
            // was killed before it had a later incarnation, would be refused for ever.
            standing.lost(rebuilding -> store.rebuild(incarnation));
            if (store.hasRejoined()) {
                store.rebuild(incarnation); // the other one may have stood in later epochs (M8)
            }
            int next =
                    store.incarnation() > incarnation
                            ? store.incarnation()
                            : store.raiseIncarnation(incarnation);
            LOG.warn(
                    "incarnation_raised to {} because another store of this node is remembered"
                            + " under {}",
                    next,
                    incarnation);
            live(next, List.of());
        }
    }

    private void live(int incarnation, List<Found> found) {
        for (int i = 0; i < shards.size(); i++) {
            int index = i;
            ShardLoop shard = shards.get(i);
            shard.scheduler()
                    .execute(() -> {
                        links.get(index).beginLife(incarnation);
                        for (Found one : found) {
                            if (one.shard() == index) {
                                shard.loaded(one.loaded());
                            }
                        }
                    });
        }
    }
}
