package io.paxosstore.client;

import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Keeps every watch registered at one node, and at another one from the version after the last
 * event on when the first is lost, silent or unwilling; so no event is told twice and none is left
 * out. Owned by the network thread, but for what says that it is thread-safe.
 */
final class WatchEngine {
    /** How long a node may take to open a watch. */
    private static final long REGISTER_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A watch without a node looks for one again after this. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A node is given up after so many signs of life that did not come. */
    private static final int SILENT_INTERVALS = 3;

    private static final long SILENT_MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Watches' correlation ids have this bit, those of calls have not. */
    private static final long WATCH_BIT = Long.MIN_VALUE;

    private static final long CALLBACK_IDLE_SECONDS = 5;

    /** The same once the client is closed. */
    private static final long CALLBACK_ENDING_MILLIS = 1;

    private final Cluster cluster;
    private final Backoff backoff;
    private final Consumer<Connection> markDirty;
    private final Runnable waker;
    private final ThreadPoolExecutor callbacks;
    private final RangeEngine ranges;

    /** What other threads want done: bounded by a few entries per watch. */
    private final Queue<Runnable> submitted = new ConcurrentLinkedQueue<>();

    /** Of all watches, those that nobody has taken yet. */
    private final LongAdder queuedEvents = new LongAdder();

    private final List<WatchTask> all = new ArrayList<>();
    private final Map<Long, WatchTask> registered = new HashMap<>();
    private long counter;
    private long nowNanos;
    private long nextDueNanos;

    /** Set by the network thread at its end; then submitters do themselves what is left. */
    private volatile boolean ended;

    /**
     * @param markDirty has a connection written at the end of the turn
     * @param waker wakes the network thread if it sleeps
     */
    WatchEngine(
            String clientName,
            Cluster cluster,
            Backoff backoff,
            Consumer<Connection> markDirty,
            Runnable waker,
            long nowNanos) {
        this.cluster = cluster;
        this.backoff = backoff;
        this.markDirty = markDirty;
        this.waker = waker;
        this.nowNanos = nowNanos;
        this.callbacks =
                new ThreadPoolExecutor(
                        1,
                        1,
                        CALLBACK_IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(), // at most one task per watch
                        task -> {
                            Thread thread = new Thread(task, "paxosstore-" + clientName + "-watch");
                            thread.setDaemon(true);
                            return thread;
                        });
        callbacks.allowCoreThreadTimeOut(true);
        this.ranges = new RangeEngine(cluster, backoff, markDirty, this::nextCorrelation, nowNanos);
    }

    /** The watches on ranges; on the network thread. */
    RangeEngine ranges() {
        return ranges;
    }

    private long nextCorrelation() {
        return WATCH_BIT | ++counter;
    }

    /** Where listeners are called unless they bring an executor. Thread-safe. */
    Executor callbacks() {
        return callbacks;
    }

    /** How many events of all watches wait for whoever takes them. Thread-safe. */
    LongAdder queuedEvents() {
        return queuedEvents;
    }

    /** Whether a response belongs to a watch. */
    static boolean isWatch(Response response) {
        return response.correlation() < 0;
    }

    /** The first version that an event of this version leaves untold: that of the next entry. */
    static long after(long version) {
        return EntityVersion.of(EntityVersion.entryOf(version) + 1, 0);
    }

    /** Has something done on the network thread, or here when that has ended. Thread-safe. */
    void submit(Runnable task) {
        submitted.add(task);
        waker.run();
        if (ended) {
            runSubmitted();
        }
    }

    boolean hasSubmitted() {
        return !submitted.isEmpty();
    }

    /** When {@link #work} wants to be called next. */
    long nextDueNanos() {
        long due = all.isEmpty() ? nowNanos + REGISTER_NANOS : nextDueNanos;
        boolean areRangesFirst = !ranges.isEmpty() && ranges.nextDueNanos() - due < 0;
        return areRangesFirst ? ranges.nextDueNanos() : due;
    }

    /** Does what was submitted and what is due. */
    void work(long newNowNanos) {
        nowNanos = newNowNanos;
        runSubmitted();
        ranges.work(nowNanos);
        if (all.isEmpty() || nextDueNanos - nowNanos > 0) {
            return;
        }
        nextDueNanos = nowNanos + REGISTER_NANOS;
        for (WatchTask task : List.copyOf(all)) {
            if (task.phase != WatchTask.Phase.PAUSED && task.dueNanos - nowNanos <= 0) {
                onDue(task);
            }
            if (task.phase != WatchTask.Phase.PAUSED) {
                dueAt(task, task.dueNanos);
            }
        }
    }

    private void runSubmitted() {
        for (Runnable task = submitted.poll(); task != null; task = submitted.poll()) {
            task.run();
        }
    }

    private void dueAt(WatchTask task, long atNanos) {
        task.dueNanos = atNanos;
        if (atNanos - nextDueNanos < 0) {
            nextDueNanos = atNanos;
        }
    }

    /** Begins a watch. */
    void start(RangeTask task) {
        if (ended) {
            task.isClosed = true;
            task.sink.closed(
                    NotDoneException.Reason.CLOSED, "The watch has ended: the client was closed");
        } else {
            ranges.start(task);
        }
    }

    /** Begins a watch. */
    void start(WatchTask task) {
        if (ended) {
            close(task, NotDoneException.Reason.CLOSED, "the client was closed");
            return;
        }
        if (all.isEmpty()) {
            nextDueNanos = nowNanos + REGISTER_NANOS;
        }
        all.add(task);
        register(task);
    }

    /** Goes on with a watch whose sink has room again. */
    void resume(RangeTask task) {
        if (!ended) {
            ranges.resume(task);
        }
    }

    /** Ends a watch at the user's wish. */
    void cancel(RangeTask task) {
        if (!ended) {
            ranges.cancel(task);
        }
    }

    /** Goes on with a watch whose sink has room again. */
    void resume(WatchTask task) {
        if (!ended && task.phase == WatchTask.Phase.PAUSED) {
            register(task);
        }
    }

    /** Ends a watch at the user's wish; its sink is told nothing more. */
    void cancel(WatchTask task) {
        if (ended) {
            return;
        }
        detach(task);
        task.phase = WatchTask.Phase.CLOSED;
        all.remove(task);
    }

    private void register(WatchTask task) {
        Node node = cluster.pick(task.slot, task.asked, task.node, nowNanos);
        Connection connection = node == null ? null : node.connection;
        if (node == null || connection == null) {
            task.phase = WatchTask.Phase.WAITING;
            dueAt(task, nowNanos + LOOK_NANOS);
        } else {
            register(task, node, connection);
        }
    }

    private void register(WatchTask task, Node node, Connection connection) {
        task.asked.ask(node.index);
        task.node = node;
        task.connection = connection;
        task.correlation = nextCorrelation();
        task.phase = WatchTask.Phase.REGISTERING;
        registered.put(task.correlation, task);
        send(connection, new Request.Watch(task.correlation, task.space, task.from, task.entity));
        dueAt(task, nowNanos + REGISTER_NANOS);
    }

    private void send(Connection connection, Request request) {
        connection.enqueue(request);
        markDirty.accept(connection);
    }

    /** Whatever still comes of the present registration is ignored. */
    private void detach(WatchTask task) {
        Connection connection = task.connection;
        if (connection != null) {
            registered.remove(task.correlation);
            task.connection = null;
            if (connection.isReady()) {
                send(connection, new Request.Unwatch(task.correlation));
            }
        }
    }

    private void onDue(WatchTask task) {
        switch (task.phase) {
            case WAITING -> register(task);
            case REGISTERING, OPEN -> retryLater(task); // the node is silent
            case PAUSED, CLOSED -> {}
        }
    }

    private void retryLater(WatchTask task) {
        Node unwilling = task.node;
        if (unwilling != null && !task.lacking.isEmpty()) {
            task.lacking.add(unwilling.index); // else the watch would wait for it without end
        }
        detach(task);
        task.failures++;
        task.phase = WatchTask.Phase.WAITING;
        dueAt(task, nowNanos + backoff.nanos(task.failures));
    }

    /** A connection is closed: its watches go on at other nodes. */
    void onClosed(Connection connection, long newNowNanos) {
        nowNanos = newNowNanos;
        for (WatchTask task : List.copyOf(all)) {
            if (task.connection == connection) {
                registered.remove(task.correlation);
                task.connection = null;
                register(task);
            }
        }
        ranges.onClosed(connection, nowNanos);
    }

    /** A node can be asked: watches that wait for one need wait no longer. */
    void onReady() {
        ranges.onReady();
        for (WatchTask task : all) {
            if (task.phase == WatchTask.Phase.WAITING && task.failures == 0) {
                register(task);
            }
        }
    }

    /** Something of a watch came. */
    void onResponse(Response response, long newNowNanos) {
        nowNanos = newNowNanos;
        WatchTask task = registered.get(response.correlation());
        if (task == null) {
            ranges.onResponse(response, nowNanos); // or of a registration that was given up
            return;
        }
        if (response instanceof Response.Watched watched) {
            task.phase = WatchTask.Phase.OPEN;
            task.established = true;
            task.failures = 0;
            task.refusals = 0;
            task.asked.clear();
            long silentNanos =
                    SILENT_INTERVALS * TimeUnit.MILLISECONDS.toNanos(watched.intervalMillis());
            dueAt(task, nowNanos + Math.max(silentNanos, SILENT_MIN_NANOS));
        } else if (response instanceof Response.Changed changed) {
            tell(
                    task,
                    changed.version(),
                    new WatchEvent.Changed(
                            changed.version(), changed.complete(), changed.objects()));
        } else if (response instanceof Response.Compacted compacted) {
            onCompacted(task, compacted.version());
        } else if (response instanceof Response.Failure failure) {
            registered.remove(task.correlation);
            task.connection = null;
            onFailure(task, failure);
        }
    }

    /**
     * A node has dropped what the watch wants, or never had it, having caught up by an image:
     * another one may tell it. When none can, the watch is told so.
     */
    private void onCompacted(WatchTask task, long version) {
        if (version < task.from) {
            return;
        }
        Node lacking = task.node;
        if (lacking != null) {
            task.lacking.add(lacking.index);
        }
        Node other = cluster.pick(task.slot, task.lacking, lacking, nowNanos);
        Connection connection = other == null ? null : other.connection;
        if (other == null || connection == null || task.lacking.contains(other.index)) {
            tell(task, version, new WatchEvent.Compacted(task.from, version));
        } else {
            detach(task);
            register(task, other, connection);
        }
    }

    private void tell(WatchTask task, long version, WatchEvent event) {
        if (version < task.from) {
            return;
        }
        task.from = after(version);
        task.lacking.clear();
        if (!task.sink.onEvent(event) && task.phase != WatchTask.Phase.CLOSED) {
            detach(task);
            task.asked.clear();
            task.phase = WatchTask.Phase.PAUSED;
        }
    }

    private void onFailure(WatchTask task, Response.Failure failure) {
        switch (failure.code()) {
            case OVERLOADED,
                    DEADLINE,
                    UNKNOWN_OUTCOME,
                    REQUEST_EXPIRED,
                    NOT_READY,
                    DRAINING,
                    INTERNAL,
                    DISK_FULL,
                    REBUILDING ->
                    retryLater(task);
            case TOO_MANY_WATCHES -> {
                task.refusals++;
                if (!task.established && task.refusals >= cluster.states().size()) {
                    conclude(task, failure);
                } else {
                    retryLater(task);
                }
            }
            case UNKNOWN_SPACE,
                    SPACE_EXISTS,
                    KEY_TOO_LARGE,
                    VALUE_TOO_LARGE,
                    BAD_REQUEST,
                    EXECUTED,
                    WRONG_KIND,
                    REFUSED ->
                    conclude(task, failure);
        }
    }

    private void conclude(WatchTask task, Response.Failure failure) {
        all.remove(task);
        close(task, Failures.reason(failure.code()), failure.sentence());
    }

    private static void close(WatchTask task, NotDoneException.Reason reason, String why) {
        if (task.phase != WatchTask.Phase.CLOSED) {
            task.phase = WatchTask.Phase.CLOSED;
            task.sink.onClosed(new WatchEvent.Closed(reason, "The watch has ended: " + why));
        }
    }

    /** Ends all watches; what is submitted from now on ends at once. */
    void abort(String why) {
        ended = true;
        runSubmitted();
        for (WatchTask task : all) {
            task.connection = null;
            close(task, NotDoneException.Reason.CLOSED, why + ".");
        }
        all.clear();
        registered.clear();
        ranges.abort(why);
        // Listeners may still be told what has come, and the end: the thread ends after that.
        callbacks.setKeepAliveTime(CALLBACK_ENDING_MILLIS, TimeUnit.MILLISECONDS);
    }
}
