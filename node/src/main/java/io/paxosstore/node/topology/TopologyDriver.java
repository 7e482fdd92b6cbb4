package io.paxosstore.node.topology;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Drives the changes of the topology: asks who is whole, and writes what is due, again and again.
 * Every node has one (Rule M11). They wait for random times, and those that nobody waits for wait
 * longer, so that mostly one of the nodes that come writes, and no two in vain. Whoever finds
 * something due reads head and plan anew first, lest it takes back what a newer plan wants, and
 * then looks again. On the loop of the {@link TopologyService} only; what is due is computed in the
 * background, since the planner may take seconds.
 */
public final class TopologyDriver {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyDriver.class);
    private static final long JITTER_PARTS = 1_000;

    /** How many times longer those wait that do not come anywhere. */
    private static final int BYSTANDERS_WAIT = 4;

    /** How many times shorter those wait that come, and those that have written something. */
    private static final int HURRY = 4;

    /** How many times shorter news wait, lest each of many is looked at by itself. */
    private static final int GATHERED = 16;

    /**
     * How many times longer than the finding out what is due took is the rest afterwards, as long
     * as that is less than others wait.
     */
    private static final int REST = 30;

    /**
     * How long the others are given to enter a slot's next epoch, for each slot of a page, before
     * the next page is written. Voters do not understand each other while some have entered and
     * some have not: of all slots at once, that would be a second in which nobody is answered.
     */
    private static final long ENTERING_NANOS = 250_000;

    private final int self;
    private final TopologyService service;
    private final LoopScheduler loop;
    private final Executor background;
    private final ReportPort port;
    private final RandomSource random;
    private final DriverOptions options;
    private final RateLimitedLog log;
    private @Nullable KnownReports reports;

    /** Whether something is being computed, read or written. */
    private boolean busy;

    /** Whether it is looked soon, since something has become whole. */
    private boolean isSoon;

    /** How long it took last to find out what is due. */
    private long tookNanos;

    /** Changes that are being written. */
    private int open;

    /**
     * @param self the id of this node
     * @param service on whose loop it runs
     * @param background for what takes seconds; may refuse
     */
    public TopologyDriver(
            int self,
            TopologyService service,
            LoopScheduler loop,
            Executor background,
            ReportPort port,
            RandomSource random,
            DriverOptions options) {
        this.self = self;
        this.service = service;
        this.loop = loop;
        this.background = background;
        this.port = port;
        this.random = random;
        this.options = options;
        this.log = new RateLimitedLog(LOG, loop::nanoTime);
    }

    /** Begins. */
    public void start() {
        new Recurring(loop, "topology_driver", this::again).beginIn(pause(BYSTANDERS_WAIT));
    }

    private long pause(int times) {
        long pause = options.pauseNanos();
        return times * (pause / 2 + pause * random.nextLong(JITTER_PARTS) / JITTER_PARTS);
    }

    /** A part of the pause; longer where the finding out itself takes long. */
    private long rested(int parts) {
        long rest = Math.min(REST * tookNanos, BYSTANDERS_WAIT * options.pauseNanos());
        long pause = pause(1);
        return Math.max(pause / parts, (long) ((double) rest * pause / options.pauseNanos()));
    }

    private long again() {
        boolean comes = look();
        return comes ? rested(HURRY) : pause(BYSTANDERS_WAIT);
    }

    /** Looks once; returns whether this node comes somewhere. */
    private boolean look() {
        Topology topology = service.current();
        if (topology == null || !service.isLoaded()) {
            return false;
        }
        KnownReports known = known(topology);
        askRebuilding(topology);
        ask(known);
        computeUnlessBusy();
        return known.nodes().contains(self);
    }

    private void computeUnlessBusy() {
        if (!busy) {
            busy = true;
            compute(this::readAnew);
        }
    }

    private KnownReports known(Topology topology) {
        KnownReports known = reports;
        if (known == null) {
            known = new KnownReports(topology, port::incarnation);
            reports = known;
        } else {
            known.look(topology);
        }
        return known;
    }

    /** Of a node whose store is rebuilt nothing else is wanted than that it says when that ends. */
    private void askRebuilding(Topology topology) {
        for (ClusterNode node : topology.nodes().present()) {
            if (port.isUp(node.id()) && !port.isVoting(node.id())) {
                port.ask(
                        node.id(),
                        new SlotReports.Question(List.of()),
                        answer -> computeUnlessBusy());
            }
        }
    }

    private void ask(KnownReports known) {
        for (int node : known.nodes()) {
            if (port.isUp(node)) {
                port.ask(node, known.question(node), answer -> answered(known, node, answer));
            }
        }
    }

    /** What has become whole may be what is waited for. */
    private void answered(KnownReports known, int node, SlotReports.Answer answer) {
        if (known.take(node, answer) && !isSoon) {
            isSoon = true;
            loop.schedule(
                    () -> {
                        isSoon = false;
                        computeUnlessBusy();
                    },
                    rested(GATHERED));
        }
    }

    /** Finds out what is due by the node's copy; if anything is, goes on with it. */
    private void compute(Consumer<Work> next) {
        Topology topology = service.current();
        MovePlan plan = service.plan();
        if (topology == null || plan == null) {
            busy = false;
            return;
        }
        Set<Integer> up =
                topology.nodes().nodes().stream()
                        .map(ClusterNode::id)
                        .filter(port::isVoting)
                        .collect(Collectors.toSet());
        Situation now = new Situation(topology, plan, known(topology).copy(), up::contains);
        try {
            background.execute(() -> {
                long begunNanos = loop.nanoTime();
                Optional<Work> work = due(now).filter(any -> !any.isNothing());
                hand(work, loop.nanoTime() - begunNanos, next);
            });
        } catch (RejectedExecutionException e) {
            busy = false; // the next turn tries again, unless the node stops
        }
    }

    private void hand(Optional<Work> work, long nanos, Consumer<Work> next) {
        try {
            loop.execute(() -> {
                tookNanos = nanos;
                work.ifPresentOrElse(next, () -> busy = false);
            });
        } catch (RejectedExecutionException e) {
            // The node stops, its loop has ended: others drive.
        }
    }

    private Optional<Work> due(Situation now) {
        try {
            Work work = Work.due(now, options.movingMax());
            work.unplanned()
                    .ifPresent(why ->
                            log.warn("topology", "Changes of the topology do not go on: " + why));
            return Optional.of(work);
        } catch (RuntimeException e) { // whoever waits for what is due waits for ever, else
            log.warn("topology", "Changes of the topology do not go on.", e);
            return Optional.empty();
        }
    }

    private void readAnew(Work suggested) {
        service.read(
                Part.HEAD,
                head -> {
                    if (head instanceof PartResult.Is) {
                        service.read(Part.PLAN, this::onPlan);
                    } else {
                        busy = false;
                    }
                });
    }

    private void onPlan(PartResult plan) {
        if (plan instanceof PartResult.Is) {
            compute(this::write);
        } else {
            busy = false;
        }
    }

    private void write(Work work) {
        open = 1; // until all are on their way
        work.plan().ifPresent(this::write);
        work.head().ifPresent(head -> write(new PartValue.Head(head)));
        write(work.pages().iterator(), service.current());
    }

    /**
     * One after the other, as long as nobody wants something else, as to pause; what somebody else
     * has changed meanwhile is not written.
     */
    private void write(Iterator<PageChange> pages, @Nullable Topology begun) {
        if (!pages.hasNext() || !isWanted(begun)) {
            onWritten();
            return;
        }
        PageChange next = pages.next();
        service.change(
                new PartValue.Page(next.after()),
                result -> {
                    int entering = result instanceof PartResult.Lost ? 0 : next.changes().size();
                    loop.schedule(() -> write(pages, begun), entering * ENTERING_NANOS);
                });
    }

    private boolean isWanted(@Nullable Topology begun) {
        Topology now = service.current();
        return begun != null && now != null && now.head().version() == begun.head().version();
    }

    private void write(MovePlan plan) {
        LOG.info(
                "slots_planned version={} moves={} last={}",
                plan.version(),
                plan.moves().size(),
                plan.isLast());
        write(new PartValue.Moves(plan));
    }

    private void write(PartValue next) {
        open++;
        service.change(next, result -> onWritten());
    }

    /** What was begun may soon be over, and something else due. */
    private void onWritten() {
        open--;
        busy = open > 0;
        if (!busy) {
            loop.schedule(this::look, rested(HURRY));
        }
    }
}
