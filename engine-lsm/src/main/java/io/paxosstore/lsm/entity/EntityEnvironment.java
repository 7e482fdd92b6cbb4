package io.paxosstore.lsm.entity;

import io.paxosstore.log.journal.JournalEnvironment;
import io.paxosstore.lsm.store.Purge;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What an engine takes from its owner besides the disk. All are called by several threads.
 *
 * @param node the state of the node
 * @param journal clock, dropped spaces and the like; see there
 * @param wallMillis the clock that reads and the purge go by, milliseconds since 1970
 * @param dueMaps told by the background of maps with expired fields, for which {@code
 *     RemoveExpired} should be proposed; must not block
 */
public record EntityEnvironment(
        NodeState node,
        JournalEnvironment journal,
        LongSupplier wallMillis,
        Consumer<List<Purge.DueMap>> dueMaps) {
    /** The machine's clocks; nobody hears of due maps. */
    public static EntityEnvironment system(NodeState node) {
        return new EntityEnvironment(
                node, JournalEnvironment.system(), System::currentTimeMillis, maps -> {});
    }
}
