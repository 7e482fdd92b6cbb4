package io.paxosstore.bench.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The clients and what checks them notice what a broken store does. */
class RedisWorkloadTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int CLIENTS = 12;
    private static final int CALLS = 4_000;

    private static RedisWorkload run(LocalRedis.Flaw flaw) throws Exception {
        LocalRedis redis = new LocalRedis(flaw, CALLS);
        RandomSource random = new RandomSource(7);
        RedisWorkload workload =
                new RedisWorkload(number -> redis.connect(random.fork()), CLIENTS, 3);
        workload.start();
        assertTrue(redis.enough().await(LIMIT.toSeconds(), TimeUnit.SECONDS));
        workload.stop(LIMIT);
        redis.end();
        workload.readAll(List.of(redis.connect(random.fork())));
        return workload;
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "UNKNOWN_OUTCOMES"})
    void aSoundStoreIsLinearizable(LocalRedis.Flaw flaw) throws Exception {
        RedisWorkload workload = run(flaw);
        assertEquals(List.of(), workload.problems());
        assertTrue(workload.tally().done() > CALLS / 2);
        assertEquals(flaw == LocalRedis.Flaw.UNKNOWN_OUTCOMES, workload.tally().unknown() > 0);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "UNKNOWN_OUTCOMES"})
    void whatIsWrongIsFound(LocalRedis.Flaw flaw) throws Exception {
        List<String> problems = run(flaw).problems();
        assertFalse(problems.isEmpty());
        assertTrue(
                problems.stream().anyMatch(problem -> problem.contains("is not linearizable")),
                problems::toString);
    }

    /** An error that faults do not explain is a problem by itself. */
    @Test
    void anErrorIsAProblem() throws Exception {
        RedisStore refusing =
                new RedisStore() {
                    @Override
                    public List<Told> call(
                            int database, List<io.paxosstore.sim.check.RedisCall> calls) {
                        return calls.stream()
                                .map(call -> (Told) new Told.Refused("WRONGTYPE no"))
                                .toList();
                    }

                    @Override
                    public void close() {}
                };
        RedisWorkload workload = new RedisWorkload(number -> refusing, 1, 1);
        workload.start();
        while (workload.tally().done() + workload.problems().size() == 0) {
            Thread.onSpinWait();
        }
        workload.stop(LIMIT);
        assertTrue(workload.problems().getFirst().contains("WRONGTYPE"));
    }
}
