package io.paxosstore.node.repair;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * The background sweep of one shard (Rules C3, A2): walks over what the other nodes hold, one node
 * after the other, page by page, and brings up to date what this node lacks, is behind in or is
 * amnesiac in; and tells them where they are behind if messages were lost between them. With
 * checksums it is the check that replicas agree.
 *
 * <p>What is under way is bounded by a window, what is begun by a rate. On the shard's loop only,
 * but for {@link #damaged}, {@link #keysLeft} and {@link #progress}.
 */
public final class Sweeper {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

    private static final long SECOND_NANOS = 1_000_000_000L;

    /** A page that does not come within this is asked for again. */
    private static final long ANSWER_NANOS = 5 * SECOND_NANOS;

    /** A node that would not list some slots of a change is not asked again within this. */
    private static final long REFUSED_NANOS = SECOND_NANOS / 5;

    private static final long RETRY_MIN_NANOS = SECOND_NANOS / 20;
    private static final long RETRY_MAX_NANOS = SECOND_NANOS;

    /** So often an entity is tried; one that is still behind then waits for its next use. */
    private static final int ATTEMPTS_MAX = 8;

    /** Telling a node so many bytes counts like one entity more that is brought up to date. */
    private static final int TOLD_BYTES = 256;

    private final int self;
    private final SweepHost host;
    private final SweepOptions options;
    private final Counters counters;
    private final Budget recovers;
    private final OnDemand onDemand;
    private final Budget checks;
    private final WalkPlan plan;
    private final Pace moves;
    private final Map<Long, Work> underWay = new HashMap<>();
    private final Queue<Work> retries = new ArrayDeque<>();
    private final Hints hints = new Hints();
    private final Differences differences;
    private final Losses losses;

    private @Nullable Walk walk;
    private long lastId;
    private long nextCheckNanos;
    private boolean wasFull;
    private volatile long keysLeft;
    private volatile String progress = "not begun";

    /**
     * @param self this node
     */
    public Sweeper(int self, SweepHost host, SweepOptions options, Counters counters) {
        this.self = self;
        this.host = host;
        this.options = options;
        this.counters = counters;
        this.losses = new Losses(counters);
        this.differences =
                new Differences(self, host, counters, () -> ++lastId, ANSWER_NANOS, this::repair);
        long nowNanos = host.nowNanos();
        this.recovers = new Budget(options.recoversPerSecond(), nowNanos);
        this.onDemand =
                new OnDemand(counters, options.recoversPerSecond(), options.window(), nowNanos);
        this.checks = new Budget(options.checksPerSecond(), nowNanos);
        this.nextCheckNanos = nowNanos + options.intervalNanos();
        this.moves = new Pace(options.moveSharePercent());
        this.plan = new WalkPlan(self, host, moves);
    }

    /** About how many entities are still to be looked at; from any thread. */
    public long keysLeft() {
        return keysLeft;
    }

    /** What the sweep is doing, in words; from any thread. */
    public String progress() {
        return progress;
    }

    /** The engine has found a damaged record of an entity; from any thread. */
    public void damaged(EntityKey key) {
        hints.damaged(key);
    }

    /** An entity is known to be behind another node, and no client waits for it. */
    public void lagging(Effects.Lag lag) {
        // While everything is rebuilt, one more walk at the end costs less than single keys.
        if (isRebuilding() || !hints.lagging(lag)) {
            plan.catchUpLater();
        }
    }

    /**
     * A message was not taken, since it was said in another epoch: what it brought may have been
     * chosen by the others, and be told by nobody again.
     */
    void missed() {
        losses.ofOtherEpoch();
    }

    /**
     * A node can be reached now: it may have moved on meanwhile. All are walked over: what it told
     * the others alone they still know when it has been killed since and has lost its chosen marks,
     * which are not durable by themselves (Rule D3).
     */
    public void peerUp() {
        plan.catchUpLater();
    }

    /**
     * A node can no longer be reached: its cursors may mean nothing when it is back. What it was
     * about to tell this node it may have told the others.
     */
    public void peerDown(int nodeId) {
        plan.catchUpLater();
        plan.ownLater();
        if (walk != null && walk.nodeId == nodeId) {
            abandonWalk();
        }
    }

    /**
     * A node lives under a later incarnation than before. It may have lost its disk, and with it
     * that this node has begun anew; so what was found there counts no more (Rule A4).
     */
    public void begunAnew(int nodeId) {
        if (walk != null && walk.nodeId == nodeId && walk.purpose == Walk.Purpose.REBUILD) {
            abandonWalk();
        }
    }

    /**
     * Does what is due; to be called again and again.
     *
     * @return whether there is more to do soon
     */
    public boolean tick() {
        if (host.standing() == Standing.NEW || host.room() == Room.NONE) {
            progress = host.standing() == Standing.NEW ? "not begun" : "waits for room on the disk";
            wasFull |= host.room() == Room.NONE;
            return false;
        }
        if (isRebuilding() && !host.mayRebuild()) {
            progress = "waits for the topology";
            return false;
        }
        if (wasFull) {
            // Without room it did not vote, so the others went on alone.
            wasFull = false;
            plan.catchUpLater();
        }
        if (losses.isAny()) {
            plan.exchangeLater();
        }
        long nowNanos = host.nowNanos();
        if (nowNanos >= nextCheckNanos) {
            nextCheckNanos = nowNanos + options.intervalNanos();
            plan.check();
        }
        if (hints.takeDamageLost()) {
            plan.catchUpWithAll();
        }
        if (walk != null && !isStillWanted(walk)) {
            abandonWalk();
        }
        if (walk == null) {
            walk = plan.next(nowNanos);
            if (walk != null) {
                walk.rebuildVersion = host.rebuildVersion();
            }
        }
        differences.settle(nowNanos);
        recovers.spend(onDemand.charge(nowNanos));
        pump(nowNanos);
        report();
        return walk != null
                || !underWay.isEmpty()
                || !retries.isEmpty()
                || !hints.isEmpty()
                || !differences.isEmpty();
    }

    /** A walk that rebuilds goes on for what is still to be rebuilt. */
    private boolean isStillWanted(Walk current) {
        if (current.purpose != Walk.Purpose.REBUILD) {
            return !plan.hasRebuild(host.nowNanos()) && !isRebuilding();
        }
        if (current.rebuildVersion != host.rebuildVersion()) {
            current.rebuildVersion = host.rebuildVersion();
            current.slots = current.slots.and(host.toRebuild(current.nodeId));
        }
        return !current.slots.isEmpty();
    }

    private boolean isRebuilding() {
        return host.standing() == Standing.REBUILDING;
    }

    /** The walk is begun anew when its node is back. */
    private void abandonWalk() {
        Walk gone = walk;
        if (gone != null) {
            plan.again(gone, host.nowNanos());
            underWay.values().removeIf(work -> gone.equals(work.walk));
            retries.removeIf(work -> gone.equals(work.walk));
            moves.ends(host.nowNanos());
            walk = null;
        }
    }

    /** Starts as much as window and rate allow, and asks for the next page in time. */
    private void pump(long nowNanos) {
        for (int count = retries.size(); count > 0 && recovers.allows(nowNanos); count--) {
            Work work = retries.remove();
            if (work.notBeforeNanos <= nowNanos) {
                start(work, nowNanos);
            } else {
                retries.add(work);
            }
        }
        while (hasRoom() && recovers.allows(nowNanos)) {
            Hints.Hint hint = hints.next();
            if (hint == null) {
                break;
            }
            if (hint.isDamage()) {
                counters.increment(Count.DAMAGED);
            }
            // A node that is down is walked over when it is back; where no voter is known to be
            // ahead, all are asked.
            if (hint.isDamage() || hint.from() == self || host.isUp(hint.from())) {
                start(new Work(hint.key(), hint.from(), hint.version(), null), nowNanos);
            }
        }
        Walk current = walk;
        if (current == null) {
            return;
        }
        lookAt(current, nowNanos);
        if (current.isPageOver()) {
            moves.ends(host.nowNanos());
        }
        if (current.items.isEmpty() && !current.lastPage) {
            askForPage(current, nowNanos);
        } else if (current.items.isEmpty() && current.unfinished == 0) {
            endWalk(current, nowNanos);
        } else if (current.items.isEmpty() && current.purpose == Walk.Purpose.REBUILD) {
            endSlots(current, nowNanos);
        }
    }

    /** What is begun does not count for the rest: that others have to wait for. */
    private void lookAt(Walk current, long nowNanos) {
        if (current.items.isEmpty()) {
            return;
        }
        long begunNanos = host.nowNanos();
        long begunId = lastId;
        while (hasRoom() && recovers.allows(nowNanos)) {
            Listing.Item item = current.items.poll();
            if (item == null) {
                break;
            }
            look(current, item, nowNanos);
        }
        current.looked(begunNanos, host.nowNanos(), lastId == begunId);
    }

    /**
     * All is begun: the slots of which nothing is under way are rebuilt, whatever becomes of the
     * others; and those must not keep everything else waiting for ever. Not of a store that is
     * rebuilt as a whole, where nothing else is to be done.
     */
    private void endSlots(Walk current, long nowNanos) {
        if (isRebuilding()) {
            return;
        }
        if (current.settledNanos == 0) {
            current.settledNanos = nowNanos;
        }
        BitSet waiting = new BitSet();
        underWay.values().forEach(work -> work.addSlot(current, waiting));
        retries.forEach(work -> work.addSlot(current, waiting));
        SlotEpochs ended = current.slots.filter((slot, epoch) -> !waiting.get(slot));
        if (!ended.isEmpty()) {
            current.slots = current.slots.without(ended);
            current.settledNanos = nowNanos;
            host.rebuilt(current.nodeId, ended);
        } else if (nowNanos - current.settledNanos > ANSWER_NANOS) {
            plan.refused(current.nodeId, nowNanos + REFUSED_NANOS);
            abandonWalk();
        }
    }

    private boolean hasRoom() {
        return underWay.size() + retries.size() < options.window();
    }

    private void askForPage(Walk current, long nowNanos) {
        boolean waits =
                current.question != 0
                        ? nowNanos - current.askedNanos < ANSWER_NANOS
                        : current.isResting(nowNanos) || isTooSoon(current, nowNanos);
        boolean check = current.purpose == Walk.Purpose.CHECK;
        if (!waits && (!check || checks.allows(nowNanos))) {
            current.question = ++lastId;
            current.askedNanos = nowNanos;
            current.goesOn(nowNanos);
            if (current.purpose == Walk.Purpose.REBUILD) {
                moves.begins(nowNanos);
            }
            host.ask(
                    current.nodeId,
                    new Listing.Request(
                            current.question, current.cursor, check, null, current.slots));
        }
    }

    private boolean isTooSoon(Walk current, long nowNanos) {
        return current.purpose == Walk.Purpose.REBUILD && plan.isResting(nowNanos);
    }

    /** Takes an answer of another node. */
    public void answered(int nodeId, Listing.Page page) {
        if (differences.answered(nodeId, page)) {
            return;
        }
        Walk current = walk;
        if (current == null || current.nodeId != nodeId || current.question != page.id()) {
            return;
        }
        if (current.purpose == Walk.Purpose.REBUILD && !page.refused().isEmpty()) {
            current.slots = current.slots.without(page.refused());
            long pauseNanos = isRebuilding() ? ANSWER_NANOS : REFUSED_NANOS;
            plan.refused(nodeId, host.nowNanos() + pauseNanos);
            if (current.slots.isEmpty()) {
                abandonWalk();
                return;
            }
        }
        current.question = 0;
        current.items.addAll(page.items());
        current.cursor = page.next();
        current.lastPage = page.next() == 0;
        current.keys = page.keys();
        if (current.purpose == Walk.Purpose.CHECK) {
            checks.spend(page.items().size());
        }
        pump(host.nowNanos());
    }

    /** Compares an entity with what this node holds. */
    private void look(Walk current, Listing.Item item, long nowNanos) {
        current.seen++;
        counters.increment(Count.SWEEP_COMPARED);
        if (!host.isVoterOf(item.key())) {
            return;
        }
        // A value is read to be compared, and thereby checked.
        boolean compares = item.checksum() != 0;
        Stored mine = host.look(item.key());
        if (current.tells()
                && mine.version() > item.version()
                && mine.isRecovered()
                && host.voters(item.key()).contains(current.nodeId)) {
            counters.increment(Count.SWEEP_TOLD);
            int bytes = host.tell(current.nodeId, item.key(), item.version());
            recovers.spend(1 + bytes / TOLD_BYTES);
        }
        boolean isOwn = current.nodeId == self;
        if (current.purpose == Walk.Purpose.REBUILD && host.isWalking(item.key())) {
            current.unfinished++;
            start(Work.settling(item.key(), current), nowNanos);
        } else if (mine.isBehind(item.version())) {
            current.unfinished++;
            long version = isOwn ? 0 : item.version();
            start(new Work(item.key(), isOwn ? 0 : current.nodeId, version, current), nowNanos);
        } else if (mine.isUnsettled()) {
            current.unfinished++;
            start(new Work(item.key(), 0, mine.pendingEntry(), current), nowNanos);
        } else if (compares && mine.version() == item.version()) {
            differences.compare(current.nodeId, item, host.checksum(item.key()), nowNanos);
        }
    }

    /** Brings an entity up to date of which this node's copy is of no use. */
    void repair(EntityKey key, int holder, long version) {
        start(new Work(key, holder, version, null), host.nowNanos());
    }

    private void start(Work work, long nowNanos) {
        recovers.spend(1);
        onDemand.sweepBegins();
        long token = ++lastId;
        work.attempts++;
        underWay.put(token, work);
        long deadlineNanos = nowNanos + options.deadlineNanos();
        if (work.settles) {
            host.settle(token, work.key, deadlineNanos);
        } else {
            host.recover(token, work.key, work.from, work.version, deadlineNanos);
        }
    }

    /** An entity is up to date, or could not be brought there in time. */
    public void recovered(long token, Outcome outcome) {
        Work work = underWay.remove(token);
        if (work == null) {
            return; // of a walk that was abandoned
        }
        boolean isDone = outcome instanceof Outcome.Recovered || outcome instanceof Outcome.Value;
        if (isDone || isOfOthers(outcome)) {
            finished(work);
            return;
        }
        boolean rebuild = work.walk != null && work.walk.purpose == Walk.Purpose.REBUILD;
        if (rebuild || work.attempts < ATTEMPTS_MAX) {
            long wait = RETRY_MIN_NANOS << Math.min(work.attempts, ATTEMPTS_MAX);
            work.notBeforeNanos = host.nowNanos() + Math.min(wait, RETRY_MAX_NANOS);
            retries.add(work);
        } else {
            finished(work);
        }
    }

    /** This node is no voter of it, or no more, and will not become one by trying again. */
    private static boolean isOfOthers(Outcome outcome) {
        return outcome instanceof Outcome.NotDone notDone
                && notDone.reason() == Outcome.Reason.NOT_A_VOTER;
    }

    private static void finished(Work work) {
        if (work.walk != null) {
            work.walk.unfinished--;
        }
    }

    private void endWalk(Walk ended, long nowNanos) {
        walk = null;
        plan.ended(ended, nowNanos);
        counters.increment(Count.SWEEP_WALKS);
        // While voters change, walks over a few slots follow each other by the hundred.
        boolean isSmall = ended.purpose == Walk.Purpose.REBUILD && !isRebuilding();
        LOG.atLevel(isSmall ? Level.DEBUG : Level.INFO)
                .log(
                        "sweep_done node={} with={} purpose={} keys={}",
                        self,
                        ended.nodeId,
                        ended.purpose,
                        ended.seen);
        if (ended.purpose == Walk.Purpose.REBUILD) {
            host.rebuilt(ended.nodeId, ended.slots);
        }
    }

    private void report() {
        Walk current = walk;
        if (current != null) {
            keysLeft = current.left();
            progress = current.progress();
        } else if (isRebuilding()) {
            keysLeft = 0;
            progress = "waits for nodes to rebuild from";
        } else if (plan.hasRebuild(host.nowNanos())) {
            keysLeft = Math.max(1, keysLeft);
            progress = "rests before it goes on with slots that move";
        } else {
            keysLeft = 0;
            progress = "done for now";
        }
    }
}
