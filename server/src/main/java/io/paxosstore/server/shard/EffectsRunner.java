package io.paxosstore.server.shard;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.server.shard.Counters.Count;

import java.util.ArrayList;
import java.util.List;

/**
 * Performs the effects of a turn in the order their contract demands: loads, persists, marks, one
 * commit, sends, lags, replies.
 */
final class EffectsRunner {
    private static final int SYSTEM_SPACE = 0;

    private final ShardLoop shard;
    private final StorageShard storage;
    private final PeerSender peers;
    private final Counters counters;
    private final List<Effects.Load> loading = new ArrayList<>();

    EffectsRunner(ShardLoop shard, StorageShard storage, PeerSender peers, Counters counters) {
        this.shard = shard;
        this.storage = storage;
        this.peers = peers;
        this.counters = counters;
    }

    /** Performs the loads; what the replica makes of them joins the same effects. */
    void load(Effects effects) {
        while (!effects.loads().isEmpty()) {
            loading.addAll(effects.loads());
            effects.loads().clear();
            for (int i = 0; i < loading.size(); i++) {
                load(loading.get(i));
            }
            loading.clear();
        }
    }

    /** Performs all but the loads. */
    void run(Effects effects) {
        boolean systemEntry = false;
        List<Effects.Persist> persists = effects.persists();
        for (int i = 0; i < persists.size(); i++) {
            LogRecord record = persists.get(i).record();
            storage.append(record, persists.get(i).ticket());
            systemEntry |= record.chosen() && record.key().space() == SYSTEM_SPACE;
            if (record.rebuilt()) {
                counters.increment(Count.REBUILT);
            }
        }
        List<Effects.MarkChosen> marks = effects.marks();
        for (int i = 0; i < marks.size(); i++) {
            EntityKey key = marks.get(i).key();
            storage.markChosen(key, marks.get(i).entry());
            systemEntry |= key.space() == SYSTEM_SPACE;
        }
        if (!persists.isEmpty()) {
            storage.commit();
            counters.add(Count.PERSISTED_RECORDS, persists.size());
            counters.increment(Count.COMMITS);
        }
        List<Effects.Send> sends = effects.sends();
        for (int i = 0; i < sends.size(); i++) {
            Effects.Send send = sends.get(i);
            peers.send(send.to(), send.key(), send.message(), send.lazy());
        }
        List<Effects.Lag> lags = effects.lags();
        for (int i = 0; i < lags.size(); i++) {
            shard.lagging(lags.get(i));
        }
        List<Effects.Reply> replies = effects.replies();
        for (int i = 0; i < replies.size(); i++) {
            shard.complete(replies.get(i).token(), replies.get(i).outcome());
        }
        if (systemEntry) {
            shard.systemEntry();
        }
    }

    private void load(Effects.Load load) {
        Stored stored = storage.load(load.key(), load.withValue());
        counters.increment(Count.LOADS);
        Input.Loaded loaded = new Input.Loaded(load.key(), stored);
        if (stored.amnesiac()) {
            counters.increment(Count.LOADS_AMNESIAC);
            shard.amnesiac(loaded);
        } else {
            shard.step(loaded);
        }
    }
}
