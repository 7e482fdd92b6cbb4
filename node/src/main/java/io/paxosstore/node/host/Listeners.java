package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who is told of what a shard comes across. Set before the shard's first event, used on its loop.
 */
public final class Listeners {
    private final List<Consumer<EntityKey>> onSystemEntry = new ArrayList<>();
    private DamageWatch damage = ShardLoop::loaded;
    private Consumer<Effects.Lag> lag = one -> {};
    private Consumer<Effects.Supply> supply = one -> {};
    private Consumer<Effects.OtherEpoch> otherEpoch = one -> {};
    private Consumer<SlotView> entered = view -> {};
    private EntityWatch entities = EntityWatch.NONE;

    Listeners() {}

    /** Says who recovers what the shard knows to be behind. */
    public void lag(Consumer<Effects.Lag> listener) {
        lag = listener;
    }

    /** Says who gives other nodes what they lack. */
    public void supply(Consumer<Effects.Supply> listener) {
        supply = listener;
    }

    /** Says who agrees with other nodes on the epochs of slots. */
    public void otherEpoch(Consumer<Effects.OtherEpoch> listener) {
        otherEpoch = listener;
    }

    /** Says who is told when the shard's replica stands in other epochs of slots. */
    public void entered(Consumer<SlotView> listener) {
        entered = listener;
    }

    /** Says who is told of applied entries. */
    public void entities(EntityWatch listener) {
        entities = listener;
    }

    /** Says who is to be told of damaged entities. */
    public void damage(DamageWatch listener) {
        damage = listener;
    }

    /** Says who is told, too, of which entities of the system space an entry was learnt. */
    public void onSystemEntry(Consumer<EntityKey> listener) {
        onSystemEntry.add(listener);
    }

    Consumer<Effects.Lag> lag() {
        return lag;
    }

    Consumer<Effects.Supply> supply() {
        return supply;
    }

    Consumer<Effects.OtherEpoch> otherEpoch() {
        return otherEpoch;
    }

    Consumer<SlotView> entered() {
        return entered;
    }

    EntityWatch entities() {
        return entities;
    }

    DamageWatch damage() {
        return damage;
    }

    void systemEntry(EntityKey key) {
        onSystemEntry.forEach(listener -> listener.accept(key));
    }
}
