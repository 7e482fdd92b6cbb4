package io.paxosstore.node.repair;

import io.paxosstore.core.Voters;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;

/**
 * Compares what the replicas hold of the entities of one shard, in the background: every entity at
 * one version, by digests of its content. The chain of entries may be the same and the data another
 * one nevertheless: by a wrong apply, merge or image, or a bit that flipped in memory.
 *
 * <p>Of the nodes that can be reached one compares an entity; which one, its hash says. A node that
 * finds itself in the minority gives up its copy and has it rebuilt. One that finds another node
 * there tells it so, and that node asks all others itself: nobody gives up anything on another
 * one's word. Without a majority nothing is changed.
 *
 * <p>An entity that is written all the time is past its version before the others have heard of the
 * question. It is tried again at a version that is still to come, so far ahead as it had moved on
 * in between, and each replica looks when it comes there.
 *
 * <p>On the shard's loop only.
 */
final class ContentCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ContentCheck.class);

    /** Comparisons at the same time. */
    private static final int COMPARISONS_MAX = 32;

    /** Of those, so many of entities that are still being read here: each holds a snapshot. */
    private static final int READING_MAX = 4;

    /** Versions at which an entity is tried; it comes again with the next check. */
    private static final int ATTEMPTS_MAX = 6;

    /** So many times further ahead than it had moved on. */
    private static final int AHEAD_FACTOR = 4;

    private static final int PAGE_ENTITIES = 64;

    /** Entities that are looked at out of turn; more wait for their turn. */
    private static final int SUSPECTS_MAX = 256;

    /** A copy that was given up is compared again after so long, until it is rebuilt. */
    private static final long REPAIR_NANOS = 1_000_000_000L;

    private static final int REPAIR_ATTEMPTS_MAX = 60;

    /** After so many of them the rebuilding is begun again. */
    private static final int REPAIR_AGAIN = 20;

    /** An entity that is compared. */
    private static final class Work {
        private final EntityKey key;
        private int attempts;

        /** How far ahead of the present version the replicas are to look. */
        private long ahead;

        Work(EntityKey key) {
            this.key = key;
        }
    }

    /** A copy that was given up. */
    private static final class Repair {
        private final int holder;
        private final long version;
        private int attempts;
        private long dueNanos;

        Repair(int holder, long version, long dueNanos) {
            this.holder = holder;
            this.version = version;
            this.dueNanos = dueNanos;
        }
    }

    private final int self;
    private final ContentHost host;
    private final SweepOptions options;
    private final Counters counters;
    private final Budget checks;
    private final Queue<EntityKey> page = new ArrayDeque<>();
    private final Deque<Work> suspects = new ArrayDeque<>();
    private final Map<Comparison, Work> running = new LinkedHashMap<>();
    private final Map<EntityKey, Repair> repairs = new LinkedHashMap<>();

    private long nextPassNanos;
    private boolean passing;
    private long cursor;
    private boolean lastPage;
    private long lastQuestion;

    /**
     * @param self this node
     */
    ContentCheck(int self, ContentHost host, SweepOptions options, Counters counters) {
        this.self = self;
        this.host = host;
        this.options = options;
        this.counters = counters;
        // What others still compute for an earlier life of this node answers nothing that is asked.
        this.lastQuestion = (long) host.incarnation() << Integer.SIZE;
        long nowNanos = host.nowNanos();
        this.checks = new Budget(options.checksPerSecond(), nowNanos);
        this.nextPassNanos = nowNanos + options.intervalNanos();
    }

    /**
     * Does what is due; to be called again and again.
     *
     * @return whether there is more to do soon
     */
    boolean tick() {
        settle();
        if (host.standing() != Standing.WHOLE || !options.comparesContent()) {
            return !running.isEmpty();
        }
        long nowNanos = host.nowNanos();
        lookAgain(nowNanos);
        if (!passing && nowNanos >= nextPassNanos) {
            nextPassNanos = nowNanos + options.intervalNanos();
            passing = true;
            lastPage = false;
            cursor = 0;
        }
        while (hasRoom() && checks.allows(nowNanos)) {
            Work next = next();
            if (next == null) {
                break;
            }
            checks.spend(1);
            begin(next);
        }
        return passing || !running.isEmpty() || !suspects.isEmpty();
    }

    private boolean hasRoom() {
        return running.size() < COMPARISONS_MAX
                && running.keySet().stream().filter(Comparison::isReading).count() < READING_MAX;
    }

    /** Another node takes this one to hold something wrong. */
    void suspected(EntityKey key) {
        if (suspects.size() < SUSPECTS_MAX && !isUnderWay(key)) {
            suspects.add(new Work(key));
        }
    }

    private boolean isUnderWay(EntityKey key) {
        return running.values().stream().anyMatch(work -> work.key.equals(key))
                || suspects.stream().anyMatch(work -> work.key.equals(key));
    }

    /** An answer of another node. */
    void answered(int nodeId, ContentFrame.Answer answer) {
        for (Comparison one : running.keySet()) {
            if (one.answered(nodeId, answer)) {
                return;
            }
        }
    }

    /** Forgets all. */
    void close() {
        running.keySet().forEach(Comparison::close);
        running.clear();
    }

    /** What is compared next: what is suspected, then what the pass comes to; null for nothing. */
    private @Nullable Work next() {
        Work suspect = suspects.poll();
        if (suspect != null || !passing) {
            return suspect;
        }
        if (page.isEmpty() && !lastPage) {
            cursor =
                    host.contentPage(
                            cursor,
                            PAGE_ENTITIES,
                            (key, version, checksum) -> {
                                if (version > 0 && isMine(key)) {
                                    page.add(key);
                                }
                            });
            lastPage = cursor == 0;
        }
        EntityKey key = page.poll();
        if (key == null && lastPage) {
            passing = false;
            counters.increment(Count.CONTENT_PASSES);
            LOG.info("content_checked node={}", self);
        }
        return key == null ? null : new Work(key);
    }

    /** Whether this node is the one of those that can be reached that compares an entity. */
    private boolean isMine(EntityKey key) {
        int[] nodeIds = votersOf(key);
        int first = Math.floorMod(key.hash(), nodeIds.length);
        for (int i = 0; i < nodeIds.length; i++) {
            int nodeId = nodeIds[(first + i) % nodeIds.length];
            if (nodeId == self) {
                return true;
            }
            if (host.compares(nodeId)) {
                return false;
            }
        }
        return true;
    }

    /** In ascending order of their ids. */
    private int[] votersOf(EntityKey key) {
        Voters voters = host.voters(key);
        return IntStream.range(0, voters.count()).map(voters::id).sorted().toArray();
    }

    private void begin(Work work) {
        List<Integer> others = new ArrayList<>();
        for (int nodeId : votersOf(work.key)) {
            if (nodeId != self && host.compares(nodeId)) {
                others.add(nodeId);
            }
        }
        long version = host.version(work.key);
        if (others.isEmpty() || version == 0) {
            return;
        }
        Comparison comparison = new Comparison(host, work.key, version + work.ahead);
        others.forEach(nodeId -> comparison.ask(nodeId, ++lastQuestion));
        running.put(comparison, work);
    }

    private void settle() {
        List<Comparison> over = new ArrayList<>();
        for (Comparison one : running.keySet()) {
            if (one.isOver()) {
                over.add(one);
            }
        }
        for (Comparison one : over) {
            Work work = running.remove(one);
            one.close();
            if (work == null) {
                continue;
            }
            work.attempts++;
            if (one.isWithoutMine()) {
                counters.increment(Count.CONTENT_MISSED); // amnesiac: it is rebuilt anyway
            } else if (one.isMissed() && work.attempts < ATTEMPTS_MAX) {
                long past = one.past();
                work.ahead = past == 0 ? 0 : Math.max(2 * work.ahead, AHEAD_FACTOR * (past + 1));
                suspects.addFirst(work);
            } else {
                conclude(one);
            }
        }
    }

    private void conclude(Comparison over) {
        Opinions opinions = over.opinions(self, host.voters(over.key()).count());
        if (over.isMissed() || opinions.count() < 2) {
            counters.increment(Count.CONTENT_MISSED);
        } else {
            counters.increment(Count.CONTENT_COMPARED);
        }
        if (!opinions.areEqual()) {
            differ(over, opinions);
        } else if (opinions.isRight(self) && repairs.remove(over.key()) != null) {
            counters.increment(Count.CONTENT_REPAIRED);
            LOG.info("content_repaired entity={} version={}", over.key(), over.version());
        }
    }

    private void differ(Comparison over, Opinions opinions) {
        counters.increment(Count.CONTENT_DIFFERENCES);
        EntityKey key = over.key();
        int holder = opinions.holder();
        if (holder == 0) {
            LOG.error(
                    "content_differs entity={} version={} digests={}: no majority agrees, nothing"
                            + " is changed; it is looked at again at the next check",
                    key,
                    over.version(),
                    opinions);
        } else if (opinions.isRight(self)) {
            LOG.error(
                    "content_differs entity={} version={} digests={}: wrong at {}, told to look"
                            + " itself",
                    key,
                    over.version(),
                    opinions,
                    opinions.wrong());
            opinions.wrong().forEach(one -> host.send(one, new ContentFrame.Suspect(key)));
        } else if (opinions.wrong().contains(self)) {
            LOG.error(
                    "content_differs entity={} version={} digests={}: wrong at this node {}, its"
                            + " copy is rebuilt",
                    key,
                    over.version(),
                    opinions,
                    self);
            counters.increment(Count.CONTENT_QUARANTINED);
            host.quarantine(key);
            host.repair(key, holder, over.version());
            repairs.put(key, new Repair(holder, over.version(), host.nowNanos() + REPAIR_NANOS));
        }
    }

    /** Copies that were given up are compared again when they are rebuilt. */
    private void lookAgain(long nowNanos) {
        List<EntityKey> givenUp = new ArrayList<>();
        repairs.forEach((key, repair) -> {
            if (nowNanos < repair.dueNanos || isUnderWay(key)) {
                return;
            }
            repair.attempts++;
            repair.dueNanos = nowNanos + REPAIR_NANOS;
            if (repair.attempts > REPAIR_ATTEMPTS_MAX) {
                givenUp.add(key);
            } else {
                if (repair.attempts % REPAIR_AGAIN == 0) {
                    host.repair(key, repair.holder, repair.version);
                }
                suspects.addFirst(new Work(key));
            }
        });
        for (EntityKey key : givenUp) {
            repairs.remove(key);
            LOG.error(
                    "content_not_repaired entity={}: it is tried again when it is next used, or at"
                            + " the next sweep",
                    key);
        }
    }
}
