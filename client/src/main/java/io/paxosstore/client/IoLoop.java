package io.paxosstore.client;

import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The network thread of one client: one selector for all connections. A turn takes what was
 * submitted, fires timers, looks after the nodes, writes once per connection, then waits for the
 * network and handles what it brings.
 *
 * <p>Submitting threads wake the selector only while {@code asleep} is set. The loop sets it, then
 * looks for submissions, then sleeps; a submitter adds its call, then looks at it: so one of both
 * sees the other (the accesses are volatile on both sides), and a loop at work costs a submitter
 * nothing.
 */
final class IoLoop implements Runnable {
    private static final long SLEEP_MAX_MILLIS = 1000;
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** So many errors may come out of the end, each of which ends some calls. */
    private static final int ABORT_ERRORS_MAX = 100;

    private final Selector selector;
    private final Thread thread;
    private final AtomicBoolean asleep = new AtomicBoolean();

    /** Rare work from other threads: looked-up addresses. At most one entry per node. */
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    private final SpaceCache spaces = new SpaceCache();
    private final CallReports reports;
    private final CallQueue queue;
    private final Cluster cluster;
    private final CallEngine engine;
    private final Request.Hello hello;
    private volatile long closeDeadlineNanos;

    /**
     * @throws IOException if the system gives no selector
     */
    IoLoop(List<NodeAddress> seeds, ClientOptions options, long clientId, SplittableRandom random)
            throws IOException {
        long nowNanos = System.nanoTime();
        this.selector = Selector.open();
        this.reports = new CallReports(options.callTracer());
        this.queue = new CallQueue(options.inFlightMax() + options.asyncWaitingMax(), this::wake);
        this.cluster = new Cluster(seeds, options, random.split(), this::connect, nowNanos);
        this.engine =
                new CallEngine(
                        options, queue, cluster, spaces, random.split(), this::wake, nowNanos);
        this.hello =
                new Request.Hello(
                        Wire.NO_CORRELATION, Wire.PROTOCOL_VERSION, clientId, options.name());
        this.thread = new Thread(this, "paxosstore-" + options.name());
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    SpaceCache spaces() {
        return spaces;
    }

    /** Who is told of calls. Thread-safe. */
    CallReports reports() {
        return reports;
    }

    CallQueue queue() {
        return queue;
    }

    Cluster cluster() {
        return cluster;
    }

    /** The watches; only {@code submit} and {@code callbacks} from other threads. */
    WatchEngine watches() {
        return engine.watches();
    }

    /** Whether the calling thread is the network thread, which must not block. */
    boolean isCurrentThread() {
        return Thread.currentThread().equals(thread);
    }

    /** Takes no more calls; ends when those under way have, at the latest after this time. */
    void close(long timeoutNanos) {
        closeDeadlineNanos = System.nanoTime() + timeoutNanos;
        queue.close();
        selector.wakeup();
    }

    /**
     * Waits for the thread's end.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    void join(long timeoutNanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, timeoutNanos);
    }

    private void wake() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
    }

    @Override
    public void run() {
        String why = "the client was closed";
        try {
            while (!queue.isDrained() && !isCloseOverdue()) {
                turn();
            }
        } catch (IOException | RuntimeException | Error e) { // a listener's or callback's, too
            why = "the network thread failed: " + e;
            throw new IllegalStateException(why, e);
        } finally {
            end(why);
        }
    }

    private boolean isCloseOverdue() {
        return queue.isClosed() && System.nanoTime() - closeDeadlineNanos >= 0;
    }

    private void turn() throws IOException {
        long nowNanos = System.nanoTime();
        engine.setNow(nowNanos);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        engine.work();
        cluster.maintain(nowNanos);
        engine.flush();
        asleep.set(true);
        if (queue.isEmpty()
                && tasks.isEmpty()
                && !engine.watches().hasSubmitted()
                && !queue.isDrained()) {
            selector.select(this::onSelected, sleepMillis(nowNanos));
        } else {
            selector.selectNow(this::onSelected);
        }
        asleep.set(false);
    }

    private long sleepMillis(long nowNanos) {
        long dueNanos = engine.watches().nextDueNanos() - nowNanos;
        long nanos = Math.min(cluster.nextMaintenanceNanos() - nowNanos, dueNanos);
        if (!engine.isIdle()) {
            nanos = Math.min(nanos, TimerWheel.TICK_NANOS);
        }
        if (queue.isClosed()) {
            nanos = Math.min(nanos, closeDeadlineNanos - nowNanos);
        }
        return Math.min(Math.max(nanos / NANOS_PER_MILLI + 1, 1), SLEEP_MAX_MILLIS);
    }

    private void onSelected(SelectionKey key) {
        asleep.setRelease(false); // spares submitters the wake-up; looked at again before sleeping
        engine.setNow(System.nanoTime());
        ((Connection) key.attachment()).onSelected();
    }

    /** Ends what is left, also what is being submitted at this moment. */
    private void end(String why) {
        queue.close();
        engine.setNow(System.nanoTime());
        engine.watches().abort(why);
        int errors = 0;
        while (!queue.isDrained() && errors < ABORT_ERRORS_MAX) {
            errors += isAborted(why) ? 0 : 1;
            Thread.onSpinWait();
        }
        cluster.close();
        try {
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException("The selector cannot be closed", e);
        }
    }

    /** Ends what is left; false if an error has come out of that, as where memory is short. */
    private boolean isAborted(String why) {
        try {
            engine.abort(why);
            return true;
        } catch (RuntimeException | Error e) {
            Faults.report(e);
            return false;
        }
    }

    private void connect(Node node) {
        NodeAddress address = node.address;
        Addresses.resolve(
                address.host(),
                address.port(),
                node.addressTurn,
                socketAddress -> {
                    tasks.add(() -> open(node, socketAddress));
                    wake();
                });
    }

    private void open(Node node, InetSocketAddress socketAddress) {
        if (!cluster.onResolved(node)) {
            return;
        }
        long nowNanos = System.nanoTime();
        String address = node.address.hostAndPort();
        if (socketAddress.isUnresolved()) {
            cluster.onConnectFailed(node, address + " names an unknown host", nowNanos);
            return;
        }
        try {
            cluster.onConnecting(
                    node, Connection.open(node, socketAddress, selector, hello, engine, nowNanos));
        } catch (IOException e) {
            cluster.onConnectFailed(
                    node, address + " cannot be reached (" + e.getMessage() + ")", nowNanos);
        }
    }
}
