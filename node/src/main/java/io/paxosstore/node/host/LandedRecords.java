package io.paxosstore.node.host;

import io.paxosstore.core.Input;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayDeque;

/**
 * Tells a shard's replica which records are durable: many at once may have it write as many values,
 * each longer than the record that it waited for. While far too much waits for the disk the rest is
 * told later, in order, and only then counts as durable. On the shard's loop only.
 */
final class LandedRecords {
    private record Landed(EntityKey key, long ticket) {}

    private final ShardLoop shard;
    private final Admission admission;
    private final AmnesiacLoads amnesiacs;
    private final PacedLoads loads;
    private final ShardSlots slots;
    private final ArrayDeque<Landed> untold = new ArrayDeque<>();

    LandedRecords(
            ShardLoop shard,
            Admission admission,
            AmnesiacLoads amnesiacs,
            PacedLoads loads,
            ShardSlots slots) {
        this.shard = shard;
        this.admission = admission;
        this.amnesiacs = amnesiacs;
        this.loads = loads;
        this.slots = slots;
    }

    /** A record is durable. */
    void durable(EntityKey key, long ticket) {
        if (untold.isEmpty() && hasRoom()) {
            tell(key, ticket);
        } else {
            untold.add(new Landed(key, ticket));
        }
    }

    private boolean hasRoom() {
        return !admission.isFarBehind(shard.pendingBytes());
    }

    private void tell(EntityKey key, long ticket) {
        shard.step(new Input.Persisted(key, ticket));
        amnesiacs.held().durable(key);
        loads.durable(key);
        slots.durable(key);
    }

    /**
     * Tells what was left, as far as there is room; when all that the replica wanted so far has
     * been performed. What is on its way to the disk brings another turn.
     *
     * @return whether there was anything
     */
    boolean takeIn() {
        boolean any = false;
        while (!untold.isEmpty() && !shard.isStopped() && hasRoom()) {
            Landed next = untold.remove();
            tell(next.key(), next.ticket());
            any = true;
        }
        if (any) {
            slots.drained();
        }
        return any;
    }
}
