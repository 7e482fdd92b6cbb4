package io.paxosstore.client;

import java.time.Instant;
import java.util.Optional;

/**
 * A value with what the store knows about it.
 *
 * @param value the value
 * @param version of the write that made the value, for compare-and-set; no other write of the key
 *     has it, and later ones have greater ones
 * @param expiresAtMillis when it expires, milliseconds since 1970; 0 for never
 * @param <V> the type of the value
 */
public record Versioned<V>(V value, long version, long expiresAtMillis) {
    /** When the value expires; empty for never. */
    public Optional<Instant> expiresAt() {
        return expiresAtMillis == 0
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(expiresAtMillis));
    }
}
