package io.paxosstore.bench.redis;

import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.RedisCall;
import io.paxosstore.sim.check.RedisModel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** One copy of the data behind a lock, done wrong on purpose. Thread-safe. */
final class LocalRedis {
    private static final int FLAWED_EVERY = 25;
    private static final int UNKNOWN_EVERY = 40;
    private static final int PAUSE_MICROS_MAX = 2_000;

    private final Flaw flaw;
    private final CountDownLatch enough;
    private final Map<Integer, RedisModel.State> databases = new HashMap<>();
    private final Map<Integer, RedisModel.State> older = new HashMap<>();
    private int writes;
    private int reads;

    /** What is wrong. */
    enum Flaw {
        NONE,
        /** Some outcomes are not told, whether the call was executed or not. */
        UNKNOWN_OUTCOMES,
        /** A write is acknowledged and not executed. */
        LOST_WRITES,
        /** A write is executed twice. */
        TWICE,
        /** A read sees what was there some writes ago. */
        STALE_READS,
        /** Of a transaction the last command is not executed. */
        HALF_TRANSACTIONS,
        /** Watched keys may have changed. */
        WATCH_IGNORED,
        /** What was executed is told as not done. */
        NOT_DONE_BUT_DONE,
        /** Everything is as it should be, until all clients rest: then it is lost. */
        LOST_AT_THE_END
    }

    /**
     * @param calls after so many there were enough
     */
    LocalRedis(Flaw flaw, int calls) {
        this.flaw = flaw;
        this.enough = new CountDownLatch(calls);
    }

    CountDownLatch enough() {
        return enough;
    }

    /** A client's connection. */
    RedisStore connect(RandomSource random) {
        return new RedisStore() {
            @Override
            public List<Told> call(int database, List<RedisCall> calls)
                    throws InterruptedException {
                List<Told> told = new ArrayList<>();
                for (RedisCall call : calls) {
                    // Lets other clients come between.
                    Thread.sleep(Duration.ofNanos(1_000L * random.nextInt(PAUSE_MICROS_MAX)));
                    told.add(execute(database, call));
                }
                return told;
            }

            @Override
            public void close() {}
        };
    }

    /** Loses everything, if that is the flaw. */
    synchronized void end() {
        if (flaw == Flaw.LOST_AT_THE_END) {
            databases.clear();
        }
    }

    private synchronized Told execute(int database, RedisCall call) {
        enough.countDown();
        if (call instanceof RedisCall.Command command && command.name().equals("WATCH")) {
            return new Told.Done("OK");
        }
        RedisModel.State state = databases.getOrDefault(database, new RedisModel().initial());
        if (call.isReadOnly()) {
            boolean isStale = flaw == Flaw.STALE_READS && ++reads % FLAWED_EVERY == 0;
            RedisModel.State seen = isStale ? older.getOrDefault(database, state) : state;
            return new Told.Done(RedisModel.execute(seen, call).reply());
        }
        writes++;
        if (flaw == Flaw.UNKNOWN_OUTCOMES && writes % UNKNOWN_EVERY == 0) {
            if (writes % (2 * UNKNOWN_EVERY) == 0) {
                databases.put(database, RedisModel.execute(state, call).state());
            }
            return new Told.Unknown(Told.Why.TIMEOUT);
        }
        return write(database, state, call);
    }

    private Told write(int database, RedisModel.State state, RedisCall call) {
        boolean isFlawed = writes % FLAWED_EVERY == 0;
        RedisModel.Executed executed =
                call instanceof RedisCall.Transaction transaction
                        ? transaction(state, transaction)
                        : RedisModel.execute(state, call);
        RedisModel.State after = executed.state();
        if (isFlawed && flaw == Flaw.LOST_WRITES) {
            after = state;
        }
        if (isFlawed && flaw == Flaw.TWICE) {
            after = RedisModel.execute(after, call).state();
        }
        if (writes % FLAWED_EVERY == 0) {
            older.put(database, state);
        }
        databases.put(database, after);
        return isFlawed && flaw == Flaw.NOT_DONE_BUT_DONE
                ? new Told.NotDone("it was done")
                : new Told.Done(executed.reply());
    }

    private RedisModel.Executed transaction(
            RedisModel.State state, RedisCall.Transaction transaction) {
        List<RedisCall.Command> commands = transaction.commands();
        if (flaw == Flaw.WATCH_IGNORED) {
            return RedisModel.execute(state, new RedisCall.Transaction(Map.of(), commands));
        }
        RedisModel.Executed whole = RedisModel.execute(state, transaction);
        if (flaw != Flaw.HALF_TRANSACTIONS) {
            return whole;
        }
        RedisCall.Transaction half =
                new RedisCall.Transaction(
                        transaction.watched(), commands.subList(0, commands.size() - 1));
        return new RedisModel.Executed(RedisModel.execute(state, half).state(), whole.reply());
    }
}
