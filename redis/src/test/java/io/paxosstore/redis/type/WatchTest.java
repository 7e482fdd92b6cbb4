package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.procedure.CommandBatch;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Transactions on keys that were watched. */
class WatchTest {
    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void aWatchedKeyThatExpiresHasChanged() {
        redis.run("SET k v PX 1000");
        MultiOpResult.Executed found =
                (MultiOpResult.Executed) redis.execute(new ObjectOperation.Describe("k"));
        long until = ((Result.Info) found.results().getFirst()).deadlineMillis();
        CommandBatch.Watch watch = new CommandBatch.Watch(found.version(), until);
        assertEquals(List.of("$1 v"), redis.transaction(watch, "GET k"));
        redis.pass(999);
        assertEquals(List.of("$1 v"), redis.transaction(watch, "GET k"));
        redis.pass(1);
        assertEquals(List.of(), redis.transaction(watch, "GET k"));
    }

    @Test
    void theFirstOfSeveralDeadlinesCounts() {
        CommandBatch.Watch never = new CommandBatch.Watch(7, 0);
        assertEquals(never, never.and(0));
        CommandBatch.Watch once = never.and(50);
        assertEquals(new CommandBatch.Watch(7, 50), once);
        assertEquals(once, once.and(0));
        assertEquals(once, once.and(60));
        assertEquals(new CommandBatch.Watch(7, 40), once.and(40));
    }
}
