package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The call that is under way behind a future which stands for several calls, one after the other,
 * or for what is made of a call's result: whoever cancels or completes that future ends the call.
 * (What the JDK chains to a future leaves it alone.) Thread-safe.
 */
final class LatestCall {
    private volatile @Nullable CompletableFuture<?> latest;
    private volatile boolean isOver;

    /** A call has begun; the one before has ended. */
    <T> CompletableFuture<T> begun(CompletableFuture<T> call) {
        latest = call;
        if (isOver) {
            boolean unused = call.cancel(false);
        }
        return call;
    }

    /** The future that stands for all of them, and is given to the caller. */
    <T> CompletableFuture<T> whole(CompletableFuture<T> future) {
        CompletableFuture<T> unused = future.whenComplete((result, failure) -> end());
        return future;
    }

    private void end() {
        isOver = true;
        CompletableFuture<?> call = latest;
        if (call != null) {
            boolean unused = call.cancel(false); // does nothing to one that has ended
        }
    }

    /** A call whose result is made into something else. */
    static <T, R> CompletableFuture<R> converted(
            CompletableFuture<T> call, Function<? super T, ? extends R> conversion) {
        LatestCall latest = new LatestCall();
        return latest.whole(latest.begun(call).thenApply(conversion));
    }
}
