package io.paxosstore.server.shard;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.server.shard.Counters.Count;

import java.util.ArrayList;
import java.util.List;

/**
 * Performs the effects of a turn in the order their contract demands: applies, loads, evaluations,
 * persists, marks, one commit, sends, supplies, lags, replies.
 */
final class EffectsRunner {
    private static final int SYSTEM_SPACE = 0;

    private final ShardLoop shard;
    private final ShardStorage storage;
    private final Evaluations evaluations;
    private final PeerSender peers;
    private final Counters counters;
    private final List<Effects.Load> loading = new ArrayList<>();
    private final List<Effects.Evaluate> evaluating = new ArrayList<>();

    EffectsRunner(
            ShardLoop shard,
            ShardStorage storage,
            Evaluations evaluations,
            PeerSender peers,
            Counters counters) {
        this.evaluations = evaluations;
        this.shard = shard;
        this.storage = storage;
        this.peers = peers;
        this.counters = counters;
    }

    /**
     * Performs what is asked of the store: what the replica makes of the answers joins the same
     * effects.
     */
    void ask(Effects effects) {
        while (!effects.loads().isEmpty()
                || !effects.applies().isEmpty()
                || !effects.evaluations().isEmpty()) {
            apply(effects.applies());
            loading.addAll(effects.loads());
            effects.loads().clear();
            evaluating.addAll(effects.evaluations());
            effects.evaluations().clear();
            storage.willLoad(loading);
            for (int i = 0; i < loading.size(); i++) {
                load(loading.get(i));
            }
            loading.clear();
            for (int i = 0; i < evaluating.size(); i++) {
                // The answers before may have brought more entries.
                apply(effects.applies());
                evaluations.evaluate(evaluating.get(i));
            }
            evaluating.clear();
        }
    }

    private void apply(List<Effects.Apply> applies) {
        for (int i = 0; i < applies.size(); i++) {
            evaluations.overtaken(applies.get(i).key());
            storage.entities().apply(applies.get(i));
            shard.listeners().entities().applied(applies.get(i));
        }
        applies.clear();
    }

    /** Performs the rest. */
    void run(Effects effects) {
        boolean systemEntry = false;
        List<Effects.Persist> persists = effects.persists();
        for (int i = 0; i < persists.size(); i++) {
            LogRecord record = persists.get(i).record();
            storage.of(record.key()).append(record, persists.get(i).ticket());
            systemEntry |= record.chosen() && record.key().space() == SYSTEM_SPACE;
            if (record.rebuilt()) {
                counters.increment(Count.REBUILT);
            }
        }
        List<Effects.MarkChosen> marks = effects.marks();
        for (int i = 0; i < marks.size(); i++) {
            EntityKey key = marks.get(i).key();
            storage.of(key).markChosen(key, marks.get(i).entry());
            systemEntry |= key.space() == SYSTEM_SPACE;
        }
        // What was asked of the engine may have made it write records of its own.
        storage.commit();
        if (!persists.isEmpty()) {
            counters.add(Count.PERSISTED_RECORDS, persists.size());
            counters.increment(Count.COMMITS);
        }
        List<Effects.Send> sends = effects.sends();
        for (int i = 0; i < sends.size(); i++) {
            Effects.Send send = sends.get(i);
            peers.send(send.to(), send.key(), send.message(), send.lazy());
        }
        List<Effects.Supply> supplies = effects.supplies();
        for (int i = 0; i < supplies.size(); i++) {
            shard.listeners().supply().accept(supplies.get(i));
        }
        List<Effects.Lag> lags = effects.lags();
        for (int i = 0; i < lags.size(); i++) {
            shard.listeners().lag().accept(lags.get(i));
        }
        List<Effects.Reply> replies = effects.replies();
        for (int i = 0; i < replies.size(); i++) {
            shard.complete(replies.get(i).token(), replies.get(i).outcome());
        }
        if (systemEntry) {
            shard.listeners().systemEntry();
        }
    }

    private void load(Effects.Load load) {
        Stored stored = storage.of(load.key()).load(load.key(), load.withValue());
        counters.increment(Count.LOADS);
        Input.Loaded loaded = new Input.Loaded(load.key(), stored);
        if (stored.amnesiac()) {
            counters.increment(Count.LOADS_AMNESIAC);
            shard.amnesiac(loaded);
        } else {
            shard.step(loaded);
            shard.listeners().entities().reached(load.key(), stored.version());
        }
    }
}
