package io.paxosstore.node.topology;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Drives the changes of the topology: asks who is whole, and writes what is due, again and again.
 * Every node has one (Rule M11). They wait for random times, and those that nobody waits for wait
 * longer, so that mostly one of the nodes that come writes, and no two in vain. Whoever loses the
 * race has a newer part, and looks again. On the loop of the {@link TopologyService} only.
 */
public final class TopologyDriver {
    private static final long JITTER_PARTS = 1_000;

    /** How many times longer those wait that do not come anywhere. */
    private static final int BYSTANDERS_WAIT = 4;

    private final int self;
    private final TopologyService service;
    private final LoopScheduler loop;
    private final ReportPort port;
    private final RandomSource random;
    private final int movingMax;
    private final long pauseNanos;
    private final RateLimitedLog log;
    private @Nullable KnownReports reports;

    /** Changes that are being written. */
    private int open;

    /**
     * @param self the id of this node
     * @param service on whose loop it runs
     * @param movingMax see {@link Steps#due}
     * @param pauseNanos how often it looks, about, above 0
     */
    public TopologyDriver(
            int self,
            TopologyService service,
            LoopScheduler loop,
            ReportPort port,
            RandomSource random,
            int movingMax,
            long pauseNanos) {
        this.self = self;
        this.service = service;
        this.loop = loop;
        this.port = port;
        this.random = random;
        this.movingMax = movingMax;
        this.pauseNanos = pauseNanos;
        this.log =
                new RateLimitedLog(LoggerFactory.getLogger(TopologyDriver.class), loop::nanoTime);
    }

    /** Begins. */
    public void start() {
        loop.schedule(this::again, pause(BYSTANDERS_WAIT));
    }

    private long pause(int times) {
        long half = pauseNanos / 2;
        return times * (half + pauseNanos * random.nextLong(JITTER_PARTS) / JITTER_PARTS);
    }

    private void again() {
        Topology topology = service.current();
        MovePlan plan = service.plan();
        boolean comes = false;
        if (topology != null && plan != null && service.isLoaded()) {
            KnownReports known = known(topology);
            comes = known.nodes().contains(self);
            ask(known);
            if (open == 0) {
                drive(new Situation(topology, plan, known, port::isUp));
            }
        }
        loop.schedule(this::again, pause(comes ? 1 : BYSTANDERS_WAIT));
    }

    private KnownReports known(Topology topology) {
        KnownReports known = reports;
        if (known == null) {
            known = new KnownReports(topology);
            reports = known;
        } else {
            known.look(topology);
        }
        return known;
    }

    private void ask(KnownReports known) {
        for (int node : known.nodes()) {
            if (port.isUp(node)) {
                port.ask(node, known.question(node), answer -> known.take(node, answer));
            }
        }
    }

    private void drive(Situation now) {
        Work work;
        try {
            work = Work.due(now, movingMax);
        } catch (IllegalArgumentException e) {
            log.warn("topology", "Changes of the topology do not go on: " + e.getMessage());
            return;
        }
        work.plan().ifPresent(plan -> write(new PartValue.Moves(plan)));
        work.head().ifPresent(head -> write(new PartValue.Head(head)));
        work.pages().forEach(change -> write(new PartValue.Page(change.after())));
    }

    private void write(PartValue next) {
        open++;
        service.change(next, result -> open--);
    }
}
