package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Clients that never settle what they were told (Rules E2, E3), at a cluster of one node. */
class UnsettledResultsTest {
    private static final long NOW_NANOS = 1_000_000;
    private static final long DEADLINE_NANOS = 1_000_000_000;
    private static final EntityKey KEY = new EntityKey(1 << 24, new byte[] {1});
    private static final int RESULT_BYTES = RequestTable.RESULT_BYTES_MAX;

    /** Of one client as many are remembered as ids. */
    private static final int REQUESTS = 256;

    private record Anything() implements Command {}

    private final Effects effects = new Effects();
    private final Replica replica =
            new Replica(
                    ReplicaConfig.defaults(),
                    1,
                    1,
                    Placement.everywhere(1),
                    OwnershipPolicy.prePreparing(),
                    new KvMachine(),
                    new RandomSource(1));
    private EntityHead head = EntityHead.NOTHING;
    private Outcome told = new Outcome.Unknown();

    private void step(Input input) {
        replica.step(input, NOW_NANOS, 1_000_000, effects);
        while (!effects.isEmpty()) {
            CollectedEffects wanted = new CollectedEffects();
            effects.drain(wanted);
            wanted.replies.forEach(reply -> told = reply.outcome());
            wanted.applies.forEach(apply -> head = apply.after());
            List<Input> answers = new ArrayList<>();
            wanted.loads.forEach(load -> answers.add(new Input.Loaded(load.key(), Stored.NOTHING)));
            wanted.persists.forEach(one -> answers.add(new Input.Persisted(KEY, one.ticket())));
            wanted.evaluations.forEach(question ->
                    answers.add(
                            new Input.Evaluated(
                                    KEY,
                                    question.ticket(),
                                    List.of(new byte[RESULT_BYTES]),
                                    new byte[] {1})));
            answers.forEach(answer -> replica.step(answer, NOW_NANOS, 1_000_000, effects));
        }
    }

    private void write(int client, int number) {
        RequestId id = new RequestId(client, (1000L << 32) + number);
        step(new Input.Write(1, KEY, id, 0, new Anything(), DEADLINE_NANOS));
    }

    @Test
    void theirResultsAreToldAndNotAllRemembered() {
        for (int client = 1; client <= 4; client++) {
            for (int number = 1; number <= REQUESTS; number++) {
                write(client, number);
                Outcome.Written written = assertInstanceOf(Outcome.Written.class, told);
                assertEquals(RESULT_BYTES, written.result().bytes().length);
            }
        }
        int bytes = head.requestTable().length;
        assertTrue(bytes < 3 * REQUESTS * RESULT_BYTES, "of four times as many: " + bytes);
        assertEquals(4 * REQUESTS, head.version());
        write(1, 1);
        assertInstanceOf(Outcome.Written.class, told, "it is remembered");
        write(4, REQUESTS);
        assertInstanceOf(Outcome.Executed.class, told, "that it was executed is");
        assertEquals(4 * REQUESTS, head.version(), "nothing is executed again");
    }
}
