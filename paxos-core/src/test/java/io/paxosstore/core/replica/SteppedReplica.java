package io.paxosstore.core.replica;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.StateMachine;

/**
 * A replica that a test gives one input after the other, and whose effects it looks at instead of
 * performing them. Not thread-safe.
 */
final class SteppedReplica {
    private static final long WALL_MILLIS = 1_000_000;

    private final Replica replica;
    private final Effects effects = new Effects();
    private long nowNanos = 1_000_000;

    /** A replica in its first incarnation, whose commands all have a result of one byte. */
    SteppedReplica(int self, Placement placement) {
        this.replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        self,
                        1,
                        placement,
                        OwnershipPolicy.prePreparing(),
                        (state, command, now) ->
                                new StateMachine.Evaluation(new byte[] {1}, new byte[0]),
                        new RandomSource(1));
    }

    Replica replica() {
        return replica;
    }

    /** Lets time pass. */
    void pass(long nanos) {
        nowNanos += nanos;
    }

    /** Gives it an input; what it wants done then. */
    CollectedEffects step(Input input) {
        replica.step(input, nowNanos, WALL_MILLIS, effects);
        CollectedEffects wanted = new CollectedEffects();
        effects.drain(wanted);
        return wanted;
    }
}
