package io.paxosstore.node.host;

import io.paxosstore.core.EffectHandler;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Performs what a shard's replica wants done: on its store, its peers and its requests. */
final class EffectsRunner implements EffectHandler {
    private final ShardLoop shard;
    private final ShardStorage storage;
    private final Evaluations evaluations;
    private final PacedLoads loads;
    private final AmnesiacLoads amnesiacs;
    private final ShardSlots slots;
    private final PeerSender peers;
    private final Counters counters;
    private int persisted;

    /** Of the system space, what has moved on in this turn. */
    private final Set<EntityKey> systemKeys = new LinkedHashSet<>();

    EffectsRunner(
            ShardLoop shard,
            ShardStorage storage,
            Evaluations evaluations,
            PacedLoads loads,
            AmnesiacLoads amnesiacs,
            ShardSlots slots,
            PeerSender peers,
            Counters counters) {
        this.evaluations = evaluations;
        this.loads = loads;
        this.amnesiacs = amnesiacs;
        this.slots = slots;
        this.shard = shard;
        this.storage = storage;
        this.peers = peers;
        this.counters = counters;
    }

    @Override
    public void apply(Effects.Apply entry) {
        evaluations.overtaken(entry.key());
        storage.entities().apply(entry);
        shard.listeners().entities().applied(entry);
    }

    @Override
    public void willLoad(List<Effects.Load> loads) {
        storage.willLoad(loads);
    }

    @Override
    public void load(Effects.Load load) {
        if (loads.mayLoad(load)) {
            loadNow(load);
        } else {
            requireGoing();
        }
    }

    /** Loads, whatever was loaded in this turn before. */
    void loadNow(Effects.Load load) {
        Stored stored = shard.load(load.key(), load.withValue());
        loads.loaded(stored);
        counters.increment(Count.LOADS);
        Input.Loaded loaded = new Input.Loaded(load.key(), stored);
        if (stored.amnesiac()) {
            counters.increment(Count.LOADS_AMNESIAC);
            amnesiacs.loaded(loaded);
            requireGoing();
        } else {
            amnesiacs.remembers(load.key());
            shard.step(loaded);
            requireGoing();
            shard.listeners().entities().reached(load.key(), stored.version());
        }
    }

    @Override
    public void evaluate(Effects.Evaluate question) {
        evaluations.evaluate(question);
        requireGoing();
    }

    /**
     * An answer's step has failed in the middle: what the replica wanted before must not be written
     * or sent any more.
     */
    private void requireGoing() {
        if (shard.isStopped()) {
            throw new IllegalStateException("the shard has failed in the middle of a turn");
        }
    }

    @Override
    public void persist(Effects.Persist persist) {
        LogRecord record = persist.record();
        storage.of(record.key()).append(record, persist.ticket());
        amnesiacs.appended(record);
        loads.appended(record.key());
        slots.appended(record.key());
        persisted++;
        if (record.chosen()) {
            chosen(record.key(), record.entry(), record.rebuilt());
        }
        if (record.rebuilt()) {
            counters.increment(Count.REBUILT);
        }
    }

    @Override
    public void markChosen(Effects.MarkChosen mark) {
        // First the history, which outlives a crash: what the store remembers is not told again.
        chosen(mark.key(), mark.entry(), false);
        storage.of(mark.key()).markChosen(mark.key(), mark.entry());
    }

    private void chosen(EntityKey key, long entry, boolean isRebuilt) {
        if (key.space() == EntityKey.SYSTEM_SPACE) {
            systemKeys.add(key);
        } else if (SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE) {
            shard.listeners().entities().chosen(key, entry, isRebuilt);
        }
    }

    @Override
    public void commit() {
        // What was asked of the engine may have made it write records of its own.
        storage.commit();
        if (persisted > 0) {
            counters.add(Count.PERSISTED_RECORDS, persisted);
            counters.increment(Count.COMMITS);
            persisted = 0;
        }
    }

    @Override
    public void send(Effects.Send send) {
        peers.send(send);
    }

    @Override
    public void supply(Effects.Supply supply) {
        shard.listeners().supply().accept(supply);
    }

    @Override
    public void lag(Effects.Lag lag) {
        shard.listeners().lag().accept(lag);
    }

    @Override
    public void otherEpoch(Effects.OtherEpoch other) {
        shard.listeners().otherEpoch().accept(other);
    }

    @Override
    public void reply(Effects.Reply reply) {
        shard.complete(reply.token(), reply.outcome());
    }

    @Override
    public void performed() {
        if (!systemKeys.isEmpty()) {
            List<EntityKey> keys = List.copyOf(systemKeys);
            systemKeys.clear();
            keys.forEach(shard.listeners()::systemEntry);
        }
    }
}
