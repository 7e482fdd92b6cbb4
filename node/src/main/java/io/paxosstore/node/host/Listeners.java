package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.node.slot.SlotView;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who is told of what a shard comes across. Set before the shard's first event, used on its loop.
 */
public final class Listeners {
    private final List<Runnable> onSystemEntry = new ArrayList<>();
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

    /** Has a task run, too, in every turn in which an entry of the system space is learnt. */
    public void onSystemEntry(Runnable task) {
        onSystemEntry.add(task);
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

    void systemEntry() {
        onSystemEntry.forEach(Runnable::run);
    }
}
