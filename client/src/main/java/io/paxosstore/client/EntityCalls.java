package io.paxosstore.client;

import io.paxosstore.protocol.codec.LimitExceededException;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Runs MultiOps on one entity: one request id each, however often it is sent. What changes nothing
 * is a read. Thread-safe.
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to the network
record EntityCalls(CallRunner runner, SpaceInfo space, byte[] id, CallOptions options) {
    EntityCalls with(CallOptions newOptions) {
        return new EntityCalls(runner, space, id, newOptions);
    }

    /** The same for a thread that waits for the futures. */
    EntityCalls waitedFor() {
        return new EntityCalls(runner.waitedFor(), space, id, options);
    }

    /** The entity that is called. */
    EntityRef entity() {
        return new EntityRef(runner, space, id);
    }

    <R> R call(Step<R> step) {
        return call(step.verb(), MultiOp.of(step.operation()), first(step));
    }

    <R> CompletableFuture<R> callAsync(Step<R> step) {
        return callAsync(step.verb(), MultiOp.of(step.operation()), first(step));
    }

    <R> R call(String verb, MultiOp multiOp, Function<MultiOpResult.Executed, R> conversion) {
        return runner.call(
                operation(verb, multiOp), options, response -> convert(verb, response, conversion));
    }

    <R> CompletableFuture<R> callAsync(
            String verb, MultiOp multiOp, Function<MultiOpResult.Executed, R> conversion) {
        Operation operation;
        try {
            operation = operation(verb, multiOp);
        } catch (NotDoneException | IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
        return runner.callAsync(
                operation, options, response -> convert(verb, response, conversion));
    }

    /**
     * What was read, and at which version of the entity.
     *
     * @param <R> what was read
     */
    record At<R>(long version, R result) {}

    /** A read that may take so long. */
    <R> CompletableFuture<At<R>> readAsync(Step<R> step, long budgetNanos) {
        return runner.callAsync(
                operation(step.verb(), MultiOp.of(step.operation())),
                budgetNanos,
                response ->
                        convert(
                                step.verb(),
                                response,
                                executed ->
                                        new At<>(executed.version(), first(step).apply(executed))));
    }

    /** Begins a watch that is not for the user. */
    WatchTask watch(long fromVersion, WatchSink sink) {
        return runner.watch(new WatchTask(space.id(), id, fromVersion, sink));
    }

    /**
     * Begins a watch.
     *
     * @param object the only object of interest; null for all
     */
    Watch watch(
            long fromVersion,
            @Nullable String object,
            @Nullable WatchListener listener,
            @Nullable Executor executor) {
        return runner.watch(space.id(), id, fromVersion, object, listener, executor);
    }

    long budgetNanos() {
        return runner.budgetNanos(options);
    }

    private static <R> Function<MultiOpResult.Executed, R> first(Step<R> step) {
        return executed -> step.decode(executed.results().get(0));
    }

    private Operation operation(String verb, MultiOp multiOp) {
        byte[] bytes;
        try {
            bytes = ModelCodec.encode(multiOp);
        } catch (LimitExceededException e) { // a limit that the servers hold too
            throw new NotDoneException(
                    NotDoneException.Reason.LIMIT_EXCEEDED,
                    "The " + verb + " on " + entity() + " was not done: " + e.getMessage(),
                    true);
        }
        return multiOp.isReadOnly()
                ? new Operation.EntityRead(
                        Models.of(multiOp), verb, space, options.readMode(), id, bytes)
                : new Operation.EntityWrite(Models.of(multiOp), verb, space, id, bytes);
    }

    private <R> R convert(
            String verb, Response response, Function<MultiOpResult.Executed, R> conversion) {
        byte[] bytes = ((Response.EntityResult) response).result();
        MultiOpResult result;
        try {
            result = ModelCodec.decodeResult(ByteBuffer.wrap(bytes));
        } catch (MalformedModelException e) {
            throw new IllegalStateException(
                    "The server answered a " + verb + " with a result that cannot be read", e);
        }
        if (result instanceof MultiOpResult.Rejected rejected) {
            throw new RejectedException(verb, entity(), rejected);
        }
        return conversion.apply((MultiOpResult.Executed) result);
    }
}
