package io.paxosstore.node.host;

import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.HashSet;
import java.util.Set;

/**
 * What is loaded of one shard's entities that are amnesiac: the replica takes it in at once, unless
 * it is news that the entity has forgotten what it had voted; then a later incarnation must begin
 * first (Rule A3). On the shard's loop only, but for {@link #damaged}.
 */
final class AmnesiacLoads {
    /**
     * So long requests wait for a later incarnation whatever their deadlines are: mostly it has
     * begun by then, and they are served.
     */
    static final long WAIT_NANOS = 1_000_000_000;

    private final ShardLoop shard;
    private final Replica replica;
    private final Admission admission;
    private final FoundDamaged damaged = new FoundDamaged();
    private final KnownAmnesia known = new KnownAmnesia();
    private final HeldLoads held = new HeldLoads(this::loadAgain);

    AmnesiacLoads(ShardLoop shard, Replica replica, Admission admission) {
        this.shard = shard;
        this.replica = replica;
        this.admission = admission;
    }

    /** The engine has found an entity damaged, or was told that it is wrong; from any thread. */
    void damaged(EntityKey key) {
        damaged.add(key);
    }

    /** The later incarnation has begun that an entity waits for. */
    void due(EntityKey key) {
        if (damaged.isOverfull()) {
            Set<EntityKey> inMemory = new HashSet<>();
            replica.forEachVoting(inMemory::add);
            damaged.begunAnew(inMemory);
        }
        if (held.due(key)) {
            shard.step(new Input.Forgotten(key));
        }
    }

    /** Those that wait for a later incarnation. */
    HeldLoads held() {
        return held;
    }

    /** A record of an entity is to be written. */
    void appended(LogRecord record) {
        held.appended(record.key());
        if (record.rebuilt()) {
            known.ended(record.key());
        }
    }

    /** An entity was loaded, and has its memory. */
    void remembers(EntityKey key) {
        known.ended(key);
    }

    /** An entity was loaded, and is amnesiac. */
    void loaded(Input.Loaded loaded) {
        EntityKey key = loaded.key();
        boolean isDamaged = damaged.take(key);
        if (isDamaged) {
            known.ended(key);
        }
        boolean isNews = isDamaged || (isWhole(key) && !known.is(key));
        if (isNews && !replica.isAmnesiac(key)) {
            held.hold(key);
            shard.scheduler().schedule(() -> onWaiting(key), WAIT_NANOS);
            shard.listeners().damage().found(shard, loaded);
        } else {
            shard.step(loaded);
        }
    }

    /** It has not begun yet, and may not for long: the disk is full. */
    private void onWaiting(EntityKey key) {
        if (held.holds(key) && !shard.isStopped()) {
            shard.step(new Input.LoadPutOff(key));
        }
    }

    /**
     * Whether nothing but damage explains an entity's amnesia: where the whole store is rebuilt, or
     * the slot, to which this node has come anew, the incarnation is later than what was lost.
     */
    private boolean isWhole(EntityKey key) {
        SlotView slots = shard.slots().view();
        return admission.isWhole() && !(slots.isRebuilding() && slots.isRebuilding(Slots.of(key)));
    }

    /** While it waited it may have been rebuilt; it must not lose its votes a second time. */
    private void loadAgain(EntityKey key) {
        if (replica.isVoterOf(key)) {
            shard.step(new Input.Loaded(key, shard.load(key, true)));
            if (replica.isAmnesiac(key)) {
                known.begun(key);
            }
        }
    }
}
