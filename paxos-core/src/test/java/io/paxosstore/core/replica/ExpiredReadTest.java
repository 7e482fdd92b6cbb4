package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads of an entity that found something to have expired by the clock on the wall: an entry says
 * so before they are answered (Rule X2). At a cluster of one node.
 */
class ExpiredReadTest {
    private static final long NOW_MILLIS = 1_800_000_000_000L;
    private static final EntityKey KEY = new EntityKey(1 << 24, new byte[] {1});
    private static final long DEADLINE = Long.MAX_VALUE;

    private final Effects effects = new Effects();

    /** What was applied and answered, in this order. */
    private final List<String> seen = new ArrayList<>();

    private final Replica replica =
            new Replica(
                    ReplicaConfig.defaults(),
                    1,
                    1,
                    Placement.everywhere(1),
                    OwnershipPolicy.prePreparing(),
                    new KvMachine(),
                    new RandomSource(1));

    private void step(Input input, long wallMillis) {
        replica.step(input, 1_000_000, wallMillis, effects);
        while (!effects.isEmpty()) {
            CollectedEffects wanted = new CollectedEffects();
            effects.drain(wanted);
            List<Input> answers = new ArrayList<>();
            wanted.applies.forEach(
                    one -> seen.add("applied, clock " + (one.after().clockMillis() - NOW_MILLIS)));
            wanted.replies.forEach(
                    one -> seen.add("read " + one.token() + " answered: " + one.outcome()));
            wanted.loads.forEach(load -> answers.add(new Input.Loaded(load.key(), Stored.NOTHING)));
            wanted.persists.forEach(one -> answers.add(new Input.Persisted(KEY, one.ticket())));
            answers.forEach(answer -> replica.step(answer, 1_000_000, wallMillis, effects));
        }
    }

    private void read(int token, ReadMode option, long dueMillis, long wallMillis) {
        step(
                new Input.Read(token, KEY, option, DEADLINE, NOW_MILLIS + dueMillis),
                NOW_MILLIS + wallMillis);
    }

    @Test
    void aReadIsAnsweredAfterTheEntryThatSaysWhatHasExpired() {
        read(1, ReadMode.LINEARIZABLE, 500, 700);
        assertEquals(List.of("applied, clock 700", "read 1 answered: Current[version=1]"), seen);
    }

    @Test
    void anEntryThatSaysSoAlreadyIsEnough() {
        read(1, ReadMode.LINEARIZABLE, 500, 700);
        seen.clear();
        read(2, ReadMode.LINEARIZABLE, 700, 900);
        assertEquals(List.of("read 2 answered: Current[version=1]"), seen);
    }

    /** The clock on the wall was set back since the read found the deadline passed. */
    @Test
    void theEntryIsNotBehindWhatWasFound() {
        read(1, ReadMode.LINEARIZABLE, 500, -3_600_000);
        assertEquals(List.of("applied, clock 500", "read 1 answered: Current[version=1]"), seen);
        seen.clear();
        step(new Input.Read(2, KEY, ReadMode.LINEARIZABLE, DEADLINE), NOW_MILLIS - 3_600_000);
        assertEquals(List.of("read 2 answered: Current[version=1]"), seen);
    }

    @Test
    void aLocalReadWaitsForNothingAndHasItWritten() {
        read(1, ReadMode.LOCAL, 500, 700);
        assertEquals(List.of("read 1 answered: Current[version=0]", "applied, clock 700"), seen);
    }
}
