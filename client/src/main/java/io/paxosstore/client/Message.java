package io.paxosstore.client;

import java.time.Instant;

/**
 * An element of a queue.
 *
 * @param sequence its number; grows by 1 from element to element
 * @param timeMillis when it was enqueued by the servers' clocks, milliseconds since 1970
 * @param element the element
 * @param <E> its type
 */
public record Message<E>(long sequence, long timeMillis, E element) {
    /** When it was enqueued by the servers' clocks. */
    public Instant time() {
        return Instant.ofEpochMilli(timeMillis);
    }
}
