package io.paxosstore.node.host;

import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.function.Predicate;

/**
 * Says what a shard takes in: by how far its disk is behind, by the room on the disk, and by what
 * the store knows of its completeness. Thread-safe.
 */
public final class Admission {
    private final ShardLimits limits;
    private final StoreState store;
    private final ClusterRoom rooms;
    private final Predicate<EntityKey> knowsEpoch;

    /**
     * @param rooms the room of all nodes
     * @param knowsEpoch whether this node may take part in an entity as far as it knows in which
     *     epochs of slots it stands (Rule M8); asked while its store is rebuilt
     */
    public Admission(
            ShardLimits limits,
            StoreState store,
            ClusterRoom rooms,
            Predicate<EntityKey> knowsEpoch) {
        this.limits = limits;
        this.store = store;
        this.rooms = rooms;
        this.knowsEpoch = knowsEpoch;
    }

    /**
     * Whether this node takes no part in an entity: it does not know yet what it has lost, or in
     * which epoch it voted before (Rule M8).
     */
    private boolean isUndecided(EntityKey key) {
        return switch (store.standing()) {
            case NEW -> true;
            case REBUILDING -> !knowsEpoch.test(key);
            case WHOLE -> false;
        };
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
        if (isUndecided(key)) {
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
        if (pendingBytes > 2 * limits.pendingBytesMax()) {
            return Count.MESSAGES_DROPPED_OVERLOADED;
        }
        if (isUndecided(key)) {
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
