package io.paxosstore.node.topology;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.OwnStamps;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.FailureCode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Reads and changes one part of the topology, one thing after the other; reads that wait become
 * one. A change is a compare-and-set on the version of the key; one of unknown outcome is asked for
 * again under the same request id (Rule E3), until the deadline. On its loop only.
 */
final class PartAccess {
    /** More than this wait for one part only if its answers do not come. */
    static final int WAITING_MAX = 256;

    private static final long RETRY_NANOS = 20_000_000;

    /** Sends a call; the outcome comes by {@link #complete}. */
    @FunctionalInterface
    interface Sender {
        void send(PartAccess from, Call call);
    }

    /**
     * Something that is asked for.
     *
     * @param next what the part is to become; null for a read
     */
    private record Ask(@Nullable PartValue next, Consumer<PartResult> answer) {}

    private final Part part;
    private final Sender sender;
    private final LoopScheduler loop;
    private final long timeoutNanos;
    private final long clientId;
    private final OwnStamps stamps = new OwnStamps();
    private final Queue<Ask> waiting = new ArrayDeque<>();
    private final List<Ask> asks = new ArrayList<>();

    private @Nullable PartValue known;

    /** The key's version of {@link #known}; 0 while the key is absent, or not read. */
    private long keyVersion;

    private boolean wasRead;
    private long settledStamp;
    private boolean writeUnknown;
    private long attempt;
    private long deadlineNanos;

    /**
     * @param clientId random, for this life of the node
     */
    PartAccess(Part part, Sender sender, LoopScheduler loop, long timeoutNanos, long clientId) {
        this.part = part;
        this.sender = sender;
        this.loop = loop;
        this.timeoutNanos = timeoutNanos;
        this.clientId = clientId;
    }

    /** Reads the part as a majority knows it, not before now. */
    void read(Consumer<PartResult> answer) {
        accept(new Ask(null, answer));
    }

    /** Makes a version the next one of that before it; version 1 if there is none. */
    void change(PartValue next, Consumer<PartResult> answer) {
        accept(new Ask(next, answer));
    }

    /** Whether a read waits that has not begun. */
    boolean isReadWaiting() {
        return waiting.stream().anyMatch(ask -> ask.next() == null);
    }

    private void accept(Ask ask) {
        if (waiting.size() >= WAITING_MAX) {
            ask.answer()
                    .accept(
                            new PartResult.Failed(
                                    FailureCode.OVERLOADED,
                                    "Too many requests for the topology wait."));
            return;
        }
        waiting.add(ask);
        if (asks.isEmpty()) {
            begin();
        }
    }

    private void begin() {
        Ask ask = waiting.poll();
        if (ask == null) {
            return;
        }
        asks.add(ask);
        deadlineNanos = loop.nanoTime() + timeoutNanos;
        writeUnknown = false;
        if (ask.next() == null) {
            takeReads();
            read();
        } else if (!wasRead) {
            read();
        } else {
            write(ask.next());
        }
    }

    private void takeReads() {
        Ask next = waiting.peek();
        while (next != null && next.next() == null) {
            asks.add(waiting.remove());
            next = waiting.peek();
        }
    }

    private void read() {
        attempt++;
        sender.send(this, new Call.Read(part.key(), ReadMode.LINEARIZABLE, null, deadlineNanos));
    }

    /** Writes what is asked for, if it still fits what is known. */
    private void write(PartValue next) {
        long version = known == null ? 0 : known.version();
        if (version < next.version() - 1) {
            finish(
                    new PartResult.Failed(
                            FailureCode.INTERNAL,
                            "Version " + next.version() + " cannot follow " + version + "."));
        } else if (known != null && version >= next.version()) {
            finish(new PartResult.Lost(known));
        } else {
            stamps.next(loop.wallMillis());
            send(next);
        }
    }

    private void send(PartValue next) {
        attempt++;
        sender.send(
                this,
                new Call.Write(
                        part.key(),
                        new RequestId(clientId, stamps.last()),
                        settledStamp,
                        new KvOperation.CompareVersionAndSet(keyVersion, next.encode(), 0),
                        deadlineNanos));
    }

    /** The outcome of the newest call. */
    void complete(Outcome outcome) {
        if (asks.isEmpty()) {
            return;
        }
        switch (outcome) {
            case Outcome.Value value -> onRead(value.state().bytes());
            case Outcome.Written written -> onWritten(KvResult.decode(written.result().bytes()));
            case Outcome.NotDone notDone -> {
                boolean early = notDone.reason() != Outcome.Reason.DEADLINE;
                retryLater(early ? FailureCode.OVERLOADED : FailureCode.DEADLINE);
            }
            case Outcome.Unknown _ -> {
                writeUnknown = true;
                retryLater(FailureCode.UNKNOWN_OUTCOME);
            }
            case Outcome.RequestExpired expired -> {
                if (writeUnknown) {
                    finish(new PartResult.Unknown());
                } else {
                    stamps.raiseAbove(expired.forgottenStamp());
                    retryLater(FailureCode.DEADLINE);
                }
            }
            case Outcome.Recovered _, Outcome.Current _, Outcome.Executed _ ->
                    throw new IllegalStateException("no answer to the topology: " + outcome);
        }
    }

    private void retryLater(FailureCode atDeadline) {
        if (loop.nanoTime() + RETRY_NANOS >= deadlineNanos) {
            finish(
                    writeUnknown
                            ? new PartResult.Unknown()
                            : new PartResult.Failed(
                                    atDeadline, "The topology did not answer in time."));
            return;
        }
        long number = attempt;
        loop.schedule(
                () -> {
                    if (number == attempt && !asks.isEmpty()) {
                        again();
                    }
                },
                RETRY_NANOS);
    }

    private void again() {
        PartValue next = asks.getFirst().next();
        if (next == null || !wasRead) {
            read();
        } else if (writeUnknown) {
            send(next);
        } else {
            write(next);
        }
    }

    private void onRead(byte[] state) {
        byte[] value = KvState.value(state);
        long version = KvState.version(state);
        try {
            if (value == null) {
                known = null;
            } else if (known == null || version != keyVersion) {
                known = PartValue.decode(part, value); // a plan may be long
            }
        } catch (MalformedBytesException e) {
            finish(
                    new PartResult.Failed(
                            FailureCode.INTERNAL,
                            "The topology cannot be read at "
                                    + part.key()
                                    + ": "
                                    + e.getMessage()));
            return;
        }
        keyVersion = version;
        wasRead = true;
        PartValue next = asks.getFirst().next();
        if (next != null) {
            write(next);
        } else {
            finish(known == null ? new PartResult.Absent() : new PartResult.Is(known));
        }
    }

    private void onWritten(KvResult result) {
        settledStamp = stamps.last();
        writeUnknown = false;
        PartValue next = asks.getFirst().next();
        if (result.status() == WriteStatus.OK && next != null) {
            known = next;
            keyVersion = result.version();
            finish(new PartResult.Is(next));
        } else {
            read();
        }
    }

    private void finish(PartResult result) {
        if (result instanceof PartResult.Unknown || result instanceof PartResult.Failed) {
            wasRead = false; // what is known may be wrong now
        }
        settledStamp = stamps.last();
        List<Ask> answered = List.copyOf(asks);
        asks.clear();
        attempt++;
        answered.forEach(ask -> ask.answer().accept(result));
        if (asks.isEmpty()) {
            begin();
        }
    }
}
