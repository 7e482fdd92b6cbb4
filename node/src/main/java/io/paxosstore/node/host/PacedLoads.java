package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What is loaded of a shard's entities: no more in a turn than its share, and nothing while far too
 * much waits for the disk, since a value that was loaded for a write comes back as a record of the
 * same length. The rest is loaded in later turns, in order. A request that waits for it ends at its
 * deadline. On the shard's loop only.
 *
 * <p>While a load is put off the replica may write about the entity. The store is asked only when
 * no such record is on its way, as for {@link HeldLoads}.
 */
final class PacedLoads {
    /** A load that is put off. */
    private static final class PutOff {
        private boolean withValue;

        private final RecordsSince records = new RecordsSince();

        /** Bytes of values in messages that wait for it. */
        private long messageBytes;
    }

    private final ShardLoop shard;
    private final Replica replica;
    private final RequestTable requests;
    private final Admission admission;
    private final TurnShare share;
    private final BiConsumer<Requester, Long> sign;
    private final Map<EntityKey, PutOff> putOff = new LinkedHashMap<>();
    private long messageBytes;
    private boolean loadingSoon;
    private boolean signing;

    /** Whether anything was loaded since the last signs were given. */
    private boolean moves;

    /**
     * @param replies gives a requester the sign that his request is not forgotten
     */
    PacedLoads(
            ShardLoop shard,
            Replica replica,
            RequestTable requests,
            Admission admission,
            ReplyRouter replies) {
        this.shard = shard;
        this.replica = replica;
        this.requests = requests;
        this.admission = admission;
        this.share = admission.loadShare();
        this.sign = replies::workedOn;
    }

    /** Whether a load is to be performed now; else {@link #takeIn} brings it back. */
    boolean mayLoad(Effects.Load load) {
        if (putOff.isEmpty() && hasRoom()) {
            return true;
        }
        putOff.computeIfAbsent(load.key(), _ -> new PutOff()).withValue |= load.withValue();
        shard.step(new Input.LoadPutOff(load.key()));
        signSoon();
        return false;
    }

    private boolean hasRoom() {
        return share.hasRoom() && !admission.isFarBehind(shard.pendingBytes());
    }

    /** An entity was loaded. */
    void loaded(Stored stored) {
        share.used(bytes(stored.chosenValue()) + bytes(stored.pendingValue()));
        moves = true;
    }

    private static int bytes(@Nullable EntryValue value) {
        return value == null ? 0 : value.payload().length;
    }

    /**
     * Performs what was put off, as far as there is room; when all that the replica wanted so far
     * has been performed.
     *
     * @param load loads, and gives the answer to the replica
     * @return whether there was anything
     */
    boolean takeIn(Consumer<Effects.Load> load) {
        if (putOff.isEmpty()) {
            return false;
        }
        boolean any = false;
        Iterator<Map.Entry<EntityKey, PutOff>> all = putOff.entrySet().iterator();
        while (all.hasNext() && hasRoom()) {
            Map.Entry<EntityKey, PutOff> next = all.next();
            if (next.getValue().records.isNone()) {
                all.remove();
                messageBytes -= next.getValue().messageBytes;
                // Of what was let go of meanwhile the store is asked nothing.
                if (replica.isVoterOf(next.getKey())) {
                    load.accept(new Effects.Load(next.getKey(), next.getValue().withValue));
                    any = true;
                }
            }
        }
        return any;
    }

    /** A record of an entity is on its way. */
    void appended(EntityKey key) {
        if (!putOff.isEmpty()) {
            PutOff one = putOff.get(key);
            if (one != null) {
                one.records.appended();
            }
        }
    }

    /** A record of an entity is durable, and the replica knows. */
    void durable(EntityKey key) {
        if (!putOff.isEmpty()) {
            PutOff one = putOff.get(key);
            if (one != null) {
                one.records.durable();
            }
        }
    }

    /**
     * Whether a message may be kept until its entity is loaded, if that is put off: what it brings
     * is in memory until then. Who is not answered says it again.
     */
    boolean keeps(EntityKey key, Message message) {
        if (putOff.isEmpty()) {
            return true;
        }
        PutOff one = putOff.get(key);
        EntryValue value = broughtBy(message);
        if (one == null || value == null) {
            return true;
        }
        int bytes = bytes(value);
        if (admission.isFarBehind(messageBytes + bytes)) {
            return false;
        }
        one.messageBytes += bytes;
        messageBytes += bytes;
        return true;
    }

    /** The value that a message has with it; null for none. */
    static @Nullable EntryValue broughtBy(Message message) {
        return switch (message) {
            case Message.Paxos paxos -> paxos.value();
            case Message.Chosen chosen -> chosen.value();
            default -> null;
        };
    }

    /** What was too much for this turn is for one of its own, unless the disk is to come first. */
    void endOfTurn() {
        share.renew();
        if (!loadingSoon && !putOff.isEmpty() && hasRoom() && isAnyDue()) {
            loadingSoon = true;
            try {
                shard.scheduler().execute(this::nextTurn);
            } catch (RejectedExecutionException e) {
                // The node stops, its loop has ended: nobody waits.
            }
        }
    }

    private boolean isAnyDue() {
        return putOff.values().stream().anyMatch(one -> one.records.isNone());
    }

    private void nextTurn() {
        loadingSoon = false;
        if (!shard.isStopped()) {
            shard.openTurn();
        }
    }

    private void signSoon() {
        if (!signing) {
            signing = true;
            shard.scheduler().schedule(this::giveSigns, Evaluations.SIGN_NANOS);
        }
    }

    /** Nobody is asked for patience while the disk hangs. */
    private void giveSigns() {
        signing = false;
        if (putOff.isEmpty()) {
            return;
        }
        shard.openTurn();
        if (moves) {
            moves = false;
            requests.setAside(putOff.keySet(), LargeQueue.SIGNS_MAX, sign);
        }
        signSoon();
    }

    /** Nobody waits any more. */
    void stop() {
        putOff.clear();
    }
}
