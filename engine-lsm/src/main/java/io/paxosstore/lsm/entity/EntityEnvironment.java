package io.paxosstore.lsm.entity;

import io.paxosstore.log.DueObject;
import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.JournalEnvironment;
import io.paxosstore.protocol.key.EntityKey;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What an engine takes from its owner besides the disk. All are called by several threads.
 *
 * @param standing what the store knows of its completeness now; asked with every load
 * @param slotRebuildings which slots are being rebuilt; asked with every load
 * @param journal clock, dropped spaces and the like; see there
 * @param wallMillis the clock that reads and the purge go by, milliseconds since 1970
 * @param mayDefer entities whose chosen entries may be applied in batches, as nobody is expected to
 *     ask this node for them (Rule C5); counts if {@link EntityEngineConfig#batching} is on
 * @param dueObjects told by the background of objects that have expired, and of maps with expired
 *     fields, for which {@code RemoveExpired} should be proposed; must not block
 */
public record EntityEnvironment(
        Supplier<Standing> standing,
        Supplier<SlotRebuildings> slotRebuildings,
        JournalEnvironment journal,
        LongSupplier wallMillis,
        Predicate<EntityKey> mayDefer,
        Consumer<List<DueObject>> dueObjects) {
    /** The machine's clocks; nothing waits to be applied, nobody hears of what is due. */
    public static EntityEnvironment system(
            Supplier<Standing> standing, Supplier<SlotRebuildings> slotRebuildings) {
        return new EntityEnvironment(
                standing,
                slotRebuildings,
                JournalEnvironment.system(),
                System::currentTimeMillis,
                key -> false,
                maps -> {});
    }

    /** The same where no slot is ever rebuilt. */
    public static EntityEnvironment system(Supplier<Standing> standing) {
        return system(standing, () -> SlotRebuildings.NONE);
    }

    /**
     * Whether what is not held of an entity was never there: neither the store nor the entity's
     * slot is being rebuilt (Rules A1, M6).
     */
    boolean isWhole(EntityKey key) {
        return standing.get() == Standing.WHOLE && !slotRebuildings.get().isUnderWay(key);
    }

    /** Whether an entity's entries may wait; whoever rebuilds makes all of it durable soon. */
    boolean mayWait(EntityKey key) {
        return isWhole(key) && mayDefer.test(key);
    }
}
