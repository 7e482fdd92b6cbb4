package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.entity.HeldState;
import io.paxosstore.sim.entity.HeldTable;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The data beside general PaxosLogs on one node's disk, as the simulator drives it; modelled after
 * the storage SPI's entity shard. Used by one thread.
 */
interface SimData {
    /**
     * An entity's data as a whole, or with the elements only that were appended since a version.
     *
     * @param newest the value of the entry that the head is of, if it is kept
     * @param above the version; 0 if it is the whole
     */
    record Image(EntityHead head, @Nullable EntryValue newest, HeldState state, long above) {}

    /** Told of what the data's upkeep does. */
    @FunctionalInterface
    interface Observer {
        void occurred(EntityKey key, Occurrence what);
    }

    /** Has somebody told of everything from now on. */
    void observe(Observer told);

    /** Makes an entry's changes part of the data. */
    void apply(Effects.Apply entry);

    /** See {@link io.paxosstore.log.EntityShard#takeCaughtUp}. */
    boolean takeCaughtUp();

    /**
     * Evaluates commands on the data.
     *
     * @param takesLong asked of each command: whether it is left out because it takes long
     */
    Input.Evaluated evaluate(
            Effects.Evaluate question, RecordingMachine machine, BooleanSupplier takesLong);

    /** The version of the data. */
    long version(EntityKey key);

    /** The newest entry that changed any of the data; 0 for none. */
    long changed(EntityKey key);

    /** Whether the data or the entries are found to be damaged. */
    boolean isDamaged(EntityKey key);

    /** Whether the data was lost, and has not come back to what is known to be settled. */
    boolean isUnreadable(EntityKey key);

    /** The data, encoded. */
    byte[] state(EntityKey key);

    /** The clock of the newest entry that the data reflects. */
    long clockMillis(EntityKey key);

    /** The table, as it is held. */
    HeldTable table(EntityKey key);

    /** The values of the chosen entries above a version, without a gap, as far as kept. */
    List<EntryValue> entriesAbove(EntityKey key, long above);

    /**
     * The data; null when there is none.
     *
     * @param above the version of what another node holds; 0 for the data as a whole
     */
    @Nullable Image image(EntityKey key, long above);

    /** Whether the data is what appended elements follow, or the image is whole. */
    boolean isFollowedBy(EntityKey key, Image image);

    /**
     * Replaces the data, unless it is not older.
     *
     * @return what is held now
     */
    Stored install(EntityKey key, Image image);
}
