package io.paxosstore.node;

import io.paxosstore.log.DueObject;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.StoreState;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A node's store, opened: the port to the disk. Thread-safe, but for the shards' storage. */
public interface NodeStore extends StoreState {
    /** What a shard stores, by its index from 0; for the shard's loop only. */
    ShardStorage shard(int index);

    /**
     * Changes the standing, durably. {@code REBUILDING} makes all entities amnesiac, also those
     * that were rebuilt before; {@code WHOLE}, after {@link #beforeWhole}, ends all amnesia but
     * that of damaged records. Blocks for the disk; any thread.
     */
    void standing(Standing standing) throws IOException;

    /**
     * Makes durable all that was rebuilt so far, which may be the only copy but one. Blocks for the
     * disk, and may take long; any thread.
     */
    default void beforeWhole() throws IOException {}

    /**
     * Changes the standing to {@code REBUILDING} and begins a later incarnation, durably and in one
     * step: a store that was left between the two could never be met again. Blocks for the disk;
     * any thread.
     *
     * @param above the new incarnation is also greater than this
     */
    void rebuild(int above) throws IOException;

    /**
     * The newest epoch of each slot that was entered, by slot; empty in a store that never entered
     * anything but first configurations. While the standing is not {@code WHOLE}, records may be
     * missing because they were lost.
     */
    List<SlotRecord> slots();

    /**
     * Makes these records durable in one step, all or none, instead of those of their slots; before
     * it returns the node says nothing in a new epoch (Rule M2). Blocks for the disk; any thread.
     *
     * <p>A record that is {@code REBUILDING}, of a slot to which this node comes anew (Rule M4), or
     * that was not {@code REBUILDING}, makes all entities of the slot amnesiac, also those that
     * were rebuilt before. {@code WHOLE}, after {@link #beforeWhole}, ends that.
     *
     * @param changed at most one record of a slot; none of an earlier epoch than is recorded
     * @throws IOException if there is no room for now, and nothing has changed; or if the disk
     *     fails: the store has stopped
     */
    void enter(List<SlotRecord> changed) throws IOException;

    /**
     * Whether a store that is being rebuilt has stood, since its loss, in all epochs of a topology
     * that was read then: a start finds it in them, as it would have found it without the loss
     * (Rule M8). False in a store that does not outlive the process.
     */
    default boolean hasRejoined() {
        return false;
    }

    /** Remembers that durably; blocks for the disk; any thread. */
    default void rejoined() throws IOException {}

    /** Marks this directory; made when it was first used. */
    UUID storeId();

    /** {@inheritDoc} The latter by {@link #raiseIncarnation}. */
    @Override
    int incarnation();

    /** The last lives of this store, the present one among them. */
    Lives lives();

    /**
     * Begins a later incarnation of the running node, durably; blocks for the disk.
     *
     * @param above the new one is also greater than this; 0 for none
     * @return the new incarnation
     */
    int raiseIncarnation(int above) throws IOException;

    /** Whether the directory was made when it was opened: no other process has ever had it. */
    boolean isNew();

    /** What is remembered of the other nodes. */
    PeerMemory peers();

    /** What is free on the directory's disk, in bytes, as last measured. */
    long usableBytes();

    /**
     * Forgets all data of dropped spaces, and remembers that they were dropped; whoever asks the
     * shards for their entities is told that there are none. Blocks for the disk; any thread.
     */
    void dropSpaces(int[] spaces) throws IOException;

    /** The spaces that are remembered as dropped. */
    int[] droppedSpaces();

    /** How many keys and entities are held. */
    long keys();

    /**
     * Says who hears of what has expired and only the log can remove; called by a thread of the
     * store. Before that, nobody does.
     */
    void onDueObjects(Consumer<List<DueObject>> listener);

    /**
     * Objects of this node's entities whose deadline lies between two times and of which something
     * is left that an entry can end. Blocks for the disk; any thread.
     *
     * @param afterMillis not included
     * @param toMillis included
     * @param deadlinesMax most deadlines to look at; the latest are left out
     * @throws RuntimeException if the store is closed, or cannot read
     */
    default List<DueObject> passedObjects(long afterMillis, long toMillis, int deadlinesMax) {
        return List.of(); // a store that keeps none of it on a disk
    }
}
