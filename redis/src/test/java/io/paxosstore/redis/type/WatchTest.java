package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;

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

    /** A read is given what the newest entry has left; that entry may be of long before. */
    @Test
    void aTransactionThatOnlyReadsGoesByTheTimeToo() {
        CommandBatch.Watch watch = new CommandBatch.Watch(Read.VERSION, 1_000);
        assertEquals(ProcedureResult.Done.class, read(watch, 999).getClass());
        assertEquals(ProcedureResult.Conflict.class, read(watch, 1_000).getClass());
    }

    private static ProcedureResult read(CommandBatch.Watch watch, long wallMillis) {
        CommandBatch nothing =
                new CommandBatch(2, true, EventClass.NONE, watch, List.<Arguments>of());
        return ProcedureResult.decode(
                new CommandsProcedure(Commands.TABLE, new byte[] {'k'}, nothing)
                        .run(new Read(wallMillis)));
    }

    /** What a node shows that reads: its newest entry has the clock 1. */
    private record Read(long wallMillis) implements EntityObjects {
        static final long VERSION = 7;

        @Override
        public long version() {
            return VERSION;
        }

        @Override
        public long nowMillis() {
            return 1;
        }

        @Override
        public Result execute(Operation operation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void together(Runnable part) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean endExpired(String object) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void work(long steps) {
            throw new UnsupportedOperationException();
        }
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
