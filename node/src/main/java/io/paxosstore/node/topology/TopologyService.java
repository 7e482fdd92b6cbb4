package io.paxosstore.node.topology;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.Requester;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.FailureCode;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Reads and changes the topology in the store, and keeps the node's copy of it. Parts that nobody
 * has written yet it writes itself: the head from the configuration's nodes, the others from the
 * head, so that they fit whoever wrote it.
 *
 * <p>Everything but {@link #current}, {@link #plan}, {@link #isLoaded} and what says so runs on the
 * loop of the topology's home shard.
 */
public final class TopologyService implements Requester {
    private static final long JITTER_PARTS = 1_000;

    /** Correlation ids of looks at this node's own copy: one for each part. */
    private static final long LOOKS_END = Part.COUNT;

    private final int self;
    private final int homeShard;
    private final LoopScheduler loop;
    private final Calls calls;
    private final TopologyOptions options;
    private final RandomSource random;
    private final List<ClusterNode> configured;
    private final FirstTopology first;
    private final Runnable stray;
    private final RateLimitedLog log;
    private final List<PartAccess> parts;
    private final Map<Long, PartAccess> underWay = new HashMap<>();
    private final TopologyCopy copy = new TopologyCopy();
    private final boolean[] loadedParts = new boolean[Part.COUNT];
    private final Followers followers;

    private volatile @Nullable Topology current;
    private volatile @Nullable MovePlan plan;
    private volatile boolean loaded;

    /** When a majority was asked for the head last; before, when this was made. */
    private volatile long headReadNanos;

    /** Versions of parts that this node has written. */
    private final LongAdder written = new LongAdder();

    private long lastCorrelation = LOOKS_END;
    private int nextPage;
    private boolean isStarted;

    /** By the index of the part, those that this node has found missing. */
    private final BitSet waited = new BitSet();

    /** What was made of these nodes, if it has been needed. */
    private @Nullable Topology made;

    /** By the index of the part: which are being looked at, and which are to be once more. */
    private final BitSet looking = new BitSet();

    private final BitSet lookAgain = new BitSet();

    /** By part, the key's version of what was taken in last; 0 for nothing. */
    private final long[] lookedAt = new long[Part.COUNT];

    /**
     * @param self this node
     * @param homeShard the shard that this runs on
     * @param loop its loop
     * @param calls reach the replicas of the topology's parts
     * @param random for this node
     * @param configured the nodes of the configuration, of which a new cluster is made
     * @param stray run on the loop when a part was not read in time: the system slot's voters may
     *     be others than this node knows, so that somebody is to be asked for them
     */
    public TopologyService(
            int self,
            int homeShard,
            LoopScheduler loop,
            Calls calls,
            TopologyOptions options,
            RandomSource random,
            List<ClusterNode> configured,
            FirstTopology first,
            Runnable stray) {
        this.self = self;
        this.homeShard = homeShard;
        this.loop = loop;
        this.calls = calls;
        this.options = options;
        this.random = random;
        this.configured = List.copyOf(configured);
        this.first = first;
        this.stray = stray;
        this.log =
                new RateLimitedLog(LoggerFactory.getLogger(TopologyService.class), loop::nanoTime);
        this.followers = new Followers(loop, log, () -> current, options.timeoutNanos());
        this.headReadNanos = loop.nanoTime();
        long clientId = random.nextLong();
        this.parts =
                Part.ALL.stream()
                        .map(part ->
                                new PartAccess(
                                        part, this::send, loop, options.timeoutNanos(), clientId))
                        .toList();
    }

    /** The node's copy; null until all parts were there once. From any thread. */
    public @Nullable Topology current() {
        return current;
    }

    /** The newest plan that this node knows; null before it knows one. From any thread. */
    public @Nullable MovePlan plan() {
        return plan;
    }

    /**
     * Whether a majority was asked for every part since the start (Rule M8): before, the copy may
     * be one that was true long ago. From any thread.
     */
    public boolean isLoaded() {
        return loaded;
    }

    /** Whether those who follow have been told of all that the copy has. From any thread. */
    public boolean hasTold() {
        return followers.haveAll();
    }

    /**
     * For how long the copy may have been behind: nanoseconds since a majority was asked for the
     * head last, or since the node has started. From any thread.
     */
    public long ageNanos() {
        return loop.nanoTime() - headReadNanos;
    }

    /** How many times this node has written a part of the topology. From any thread. */
    public long written() {
        return written.sum();
    }

    /** Tells of the copy, now if there is one, and at every change; from any thread. */
    public void follow(TopologyFollower follower) {
        loop.execute(() -> followers.add(follower));
    }

    /**
     * Ends what {@link #follow} began, of the same thread; from any thread. It may be told once
     * more.
     */
    public void unfollow(TopologyFollower follower) {
        // Not at once: it may be that it is still to be added.
        loop.execute(() -> followers.remove(follower));
    }

    /** Reads everything, then begins the periodic refresh; from any thread. */
    public void start() {
        loop.execute(() -> {
            isStarted = true;
            Part.ALL.forEach(this::readSoon);
            new Recurring(loop, "topology_refresh", this::refreshAgain).beginIn(pause());
        });
    }

    private long pause() {
        long half = options.refreshNanos() / 2;
        return half + options.refreshNanos() * random.nextLong(JITTER_PARTS) / JITTER_PARTS;
    }

    private long refreshAgain() {
        readSoon(Part.HEAD);
        readSoon(Part.PLAN);
        for (int i = 0; i < options.pagesPerRefresh(); i++) {
            readSoon(Part.page(nextPage));
            nextPage = (nextPage + 1) % TopologyPage.COUNT;
        }
        return pause();
    }

    /** Reads a part, unless a read that has not begun yet will tell the same. */
    private void readSoon(Part part) {
        if (!access(part).isReadWaiting()) {
            access(part).read(result -> onRead(part, result));
        }
    }

    private PartAccess access(Part part) {
        return parts.get(part.index());
    }

    /** Reads a part as it is now or later; on the loop only. */
    public void read(Part part, Consumer<PartResult> answer) {
        access(part)
                .read(result -> {
                    onRead(part, result);
                    answer.accept(result);
                });
    }

    /**
     * Makes a value the next version of its part, unless somebody else has changed it; on the loop
     * only. Not before this node has seen all parts: the first versions of some are made from the
     * first one of another.
     *
     * @param next of a version greater by one than that which it was made from
     */
    public void change(PartValue next, Consumer<PartResult> answer) {
        if (current == null) {
            answer.accept(
                    new PartResult.Failed(
                            FailureCode.OVERLOADED, "This node does not know the topology yet."));
        } else {
            write(next, answer);
        }
    }

    private void write(PartValue next, Consumer<PartResult> answer) {
        access(next.part())
                .change(
                        next,
                        result -> {
                            onChanged(next.part(), result);
                            answer.accept(result);
                        });
    }

    /** Somebody knows a part in a version: if that is a newer one, it is read; any thread. */
    public void heardOf(Part part, long version) {
        loop.execute(() -> {
            if (version > copy.version(part)) {
                readSoon(part);
            }
        });
    }

    /**
     * Somebody has told what became of a slot: if that is new, the copy has it from now on, and its
     * page is read; any thread.
     */
    public void learn(SlotChange told) {
        loop.execute(() -> {
            if (told.slot() == Slots.SYSTEM) {
                TopologyHead head = copy.head();
                if (head == null || head.system().epoch() < told.configuration().epoch()) {
                    readSoon(Part.HEAD);
                }
            } else if (copy.learn(told)) {
                publish();
                readSoon(Part.page(TopologyPage.numberOf(told.slot())));
            } else if (copy.lacksNodes()) {
                readSoon(Part.HEAD);
            }
        });
    }

    /** This node's replicas have learnt an entry of the system space; any thread. */
    public void systemEntry(EntityKey key) {
        loop.execute(() -> {
            Part part = Part.of(key);
            if (isStarted && part != null) {
                look(part);
            }
        });
    }

    /** Looks at what this node's own replica knows of a part, once more if that is under way. */
    private void look(Part part) {
        if (looking.get(part.index())) {
            lookAgain.set(part.index());
            return;
        }
        looking.set(part.index());
        long deadline = loop.nanoTime() + options.timeoutNanos();
        calls.execute(
                this, part.index(), new Call.Read(part.key(), ReadMode.LOCAL, null, deadline));
    }

    private void send(PartAccess from, Call call) {
        lastCorrelation++;
        underWay.put(lastCorrelation, from);
        calls.execute(this, lastCorrelation, call);
    }

    @Override
    public int homeShard() {
        return homeShard;
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        if (correlation < LOOKS_END) {
            Part part = Part.ALL.get((int) correlation);
            onLook(part, outcome);
            looking.clear(part.index());
            if (lookAgain.get(part.index())) {
                lookAgain.clear(part.index());
                look(part);
            }
            return;
        }
        PartAccess access = underWay.remove(correlation);
        if (access != null) {
            access.complete(outcome);
        }
    }

    /** What this node's replica knows was chosen, however old it is. */
    private void onLook(Part part, Outcome outcome) {
        if (outcome instanceof Outcome.Value found) {
            byte[] value = KvState.value(found.state().bytes());
            try {
                long version = KvState.version(found.state().bytes());
                // A part may be long, and is looked at whenever somebody speaks of it.
                if (value != null
                        && lookedAt[part.index()] != version
                        && take(PartValue.decode(part, value))) {
                    lookedAt[part.index()] = version;
                }
            } catch (MalformedBytesException e) {
                log.warn("topology", "The topology cannot be read at " + part.key() + ": " + e);
            }
        }
    }

    private void onRead(Part part, PartResult result) {
        switch (result) {
            case PartResult.Is is -> {
                take(is.value());
                onLoaded(part);
            }
            case PartResult.Absent _ -> absent(part);
            case PartResult.Lost _, PartResult.Unknown _ -> readSoon(part);
            case PartResult.Failed failed -> {
                log.warn("topology", "Part " + part.key() + ": " + failed.sentence());
                stray.run();
                tryAgain(part);
            }
        }
    }

    /** A node that starts does not wait for the next turn of what it could not read or make. */
    private void tryAgain(Part part) {
        if (!loadedParts[part.index()]) {
            loop.schedule(() -> readSoon(part), options.timeoutNanos());
        }
    }

    private void onLoaded(Part part) {
        loadedParts[part.index()] = true;
        if (part.equals(Part.HEAD)) {
            headReadNanos = loop.nanoTime();
        }
        boolean all = true;
        for (boolean each : loadedParts) {
            all &= each;
        }
        loaded |= all;
    }

    private void onChanged(Part part, PartResult result) {
        switch (result) {
            case PartResult.Is is -> {
                written.increment();
                take(is.value());
                onLoaded(part);
            }
            case PartResult.Lost lost -> {
                take(lost.newer());
                onLoaded(part);
            }
            case PartResult.Unknown _ -> readSoon(part);
            case PartResult.Absent _, PartResult.Failed _ -> tryAgain(part);
        }
    }

    /** Whether it fits what is known. */
    private boolean take(PartValue value) {
        boolean hadHead = copy.head() != null;
        try {
            if (copy.take(value)) {
                publish();
            }
        } catch (IllegalArgumentException e) {
            log.warn("topology", "The topology contradicts itself: " + e.getMessage());
            return false;
        }
        plan = copy.plan();
        if (copy.lacksNodes()) {
            readSoon(Part.HEAD);
        }
        if (!hadHead && copy.head() != null) {
            // What was found absent before can be made now.
            Part.ALL.stream().filter(part -> copy.version(part) == 0).forEach(this::readSoon);
        }
        return true;
    }

    private void publish() {
        Topology now = copy.topology();
        if (now != null) {
            current = now;
            followers.tellSoon();
        }
    }

    /** Who is asked first for the system slot makes what is missing, others if it does not. */
    private void absent(Part part) {
        boolean isFirst = made(configured).head().system().ids().getFirst() == self;
        if (isFirst || waited.get(part.index())) {
            create(part);
        } else {
            waited.set(part.index());
            loop.schedule(() -> readSoon(part), options.refreshNanos());
        }
    }

    /**
     * Writes the first version of a part. Whoever changes the head has seen all parts, so that they
     * are made from its first version alone.
     */
    private void create(Part part) {
        TopologyHead head = copy.head();
        if (part.equals(Part.HEAD)) {
            write(new PartValue.Head(made(configured).head()), result -> {});
        } else if (part.equals(Part.PLAN)) {
            write(new PartValue.Moves(MovePlan.first()), result -> {});
        } else if (head != null && head.version() == 1) {
            Topology all = made(head.nodes().nodes());
            write(new PartValue.Page(all.pages().get(part.pageNumber())), result -> {});
        } else if (head != null) {
            log.warn(
                    "topology",
                    "Page "
                            + part.pageNumber()
                            + " of the topology is missing, and the topology is not new any more;"
                            + " restore "
                            + part.key()
                            + " from a backup.");
        }
    }

    private Topology made(List<ClusterNode> nodes) {
        Topology before = made;
        if (before != null && before.nodes().nodes().equals(nodes)) {
            return before;
        }
        Topology now = first.of(nodes);
        made = now;
        return now;
    }
}
