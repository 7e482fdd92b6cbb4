package io.paxosstore.node.host;

import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.function.BooleanSupplier;

/**
 * Says what a shard takes in: by how far its disk is behind, by the room on the disk, and by what
 * the store knows of its completeness. Thread-safe.
 */
public final class Admission {
    private final ShardLimits limits;
    private final StoreState store;
    private final ClusterRoom rooms;
    private final BooleanSupplier knowsEpochs;

    /**
     * @param rooms the room of all nodes
     * @param knowsEpochs see {@link StoreState#isUndecided}
     */
    public Admission(
            ShardLimits limits, StoreState store, ClusterRoom rooms, BooleanSupplier knowsEpochs) {
        this.limits = limits;
        this.store = store;
        this.rooms = rooms;
        this.knowsEpochs = knowsEpochs;
    }

    /** Whether the store is complete, but for damaged records. */
    boolean isWhole() {
        return store.standing() == Standing.WHOLE;
    }

    /** Requests that may wait at once. */
    int requestsMax() {
        return limits.requestsMax();
    }

    /** How long most client requests of a shard may wait. */
    long delayNanos() {
        return limits.delayNanos();
    }

    /** Where the large requests of a shard wait. */
    LargeQueue largeQueue() {
        return new LargeQueue(
                limits.largeBytes(), limits.largeInFlightMax(), new GiveWay(limits.slowNanos()));
    }

    /** How much a turn of a shard's loop reads: no more than may be under way of what is large. */
    TurnShare turnShare() {
        return new TurnShare(limits.largeInFlightMax());
    }

    /** How much a turn of a shard's loop loads of entities. */
    TurnShare loadShare() {
        return new TurnShare(limits.loadBytesMax());
    }

    /**
     * Whether so much waits for the disk that nothing may be begun any more that writes: messages
     * are dropped, and entities not loaded for what wants them.
     */
    boolean isFarBehind(long pendingBytes) {
        return pendingBytes > 2 * limits.pendingBytesMax();
    }

    /**
     * Why a request is refused at once; null when it is taken.
     *
     * @param client whether a client asks, not the node itself
     * @param adds whether it may make the data larger; of a write only
     * @param pendingBytes what waits for the disk
     * @param placement says who votes for the entity
     */
    Outcome.@Nullable Reason refusal(
            Operation operation,
            boolean client,
            boolean adds,
            long pendingBytes,
            Placement placement,
            EntityKey key) {
        if (store.isUndecided(knowsEpochs)) {
            return Outcome.Reason.OVERLOADED;
        }
        return switch (operation) {
            case WRITE ->
                    (adds
                                    ? rooms.refusesData(placement, key)
                                    : isLeftToOthers(client, placement, key))
                            ? Outcome.Reason.DISK_FULL
                            : pendingBytes > limits.pendingBytesMax()
                                    ? Outcome.Reason.OVERLOADED
                                    : null;
            case READ -> isLeftToOthers(client, placement, key) ? Outcome.Reason.DISK_FULL : null;
            case RECOVER -> rooms.ownRoom() == Room.NONE ? Outcome.Reason.DISK_FULL : null;
        };
    }

    /**
     * Whether this node takes no part while the others can do without it: a read too may have to
     * learn, or to finish, what they go on writing.
     */
    private boolean isLeftToOthers(boolean client, Placement placement, EntityKey key) {
        return client && rooms.ownRoom() == Room.NONE && !rooms.isReserveOpen(placement, key);
    }

    /** As what a message of another node is dropped and counted; null when it is taken. */
    @Nullable Count dropped(
            Message message, long pendingBytes, Placement placement, EntityKey key) {
        if (isFarBehind(pendingBytes)) {
            return Count.MESSAGES_DROPPED_OVERLOADED;
        }
        if (store.isUndecided(knowsEpochs)) {
            return Count.MESSAGES_DROPPED_UNDECIDED;
        }
        return rooms.ownRoom() == Room.NONE
                        && isWritten(message)
                        && !rooms.isReserveOpen(placement, key)
                ? Count.MESSAGES_DROPPED_DISK_FULL
                : null;
    }

    private static boolean isWritten(Message message) {
        return switch (message) {
            case Message.Paxos paxos -> true;
            case Message.Chosen chosen -> chosen.value() != null;
            case Message.Probe probe -> false;
            case Message.ProbeReply reply -> false;
            case Message.Learn learn -> learn.finishTo() != 0;
        };
    }
}
