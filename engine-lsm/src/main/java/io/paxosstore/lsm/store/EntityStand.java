package io.paxosstore.lsm.store;

/**
 * Where an entity's data is and how far it goes: what of its {@link EntityMeta} is asked for most.
 *
 * @param number under which its data lies
 * @param entry the newest one that the data reflects
 * @param checksum see {@link RunningChecksum}
 */
public record EntityStand(long number, long entry, int checksum) {
    static EntityStand of(EntityMeta meta) {
        return new EntityStand(meta.number(), meta.applied().entry(), meta.checksum());
    }
}
