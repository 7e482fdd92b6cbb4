package io.paxosstore.bench.load;

import java.util.concurrent.CompletableFuture;

/** A target of which each second is told by itself. Thread-safe. */
public final class TalliedTarget implements LoadTarget {
    private final LoadTarget target;
    private final Seconds seconds;

    /**
     * @param target closed with this
     * @param seconds in which its operations are counted
     */
    public TalliedTarget(LoadTarget target, Seconds seconds) {
        this.target = target;
        this.seconds = seconds;
    }

    @Override
    public CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value) {
        long startNanos = System.nanoTime();
        return target.call(kind, key, value)
                .whenComplete((result, failure) ->
                        seconds.ended(failure == null, startNanos, System.nanoTime()));
    }

    @Override
    public CompletableFuture<?> fill(byte[] key, byte[] value) {
        return target.fill(key, value);
    }

    @Override
    public boolean isUnknown(Throwable failure) {
        return target.isUnknown(failure);
    }

    @Override
    public void close() {
        target.close();
    }
}
