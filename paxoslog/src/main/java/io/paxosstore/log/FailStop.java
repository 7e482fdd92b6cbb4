package io.paxosstore.log;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Rule D4: the first write or fsync error stops a store for good. Thread-safe; the listener hears
 * of the first error only.
 */
public final class FailStop {
    private final StorageEngine.Listener listener;
    private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

    public FailStop(StorageEngine.Listener listener) {
        this.listener = listener;
    }

    /** Stops the store: from here on nothing is reported durable. */
    public void fail(Throwable error) {
        if (cause.compareAndSet(null, error)) {
            listener.failed(error);
        }
    }

    /** An fsync, of a file or of a directory. */
    @FunctionalInterface
    public interface Sync {
        /** Makes something durable. */
        void run() throws IOException;
    }

    /** Runs an fsync; stops the store if it fails. */
    public void guard(Sync sync) throws IOException {
        try {
            sync.run();
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    /** Whether the store has stopped. */
    public boolean isFailed() {
        return cause.get() != null;
    }

    /** Why the store has stopped; null while it runs. */
    public @Nullable Throwable cause() {
        return cause.get();
    }
}
