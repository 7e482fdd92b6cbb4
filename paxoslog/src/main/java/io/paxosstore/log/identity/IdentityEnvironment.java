package io.paxosstore.log.identity;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What an identity takes from outside besides the disk, so that a simulator can decide it.
 *
 * @param wallClock gives the first incarnation of a new store, and bounds those of others
 * @param storeIds makes the UUID of a new store
 * @param marks makes the mark of a life ({@link Lives}): never 0, and none twice
 */
public record IdentityEnvironment(
        InstantSource wallClock, Supplier<UUID> storeIds, LongSupplier marks) {
    /** The machine's clock, random UUIDs and marks. */
    public static IdentityEnvironment system() {
        SecureRandom random = new SecureRandom();
        return new IdentityEnvironment(
                InstantSource.system(), UUID::randomUUID, () -> random.nextLong() | 1);
    }
}
