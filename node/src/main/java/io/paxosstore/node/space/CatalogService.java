package io.paxosstore.node.space;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.Spaces;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.OwnStamps;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.FailureCode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Reads and changes the catalog through this node's own replica, and keeps the node's copy of it.
 *
 * <p>Requests gather while a round runs; a round reads the catalog once, linearizably, answers the
 * reads among its requests, and writes all changes with one compare-and-set. A round that lost the
 * race begins again; an unknown outcome is asked for again under the same request id (Rule E3).
 * Everything but {@link #current} and {@link #submit} runs on the loop of the catalog's shard.
 */
public final class CatalogService implements Requester, Spaces {
    private static final int WAITING_MAX = 1024;
    private static final long RETRY_NANOS = 20_000_000;

    /** The correlation id of the read at the start; those of rounds are greater. */
    private static final long OWN_COPY = 0;

    private final ShardLoop shard;
    private final Calls calls;
    private final CatalogOptions options;
    private final long clientId;
    private final Consumer<int[]> onDropped;
    private final Queue<CatalogRequest> waiting = new ArrayDeque<>();
    private final List<CatalogRequest> round = new ArrayList<>();
    private final Set<CatalogFollower> followers = ConcurrentHashMap.newKeySet();

    private volatile Catalog current = Catalog.EMPTY;
    private volatile boolean loaded;
    private long roundNumber;
    private long deadlineNanos;
    private final OwnStamps stamps = new OwnStamps();
    private long settledStamp;
    private boolean writeUnknown;
    private boolean refreshWaits;

    /** What the round's newest write says; null before it. */
    private @Nullable CatalogChange proposed;

    /**
     * @param shard the one that owns the catalog's key
     * @param calls reach the catalog's replica
     * @param clientId random, for this life of the node
     * @param onDropped told of every id that stands for a dropped space, at least once per life; on
     *     the shard's loop
     */
    public CatalogService(
            ShardLoop shard,
            Calls calls,
            CatalogOptions options,
            long clientId,
            Consumer<int[]> onDropped) {
        this.shard = shard;
        this.calls = calls;
        this.options = options;
        this.clientId = clientId;
        this.onDropped = onDropped;
    }

    /** The node's copy, as old as the last refresh; from any thread. */
    public Catalog current() {
        return current;
    }

    /**
     * Whether a majority was asked for the catalog since the start; before, the copy is what this
     * node's own replica knows, good for LOCAL reads only. From any thread.
     */
    @Override
    public boolean isLoaded() {
        return loaded;
    }

    @Override
    public @Nullable SpaceInfo space(int id) {
        return current.space(id);
    }

    @Override
    public boolean mayComeToBe(int id) {
        return current.mayComeToBe(id);
    }

    @Override
    public void refresh(Consumer<Refusal.@Nullable NoCatalog> answer) {
        submit(
                new CatalogRequest.Refresh(told ->
                        answer.accept(
                                told instanceof Answer.Failed failed
                                        ? new Refusal.NoCatalog(failed.code(), failed.sentence())
                                        : null)));
    }

    /** Tells of the copy's version, now and at every change; from any thread. */
    public void follow(CatalogFollower follower) {
        // Added before the look at the copy: a change at this moment is told twice, never missed.
        followers.add(follower);
        follower.changed(current.version());
    }

    /** Ends what {@link #follow} began; from any thread. */
    public void unfollow(CatalogFollower follower) {
        followers.remove(follower);
    }

    /** Reads this node's own copy, then begins the periodic refresh; from any thread. */
    public void start() {
        shard.scheduler()
                .execute(() -> {
                    shard.listeners().onSystemEntry(this::systemEntry);
                    read(OWN_COPY, ReadMode.LOCAL, shard.nowNanos() + options.timeoutNanos());
                    Recurring.every(
                                    options.refreshNanos(),
                                    shard.scheduler(),
                                    "catalog_refresh",
                                    this::refreshSoon)
                            .begin();
                });
    }

    private void systemEntry(EntityKey key) {
        if (key.equals(Catalog.KEY)) {
            refreshSoon();
        }
    }

    /** Another node may have changed the catalog: reads it as soon as no round runs. */
    private void refreshSoon() {
        if (!refreshWaits) {
            refreshWaits = true;
            accept(new CatalogRequest.Refresh(answer -> {}));
        }
    }

    /** Asks for something; from any thread. */
    public void submit(CatalogRequest request) {
        shard.scheduler().execute(() -> accept(request));
    }

    private void accept(CatalogRequest request) {
        if (waiting.size() >= WAITING_MAX) {
            request.answer()
                    .accept(
                            new Answer.Failed(
                                    FailureCode.OVERLOADED, "Too many requests for spaces wait."));
            return;
        }
        waiting.add(request);
        if (round.isEmpty()) {
            beginRound();
        }
    }

    private void beginRound() {
        refreshWaits = false;
        CatalogRequest request;
        while ((request = waiting.poll()) != null) {
            if (isLate(request)) {
                request.answer()
                        .accept(
                                new Answer.Failed(
                                        FailureCode.DEADLINE,
                                        "The catalog of spaces was busy until the deadline."));
            } else {
                round.add(request);
            }
        }
        if (!round.isEmpty()) {
            deadlineNanos = shard.nowNanos() + options.timeoutNanos();
            writeUnknown = false;
            proposed = null;
            read();
        }
    }

    private boolean isLate(CatalogRequest request) {
        return request instanceof CatalogRequest.Change one
                && one.once().deadlineNanos() <= shard.nowNanos();
    }

    private void read() {
        roundNumber++;
        read(roundNumber, ReadMode.LINEARIZABLE, deadlineNanos);
    }

    private void read(long correlation, ReadMode mode, long untilNanos) {
        calls.execute(this, correlation, new Call.Read(Catalog.KEY, mode, null, untilNanos));
    }

    @Override
    public int homeShard() {
        return shard.index();
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        if (correlation == OWN_COPY) {
            onOwnCopy(outcome);
            return;
        }
        if (correlation != roundNumber || round.isEmpty()) {
            return;
        }
        switch (outcome) {
            case Outcome.Value value -> onRead(value.state().bytes());
            case Outcome.Written written -> onWritten(KvResult.decode(written.result().bytes()));
            case Outcome.NotDone notDone
                    when notDone.reason() == Outcome.Reason.DISK_FULL && !writeUnknown ->
                    finish(
                            new Answer.Failed(
                                    FailureCode.DISK_FULL,
                                    "The disk of this node is nearly full: it takes no new writes"
                                            + " until there is room again."));
            case Outcome.NotDone notDone -> {
                boolean early = notDone.reason() != Outcome.Reason.DEADLINE;
                if (operation == Operation.READ || !writeUnknown) {
                    retryLater(early ? FailureCode.OVERLOADED : FailureCode.DEADLINE);
                } else {
                    retryLater(FailureCode.UNKNOWN_OUTCOME);
                }
            }
            case Outcome.Unknown unknown -> {
                writeUnknown = true;
                retryLater(FailureCode.UNKNOWN_OUTCOME);
            }
            case Outcome.RequestExpired expired -> onExpired(expired.forgottenStamp());
            case Outcome.Recovered _, Outcome.Current _, Outcome.Executed _ ->
                    throw new IllegalStateException("no answer to the catalog: " + outcome);
        }
    }

    /**
     * The catalog has forgotten later requests than this one: the next attempt uses a later stamp.
     */
    private void onExpired(long forgottenStamp) {
        if (writeUnknown) {
            finish(
                    new Answer.Failed(
                            FailureCode.UNKNOWN_OUTCOME,
                            "The catalog of spaces has forgotten this node's request; it may or"
                                    + " may not be done."));
        } else {
            stamps.raiseAbove(forgottenStamp);
            retryLater(FailureCode.DEADLINE);
        }
    }

    private void retryLater(FailureCode atDeadline) {
        if (shard.nowNanos() + RETRY_NANOS >= deadlineNanos) {
            finish(new Answer.Failed(atDeadline, "The catalog of spaces did not answer in time."));
            return;
        }
        long number = roundNumber;
        shard.scheduler()
                .schedule(
                        () -> {
                            if (number == roundNumber && !round.isEmpty()) {
                                if (writeUnknown && proposed != null) {
                                    write(proposed);
                                } else {
                                    read();
                                }
                            }
                        },
                        RETRY_NANOS);
    }

    /** What this node's replica knows, however old; anything but a catalog is of no use. */
    private void onOwnCopy(Outcome outcome) {
        if (outcome instanceof Outcome.Value value && !loaded) {
            try {
                publish(catalog(value.state().bytes()), false);
            } catch (MalformedBytesException e) {
                return; // the linearizable read that follows says so to whoever asks
            }
        }
    }

    private Catalog catalog(byte[] state) {
        byte[] value = KvState.value(state);
        return value == null ? Catalog.EMPTY : Catalog.decode(KvState.version(state), value);
    }

    private void onRead(byte[] state) {
        CatalogChange next;
        try {
            next = new CatalogChange(catalog(state), options, shard.wallMillis());
            round.forEach(next::apply);
        } catch (MalformedBytesException e) {
            finish(
                    new Answer.Failed(
                            FailureCode.INTERNAL,
                            "The catalog of spaces cannot be read: " + e.getMessage()));
            return;
        }
        publish(next.before(), true);
        if (next.isNeeded()) {
            proposed = next;
            stamps.next(shard.wallMillis());
            write(next);
        } else {
            finishChange(next);
        }
    }

    private void write(CatalogChange change) {
        roundNumber++;
        calls.execute(
                this,
                roundNumber,
                new Call.Write(
                        Catalog.KEY,
                        new RequestId(clientId, stamps.last()),
                        settledStamp,
                        new KvOperation.CompareVersionAndSet(
                                change.before().version(), change.after().encode(), 0),
                        deadlineNanos));
    }

    private void onWritten(KvResult result) {
        settledStamp = stamps.last();
        writeUnknown = false;
        if (result.status() == WriteStatus.OK && proposed != null) {
            publish(proposed.after().at(result.version()), true);
            finishChange(proposed);
        } else {
            read();
        }
    }

    /**
     * @param linearizable whether a majority was asked
     */
    private void publish(Catalog catalog, boolean linearizable) {
        Catalog before = current;
        if (catalog.version() > before.version()) {
            current = catalog;
            int[] dropped = catalog.droppedSince(before).toArray();
            if (dropped.length > 0) {
                onDropped.accept(dropped);
            }
            if (!catalog.hasSpacesOf(before)) {
                followers.forEach(follower -> follower.changed(catalog.version()));
            }
        }
        loaded |= linearizable;
    }

    private void finishChange(CatalogChange change) {
        List<CatalogRequest> answered = List.copyOf(round);
        List<Answer> answers = change.answers();
        round.clear();
        for (int i = 0; i < answered.size(); i++) {
            answered.get(i).answer().accept(answers.get(i));
        }
        beginRound();
    }

    private void finish(Answer.Failed failed) {
        settledStamp = stamps.last();
        List<CatalogRequest> answered = List.copyOf(round);
        round.clear();
        answered.forEach(request -> request.answer().accept(failure(request, failed)));
        beginRound();
    }

    /** A read that was not answered is not done, whatever is known of the changes of its round. */
    private static Answer failure(CatalogRequest request, Answer.Failed failed) {
        boolean unknown = failed.code() == FailureCode.UNKNOWN_OUTCOME;
        return unknown && !(request instanceof CatalogRequest.Change)
                ? new Answer.Failed(FailureCode.DEADLINE, failed.sentence())
                : failed;
    }
}
