package io.paxosstore.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.sim.check.LinearizabilityChecker.Result;
import io.paxosstore.sim.check.RedisCall.Command;
import io.paxosstore.sim.check.RedisCall.Transaction;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the model takes for Redis, and what it does not. */
class RedisModelTest {
    private final List<Operation<RedisCall, Object>> history = new ArrayList<>();
    private long now;

    private void told(RedisCall call, Object reply) {
        history.add(new Operation<>(1, call, reply, now, now + 1));
        now += 2;
    }

    private void unknown(RedisCall call) {
        history.add(Operation.unknown(2, call, now++));
    }

    private static Command command(String words) {
        return Command.of(words.split(" "));
    }

    private void assertResult(Result wanted) {
        assertEquals(
                wanted,
                LinearizabilityChecker.check(new RedisModel(), history, 100_000).result(),
                history::toString);
    }

    @Test
    void whatRedisReplies() {
        told(command("SET s a"), "OK");
        told(command("APPEND s bc"), 3L);
        told(command("GET s"), "abc");
        told(command("DEL s"), 1L);
        told(command("DEL s"), 0L);
        told(command("MGET s n"), List.of(RedisModel.NIL, RedisModel.NIL));
        told(command("INCR n"), 1L);
        told(command("INCR n"), 2L);
        told(command("GET n"), "2");
        told(command("HINCRBY h f 3"), 3L);
        told(command("HGET h f"), "3");
        told(command("HGET h g"), RedisModel.NIL);
        told(command("ZINCRBY z 2 m"), "2");
        told(command("ZSCORE z m"), "2");
        told(command("RPUSH l a b"), 2L);
        told(command("LRANGE l 0 -1"), List.of("a", "b"));
        told(command("LPOP l"), "a");
        told(command("LPOP l"), "b");
        told(command("LPOP l"), RedisModel.NIL);
        told(command("DEL l"), 0L);
        told(
                new Transaction(Map.of(), List.of(command("SET s x"), command("INCR n"))),
                List.of("OK", 3L));
        told(command("GET s"), "x");
        assertResult(Result.LINEARIZABLE);
    }

    @Test
    void halfATransactionIsFound() {
        told(
                new Transaction(Map.of(), List.of(command("SET a 1"), command("SET b 1"))),
                List.of("OK", "OK"));
        told(command("MGET a b"), List.of("1", RedisModel.NIL));
        assertResult(Result.NOT_LINEARIZABLE);
    }

    @Test
    void aTransactionIsGuardedByWhatItWatches() {
        told(command("SET a 1"), "OK");
        told(
                new Transaction(Map.of("a", RedisModel.NIL), List.of(command("INCR a"))),
                RedisModel.NIL);
        told(new Transaction(Map.of("a", "1"), List.of(command("INCR a"))), List.of(2L));
        assertResult(Result.LINEARIZABLE);
        told(new Transaction(Map.of("a", "1"), List.of(command("INCR a"))), List.of(3L));
        assertResult(Result.NOT_LINEARIZABLE);
    }

    @Test
    void aTransactionThatWatchesNothingIsNotAborted() {
        told(new Transaction(Map.of(), List.of(command("INCR a"))), RedisModel.NIL);
        assertResult(Result.NOT_LINEARIZABLE);
    }

    @Test
    void whatIsUnknownMayHaveHappenedOnceOrNot() {
        unknown(command("RPUSH l a"));
        unknown(new Transaction(Map.of("n", "5"), List.of(command("SET n 6"))));
        told(command("LRANGE l 0 -1"), List.of());
        told(command("LRANGE l 0 -1"), List.of("a"));
        told(command("GET n"), RedisModel.NIL);
        assertResult(Result.LINEARIZABLE);
        told(command("LRANGE l 0 -1"), List.of("a", "a"));
        assertResult(Result.NOT_LINEARIZABLE);
    }

    @Test
    void aGuardedTransactionOfUnknownOutcomeDidNothingIfItsGuardFailed() {
        unknown(new Transaction(Map.of("n", "5"), List.of(command("SET n 6"))));
        told(command("GET n"), "6");
        assertResult(Result.NOT_LINEARIZABLE);
    }

    @Test
    void otherCommandsAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> RedisModel.execute(new RedisModel().initial(), command("GETEX a")));
    }
}
