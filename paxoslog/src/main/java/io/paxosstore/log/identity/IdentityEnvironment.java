package io.paxosstore.log.identity;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What an identity takes from outside besides the disk, so that a simulator can decide it.
 *
 * @param wallClock gives the first incarnation of a new store, and bounds those of others
 * @param storeIds makes the UUID of a new store
 */
public record IdentityEnvironment(InstantSource wallClock, Supplier<UUID> storeIds) {
    /** The machine's clock and random UUIDs. */
    public static IdentityEnvironment system() {
        return new IdentityEnvironment(InstantSource.system(), UUID::randomUUID);
    }
}
