package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.range.RangeMerge;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Keeps every watch on a range registered at all nodes, and brings what they tell to its {@link
 * RangeMerge}. Owned by the network thread.
 */
final class RangeEngine {
    /** How long a node may take to open a watch. */
    private static final long REGISTER_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How often it is seen which nodes there are. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A node is given up after so many signs of life that did not come. */
    private static final int SILENT_INTERVALS = 4;

    /** A node of an earlier release does not know the request; it may be of a later one soon. */
    private static final long UNKNOWN_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How often the topology is gone through. */
    private static final long VOTERS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Of a slot before any node has told of it: fewer there are only with fewer nodes. */
    private static final int VOTERS_UNKNOWN = 3;

    private final Cluster cluster;
    private final Backoff backoff;
    private final Consumer<Connection> markDirty;
    private final LongSupplier correlations;
    private final List<RangeTask> all = new ArrayList<>();
    private final Map<Long, RangeTask.Stream> registered = new HashMap<>();
    private long nowNanos;
    private long nextLookNanos;
    private long votersNanos;
    private int votersMin = 1;

    /**
     * @param markDirty has a connection written at the end of the turn
     * @param correlations ids for watches
     */
    RangeEngine(
            Cluster cluster,
            Backoff backoff,
            Consumer<Connection> markDirty,
            LongSupplier correlations,
            long nowNanos) {
        this.cluster = cluster;
        this.backoff = backoff;
        this.markDirty = markDirty;
        this.correlations = correlations;
        this.nowNanos = nowNanos;
        this.nextLookNanos = nowNanos;
        this.votersNanos = nowNanos;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** When {@link #work} wants to be called next, unless nothing is watched. */
    long nextDueNanos() {
        return nextLookNanos;
    }

    /** The nodes that vote for a key; null if that is not known. */
    int @Nullable [] votersOf(byte[] key) {
        SlotConfiguration slot = cluster.topology().configurationOf(Slots.of(key));
        return slot == null
                ? null
                : slot.voters().stream().mapToInt(voter -> voter.node()).toArray();
    }

    /** Begins a watch. */
    void start(RangeTask task) {
        if (all.isEmpty()) {
            nextLookNanos = nowNanos;
        }
        task.begunNanos = nowNanos;
        all.add(task);
        look(task);
    }

    /** Goes on with a watch whose sink has room again. */
    void resume(RangeTask task) {
        if (!task.isClosed) {
            task.merge.resumes(nowNanos);
            look(task);
        }
    }

    /** Ends a watch at the user's wish; its sink is told nothing more. */
    void cancel(RangeTask task) {
        task.isClosed = true;
        if (all.remove(task)) {
            task.streams.values().forEach(this::detach);
        }
    }

    /** Does what is due. */
    void work(long newNowNanos) {
        nowNanos = newNowNanos;
        if (all.isEmpty() || nextLookNanos - nowNanos > 0) {
            return;
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
        List.copyOf(all).forEach(this::look);
    }

    private void look(RangeTask task) {
        if (task.isClosed) {
            return;
        }
        List<Node> nodes = cluster.wantAll(nowNanos);
        List<Integer> ids = nodes.stream().map(node -> node.address.nodeId()).toList();
        Set<Integer> unreachable = new HashSet<>();
        for (Node node : nodes) {
            if (isUnreachable(node)) {
                unreachable.add(node.address.nodeId());
            }
        }
        task.merge.nodes(ids, unreachable, voters(ids.size()), nowNanos);
        for (RangeTask.Stream stream : List.copyOf(task.streams.values())) {
            if (!ids.contains(stream.nodeId)) {
                detach(stream);
                task.streams.remove(stream.nodeId);
            }
        }
        for (Node node : nodes) {
            int id = node.address.nodeId();
            RangeTask.Stream stream =
                    task.streams.computeIfAbsent(
                            id, key -> new RangeTask.Stream(task, key, nowNanos));
            attend(stream, node);
        }
        endIfRefused(task, nodes);
    }

    private static boolean isUnreachable(Node node) {
        return !node.isReady() && node.tried;
    }

    /**
     * Ends a watch that nobody has opened yet, if every node refuses it; but for those that cannot
     * be reached, which may have been started again just now, with the release that knows such
     * watches.
     */
    private void endIfRefused(RangeTask task, List<Node> nodes) {
        if (task.hasOpened) {
            return;
        }
        Response.Failure refusal = null;
        boolean isPatient = task.begunNanos + UNKNOWN_NANOS - nowNanos > 0;
        for (Node node : nodes) {
            if (isPatient || !isUnreachable(node)) {
                RangeTask.Stream stream = task.streams.get(node.address.nodeId());
                refusal = stream == null ? null : stream.refusal;
                if (refusal == null) {
                    return;
                }
            }
        }
        if (refusal != null) {
            conclude(task, refusal);
        }
    }

    /** Listens to a node, or no longer. */
    private void attend(RangeTask.Stream stream, Node node) {
        Connection connection = node.connection;
        if (stream.connection == null) {
            if (connection == null || !connection.isReady()) {
                stream.refusal = null; // it may be another process when it comes back
                stream.dueNanos = nowNanos;
                stream.task.merge.closed(stream.nodeId, nowNanos);
            } else if (stream.dueNanos - nowNanos <= 0
                    && stream.task.merge.mayTell(stream.nodeId)) {
                register(stream, connection);
            }
        } else if (stream.dueNanos - nowNanos <= 0) {
            retryLater(stream); // it is silent
        } else {
            stopIfItShould(stream);
        }
    }

    /**
     * How many nodes vote for each slot, at least: as the topology has it, looked at now and then;
     * where a slot is being moved, one, so that all are relied on.
     */
    private int voters(int nodes) {
        if (nowNanos - votersNanos >= 0) {
            votersNanos = nowNanos + VOTERS_NANOS;
            votersMin = Integer.MAX_VALUE;
            for (int slot = 0; slot < Slots.COUNT && votersMin > 1; slot++) {
                SlotConfiguration configuration = cluster.topology().configurationOf(slot);
                int count =
                        configuration == null
                                ? VOTERS_UNKNOWN
                                : configuration instanceof SlotConfiguration.Stable stable
                                        ? stable.voters().size()
                                        : 1;
                votersMin = Math.min(votersMin, count);
            }
        }
        return Math.min(nodes, votersMin);
    }

    private void register(RangeTask.Stream stream, Connection connection) {
        RangeTask task = stream.task;
        stream.connection = connection;
        stream.correlation = correlations.getAsLong();
        stream.dueNanos = nowNanos + REGISTER_NANOS;
        registered.put(stream.correlation, stream);
        send(
                connection,
                new Request.WatchRange(
                        stream.correlation,
                        task.space,
                        task.isExact,
                        task.prefix,
                        task.merge.position(stream.nodeId)));
    }

    private void send(Connection connection, Request request) {
        connection.enqueue(request);
        markDirty.accept(connection);
    }

    /** Whatever still comes of the present registration is ignored. */
    private void detach(RangeTask.Stream stream) {
        leave(stream);
        stream.task.merge.closed(stream.nodeId, nowNanos);
    }

    /** As {@link #detach}, but it is to go on as soon as it may. */
    private void stopIfItShould(RangeTask.Stream stream) {
        if (!stream.task.merge.mayTell(stream.nodeId)) {
            leave(stream);
            stream.dueNanos = nowNanos;
            stream.task.merge.stopped(stream.nodeId, nowNanos);
        }
    }

    private void leave(RangeTask.Stream stream) {
        Connection connection = stream.connection;
        if (connection != null) {
            unregister(stream);
            if (connection.isReady()) {
                send(connection, new Request.Unwatch(stream.correlation));
            }
        }
    }

    /** Its node tells no more, and need not be told so. */
    private void forget(RangeTask.Stream stream) {
        unregister(stream);
        stream.task.merge.closed(stream.nodeId, nowNanos);
    }

    private void unregister(RangeTask.Stream stream) {
        registered.remove(stream.correlation);
        stream.connection = null;
    }

    private void retryLater(RangeTask.Stream stream) {
        detach(stream);
        stream.failures++;
        stream.dueNanos = nowNanos + backoff.nanos(stream.failures);
    }

    /** A connection is closed: its streams go on when there is another one. */
    void onClosed(Connection connection, long newNowNanos) {
        nowNanos = newNowNanos;
        for (RangeTask.Stream stream : List.copyOf(registered.values())) {
            if (stream.connection == connection) {
                forget(stream);
                stream.dueNanos = nowNanos;
            }
        }
    }

    /** A node can be asked. */
    void onReady() {
        List.copyOf(all).forEach(this::look);
    }

    /** Something of a watch came. */
    void onResponse(Response response, long newNowNanos) {
        nowNanos = newNowNanos;
        RangeTask.Stream stream = registered.get(response.correlation());
        if (stream == null) {
            return; // of a registration that was given up
        }
        RangeTask task = stream.task;
        if (response instanceof Response.RangeWatched watched) {
            stream.failures = 0;
            stream.refusal = null;
            task.hasOpened = true;
            silentAfter(stream, watched.intervalMillis());
            task.merge.begins(stream.nodeId, watched.isResumed(), watched.position(), nowNanos);
        } else if (response instanceof Response.RangeChanged changed) {
            stream.dueNanos = nowNanos + stream.silentNanos;
            task.merge.changed(stream.nodeId, changed.next(), changed.changes(), nowNanos);
        } else if (response instanceof Response.Failure failure) {
            onFailure(stream, failure);
        }
        if (!task.isClosed && stream.connection != null) {
            if (!task.sink.hasRoom()) {
                task.merge.pauses(nowNanos);
            }
            stopIfItShould(stream);
        }
    }

    private void silentAfter(RangeTask.Stream stream, int intervalMillis) {
        stream.silentNanos =
                Math.max(
                        REGISTER_NANOS,
                        SILENT_INTERVALS * TimeUnit.MILLISECONDS.toNanos(intervalMillis));
        stream.dueNanos = nowNanos + stream.silentNanos;
    }

    private void onFailure(RangeTask.Stream stream, Response.Failure failure) {
        forget(stream);
        stream.failures++;
        stream.dueNanos = nowNanos + backoff.nanos(stream.failures);
        stream.refusal = null;
        switch (failure.code()) {
            case UNKNOWN_SPACE, WRONG_KIND, KEY_TOO_LARGE, REFUSED ->
                    conclude(stream.task, failure);
            case TOO_MANY_WATCHES -> stream.refusal = failure;
            case BAD_REQUEST -> {
                stream.refusal = failure;
                stream.dueNanos = nowNanos + UNKNOWN_NANOS;
            }
            default -> {} // it is asked again
        }
        endIfRefused(stream.task, cluster.wantAll(nowNanos));
    }

    private void conclude(RangeTask task, Response.Failure failure) {
        all.remove(task);
        task.streams.values().forEach(this::detach);
        close(task, Failures.reason(failure.code()), failure.sentence());
    }

    private static void close(RangeTask task, NotDoneException.Reason reason, String why) {
        if (!task.isClosed) {
            task.isClosed = true;
            task.sink.closed(reason, "The watch has ended: " + why);
        }
    }

    /** Ends all watches. */
    void abort(String why) {
        for (RangeTask task : List.copyOf(all)) {
            close(task, NotDoneException.Reason.CLOSED, why + ".");
        }
        all.clear();
        registered.clear();
    }
}
