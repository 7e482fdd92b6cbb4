package io.paxosstore.client;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs operations for callers of any thread: checks, submits, waits. Thread-safe. */
final class CallRunner {
    /** How long after its deadline a blocking caller still trusts the client's threads. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final IoLoop loop;
    private final ClientOptions clientOptions;

    /** Whether a thread waits for the asynchronous calls that are made here. */
    private final boolean isWaitedFor;

    CallRunner(IoLoop loop, ClientOptions clientOptions) {
        this(loop, clientOptions, false);
    }

    private CallRunner(IoLoop loop, ClientOptions clientOptions, boolean isWaitedFor) {
        this.loop = loop;
        this.clientOptions = clientOptions;
        this.isWaitedFor = isWaitedFor;
    }

    /** The same for a thread that waits for the futures: its calls wait for room as it does. */
    CallRunner waitedFor() {
        return new CallRunner(loop, clientOptions, true);
    }

    /** How long a call with these options may take. */
    long budgetNanos(CallOptions options) {
        Duration deadline = options.deadline();
        return (deadline == null ? clientOptions.deadline() : deadline).toNanos();
    }

    /**
     * Runs an operation and waits for its end.
     *
     * @throws PaxosStoreException if it ends without a result
     */
    <R> R call(Operation operation, CallOptions options, Function<Response, R> conversion) {
        return call(operation, budgetNanos(options), conversion);
    }

    /** Like {@link #call(Operation, CallOptions, Function)}. */
    <R> R call(Operation operation, long budgetNanos, Function<Response, R> conversion) {
        mayBlock();
        NotDoneException refused = check(operation);
        if (refused == null && Thread.currentThread().isInterrupted()) {
            refused =
                    new NotDoneException(
                            NotDoneException.Reason.INTERRUPTED,
                            "The %s was not done: the thread is interrupted."
                                    .formatted(operation.label()));
        }
        Call<R> call = null;
        if (refused == null) {
            call = Call.blocking(loop.reports(), operation, budgetNanos, conversion);
            refused = loop.queue().submit(call);
            if (refused == null) {
                return call.await();
            }
        }
        loop.reports().refused(operation, call, refused);
        throw refused.here();
    }

    /** Runs an operation; the future is completed on the network thread. */
    <R> CompletableFuture<R> callAsync(
            Operation operation, CallOptions options, Function<Response, R> conversion) {
        return callAsync(operation, budgetNanos(options), conversion);
    }

    /** Runs an operation; the future is completed on the network thread. */
    <R> CompletableFuture<R> callAsync(
            Operation operation, long budgetNanos, Function<Response, R> conversion) {
        NotDoneException refused = check(operation);
        Call<R> call = Call.async(loop.reports(), operation, budgetNanos, conversion, isWaitedFor);
        if (refused == null) {
            refused = loop.queue().submit(call);
        }
        if (refused == null) {
            return call.future();
        }
        loop.reports().refused(operation, call, refused);
        return CompletableFuture.failedFuture(refused);
    }

    /** What runs work as a part of what the calling thread traces now. */
    Executor current() {
        return loop.reports().current();
    }

    /**
     * Runs a batch, which never fails as a whole, and waits for it.
     *
     * @param label what it is called
     * @param budgetNanos within which it ends by itself, unless the network thread is held up
     * @throws NotDoneException if it does not, or the thread is interrupted, and the batch only
     *     reads, or was not begun
     * @throws OutcomeUnknownException if it is so while the batch writes
     */
    <R> R batch(
            String label, boolean isWrite, long budgetNanos, Supplier<CompletableFuture<R>> batch) {
        mayBlock();
        if (Thread.currentThread().isInterrupted()) {
            throw new NotDoneException(
                    NotDoneException.Reason.INTERRUPTED,
                    "The %s was not done: the thread is interrupted.".formatted(label),
                    true);
        }
        CompletableFuture<R> whole = batch.get();
        try {
            return whole.get(budgetNanos + GRACE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | TimeoutException e) {
            NotDoneException givenUp = giveUp(whole, e, label);
            if (!isWrite) {
                throw givenUp;
            }
            throw new OutcomeUnknownException(
                    givenUp.sentence() + " Some keys may be done and others not.", true);
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("A batch did not end by itself", e);
        }
    }

    /** Nobody waits for it any more: nothing more of it is sent. */
    private static NotDoneException giveUp(
            CompletableFuture<?> future, Exception reason, String label) {
        boolean unused = future.cancel(false);
        if (reason instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new NotDoneException(
                    NotDoneException.Reason.INTERRUPTED,
                    "The %s was given up: the thread was interrupted.".formatted(label),
                    true);
        }
        return new NotDoneException(
                NotDoneException.Reason.DEADLINE,
                ("The %s was given up: its deadline has passed, and the network thread does not"
                                + " say so; a callback there must not block.")
                        .formatted(label),
                true);
    }

    /**
     * Waits for something that only reads, and ends by itself within this time unless the network
     * thread is held up.
     *
     * @param label what it is called, and of what
     */
    <R> R await(CompletableFuture<R> future, long budgetNanos, Supplier<String> label) {
        mayBlock();
        try {
            return future.get(budgetNanos + GRACE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | TimeoutException e) {
            throw giveUp(future, e, label.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof PaxosStoreException failure) {
                throw failure.here();
            } else if (e.getCause() instanceof RuntimeException failure) {
                throw failure; // a codec refuses the bytes
            } else if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException("This " + label.get() + " failed", e.getCause());
        } catch (CancellationException e) {
            throw new IllegalStateException("This " + label.get() + " did not end by itself", e);
        }
    }

    /** Begins a watch for a user; its options are checked here. */
    Watch watch(
            int space,
            byte[] entity,
            long fromVersion,
            @Nullable String object,
            @Nullable WatchListener listener,
            @Nullable Executor executor) {
        if (fromVersion < 1) {
            throw new IllegalArgumentException(
                    "A watch cannot begin at version %d; the first version is 1."
                            .formatted(fromVersion));
        }
        checkWatch(entity);
        return new Watch(
                        loop,
                        space,
                        entity,
                        fromVersion,
                        object,
                        listener,
                        executor,
                        clientOptions.watchEventsMax())
                .start();
    }

    /** Begins a watch on a range for a user. */
    <K> RangeWatch<K> watchRange(
            int space,
            byte[] prefix,
            boolean isExact,
            Codec<K> codec,
            @Nullable RangeListener<K> listener,
            @Nullable Executor executor) {
        checkWatch(prefix);
        return new RangeWatch<>(
                        loop, space, prefix, isExact, codec, listener, executor, clientOptions)
                .start();
    }

    /** Has something short done on the network thread. */
    void submit(Runnable task) {
        loop.watches().submit(task);
    }

    /** Begins a watch. */
    WatchTask watch(WatchTask task) {
        submit(() -> loop.watches().start(task));
        return task;
    }

    /** Ends a watch. */
    void cancel(WatchTask task) {
        submit(() -> loop.watches().cancel(task));
    }

    private void checkWatch(byte[] entity) {
        int keyBytesMax = loop.cluster().keyBytesMax();
        if (loop.queue().isClosed()) {
            throw new NotDoneException(
                    NotDoneException.Reason.CLOSED,
                    "The watch was not begun: the client is closed.",
                    true);
        } else if (entity.length > keyBytesMax) {
            throw new NotDoneException(
                    NotDoneException.Reason.KEY_TOO_LARGE,
                    "The watch was not begun: the entity's id is %d bytes long, the cluster takes"
                                    .formatted(entity.length)
                            + " at most %d: use a shorter one, or raise limits.key-bytes on every"
                                    .formatted(keyBytesMax)
                            + " node.",
                    true);
        }
    }

    private void mayBlock() {
        if (loop.isCurrentThread()) {
            throw new IllegalStateException(
                    "A callback on the client's network thread must not block: use the ...Async"
                            + " method there, or run the callback on an executor.");
        }
    }

    /** What the cluster would refuse anyway is not even sent. */
    private @Nullable NotDoneException check(Operation operation) {
        byte[] key;
        int valueBytes = 0;
        if (operation instanceof Operation.KvRead read) {
            key = read.key();
        } else if (operation instanceof Operation.KvWrite write) {
            key = write.key();
            valueBytes = valueBytes(write.change());
        } else if (operation instanceof Operation.EntityRead read) {
            key = read.entity();
        } else if (operation instanceof Operation.EntityWrite write) {
            key = write.entity();
        } else if (operation instanceof Operation.ListKeys list) {
            byte[] from = list.from().from();
            key = list.prefix().length > from.length ? list.prefix() : from;
        } else {
            return null;
        }
        Cluster cluster = loop.cluster();
        if (key.length > cluster.keyBytesMax()) {
            return tooLarge(
                    NotDoneException.Reason.KEY_TOO_LARGE,
                    operation,
                    "key",
                    key.length,
                    cluster.keyBytesMax());
        } else if (valueBytes > cluster.valueBytesMax()) {
            return tooLarge(
                    NotDoneException.Reason.VALUE_TOO_LARGE,
                    operation,
                    "value",
                    valueBytes,
                    cluster.valueBytesMax());
        }
        return null;
    }

    private static int valueBytes(KvOperation change) {
        if (change instanceof KvOperation.Put put) {
            return put.value().length;
        } else if (change instanceof KvOperation.PutIfAbsent put) {
            return put.value().length;
        } else if (change instanceof KvOperation.CompareAndSet cas) {
            return Math.max(cas.expected().length, cas.value().length);
        } else if (change instanceof KvOperation.CompareVersionAndSet cas) {
            return cas.value().length;
        }
        return 0;
    }

    private static NotDoneException tooLarge(
            NotDoneException.Reason reason,
            Operation operation,
            String what,
            int bytes,
            int bytesMax) {
        return new NotDoneException(
                reason,
                ("The %s was not done: the %s is %d bytes long, the cluster takes at most %d: use a"
                                + " shorter one, or raise limits.%s-bytes on every node.")
                        .formatted(operation.label(), what, bytes, bytesMax, what));
    }
}
