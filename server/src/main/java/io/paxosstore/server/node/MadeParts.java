package io.paxosstore.server.node;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of a node that are made so far. When one cannot be made, those before it are closed,
 * the last one first: each may use what was made before it. Not thread-safe.
 */
final class MadeParts {
    /** Closes a part. */
    @FunctionalInterface
    interface Closing {
        void close() throws Exception;
    }

    private final Deque<Closing> closings = new ArrayDeque<>();

    /** A part is made, and is closed so. */
    void add(Closing closing) {
        closings.push(closing);
    }

    /**
     * Closes all parts, whatever becomes of the others.
     *
     * @param cause why; is given what goes wrong meanwhile
     */
    void close(Throwable cause) {
        boolean isInterrupted = false;
        while (!closings.isEmpty()) {
            try {
                closings.pop().close();
            } catch (InterruptedException e) {
                isInterrupted = true;
            } catch (Exception | Error e) {
                cause.addSuppressed(e);
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
