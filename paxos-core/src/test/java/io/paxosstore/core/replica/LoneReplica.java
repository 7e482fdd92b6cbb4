package io.paxosstore.core.replica;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The only voter of all entities, with an empty store whose disk is fast: what it loads and writes
 * is answered at once, all else is for the test. Not thread-safe.
 */
final class LoneReplica {
    private final Replica replica =
            new Replica(
                    ReplicaConfig.defaults(),
                    1,
                    1,
                    Placement.neverChanged(1),
                    OwnershipPolicy.prePreparing(),
                    new KvMachine(),
                    new RandomSource(1));
    private final Effects effects = new Effects();
    private final BiConsumer<CollectedEffects, List<Input>> host;

    /**
     * @param host is shown the effects of each round, and may add inputs that answer them
     */
    LoneReplica(BiConsumer<CollectedEffects, List<Input>> host) {
        this.host = host;
    }

    /** Gives it an input, and then the answers, until it wants nothing more. */
    void step(Input input, long nowNanos, long wallMillis) {
        replica.step(input, nowNanos, wallMillis, effects);
        while (!effects.isEmpty()) {
            CollectedEffects wanted = new CollectedEffects();
            effects.drain(wanted);
            List<Input> answers = new ArrayList<>();
            wanted.loads.forEach(load -> answers.add(new Input.Loaded(load.key(), Stored.NOTHING)));
            wanted.persists.forEach(
                    one -> answers.add(new Input.Persisted(one.record().key(), one.ticket())));
            host.accept(wanted, answers);
            answers.forEach(answer -> replica.step(answer, nowNanos, wallMillis, effects));
        }
    }
}
