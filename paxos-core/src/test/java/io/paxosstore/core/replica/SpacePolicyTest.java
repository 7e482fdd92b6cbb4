package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.SpacePolicies;
import io.paxosstore.core.SpacePolicy;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Each space is served by its own policy. */
class SpacePolicyTest {
    private static final long NOW_NANOS = 1_000_000;
    private static final int PRE_PREPARED = 1;
    private static final int PREPARED = 2;
    private static final int NARROW = 3;

    private record Nothing() implements Command {}

    private static SpacePolicy policyOf(int space) {
        SpacePolicy usual =
                SpacePolicy.of(
                        SpaceKind.KEY_VALUE,
                        ReplicaConfig.defaults(),
                        space == PREPARED
                                ? OwnershipPolicy.alwaysPrepare()
                                : OwnershipPolicy.prePreparing());
        return space == NARROW
                ? new SpacePolicy(
                        usual.ownership(), 2, 1, usual.dedupeClientsMax(), usual.dedupeAgeSeconds())
                : usual;
    }

    private final Replica replica =
            new Replica(
                    ReplicaConfig.defaults(),
                    1,
                    1,
                    key -> Configuration.first(1, 2, 3),
                    SpacePolicyTest::policyOf,
                    (state, command, now) ->
                            new StateMachine.Evaluation(new byte[] {1}, new byte[0]),
                    new RandomSource(1));
    private final Effects effects = new Effects();
    private final CollectedEffects wanted = new CollectedEffects();

    private static EntityKey keyIn(int space) {
        return new EntityKey(space, "key".getBytes(StandardCharsets.UTF_8));
    }

    private void step(Input input) {
        replica.step(input, NOW_NANOS, 1_000_000, effects);
        effects.drain(wanted);
    }

    private void write(int space, int token) {
        RequestId id = new RequestId(token, 1_000L << 32);
        step(
                new Input.Write(
                        token, keyIn(space), id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE));
    }

    /** The number of the first message about the first write of a space. */
    private long numberOfFirstRound(int space) {
        write(space, 1);
        step(new Input.Loaded(keyIn(space), Stored.NOTHING));
        for (Effects.Persist persist : CollectedEffects.take(wanted.persists)) {
            step(new Input.Persisted(keyIn(space), persist.ticket()));
        }
        Effects.Send first = CollectedEffects.take(wanted.sends).getFirst();
        return first.message() instanceof Message.Paxos paxos ? paxos.promised() : 0;
    }

    @Test
    void ownershipIsThatOfTheSpace() {
        assertEquals(ProposalNumber.FAST, numberOfFirstRound(PRE_PREPARED));
        assertTrue(numberOfFirstRound(PREPARED) > ProposalNumber.FAST);
    }

    @Test
    void limitsAreThoseOfTheSpace() {
        for (int token = 1; token <= 3; token++) {
            write(PRE_PREPARED, token);
        }
        assertTrue(wanted.replies.isEmpty());
        for (int token = 1; token <= 3; token++) {
            write(NARROW, token);
        }
        Outcome overloaded = new Outcome.NotDone(Outcome.Reason.OVERLOADED);
        assertEquals(List.of(new Effects.Reply(3, overloaded)), wanted.replies);
    }

    @Test
    void oneConfigurationMakesOnePolicyForAllButTheLimitsOfAKind() {
        ReplicaConfig config = ReplicaConfig.defaults();
        OwnershipPolicy ownership = OwnershipPolicy.prePreparing();
        SpacePolicies policies = SpacePolicies.uniform(config, ownership);
        assertEquals(
                SpacePolicy.of(SpaceKind.KEY_VALUE, config, ownership),
                policies.of(SpaceKind.ENTITY_FROM - 1));
        SpacePolicy entities = policies.of(SpaceKind.ENTITY_FROM);
        assertEquals(SpacePolicy.of(SpaceKind.ENTITY, config, ownership), entities);
        assertEquals(config.entityDedupeClientsMax(), entities.dedupeClientsMax());
        assertEquals(config.dedupeClientsMax(), policies.of(0).dedupeClientsMax());
    }
}
