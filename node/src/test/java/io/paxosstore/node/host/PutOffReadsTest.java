package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.EntityShard.LongWork;
import io.paxosstore.log.EntityShard.ReadAnswer;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reads of entities that are too much for a turn, at a shard that is driven by hand. */
final class PutOffReadsTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final int MIB = 1 << 20;
    private static final long VERSION = 3;
    private static final Command QUERY = new Command() {};
    private static final int PER_TURN = 2;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final Data data = new Data();
    private final List<Throwable> failures = new ArrayList<>();
    private final Map<Long, Outcome> answers = new TreeMap<>();
    private final Set<Long> signs = new TreeSet<>();
    private final ShardLoop shard =
            LoneShard.whole(
                    scheduler,
                    new ShardLimits(
                            65_536,
                            100 * MILLI,
                            1 << 30,
                            MIB,
                            (long) PER_TURN * MIB,
                            MIB,
                            10 * MILLI),
                    new ShardStorage(data, data),
                    1 << 30,
                    failures::add);

    /** So many reads come at once, each of an entity of its own. */
    private void reads(int count, long withinNanos) {
        for (long i = 0; i < count; i++) {
            EntityKey key = new EntityKey(SpaceKind.ENTITY_FROM, new byte[] {(byte) i});
            shard.read(
                    new Client(),
                    i,
                    key,
                    ReadMode.LOCAL,
                    QUERY,
                    scheduler.nanoTime() + withinNanos);
        }
        scheduler.endTurn();
    }

    private void turn() {
        scheduler.advance(1000);
        scheduler.runTasks();
        scheduler.endTurn();
    }

    /** Whoever comes behind them is served between them: one turn does not answer all. */
    @Test
    void aTurnAnswersNoMoreThanItsShare() {
        reads(20, SECOND);
        for (int turns = 1; turns <= 20 / PER_TURN; turns++) {
            assertEquals(turns * PER_TURN, answers.size(), "after turns: " + turns);
            turn();
        }
        answers.values().forEach(answer -> assertEquals(MIB, bytes(answer)));
        assertEquals(0, shard.waitingRequests());
        assertEquals(List.of(), failures);
    }

    @Test
    void smallAnswersAreNotPutOff() {
        data.bytes = 100;
        reads(100, SECOND);
        assertEquals(100, answers.size());
    }

    @Test
    void whoWaitsHearsThatHeIsNotForgotten() {
        reads(5, SECOND);
        for (int i = 0; i < PER_TURN; i++) {
            assertFalse(signs.contains((long) i));
        }
        data.bytes = PER_TURN * MIB; // one in a turn
        scheduler.advance(Evaluations.SIGN_NANOS);
        assertTrue(signs.contains(4L), signs.toString());
    }

    @Test
    void whoIsPutOffBeyondHisTimeIsToldSoBeforeIt() {
        reads(5, 100 * MILLI);
        scheduler.advance(95 * MILLI);
        turn();
        assertEquals(5, answers.size());
        assertEquals(new Outcome.NotDone(Outcome.Reason.DEADLINE), answers.get(4L));
        assertEquals(0, shard.waitingRequests());
    }

    /** Between two turns an entity may be dropped, moved away or lost: that is no empty one. */
    @Test
    void whatIsGoneInALaterTurnIsNotReadAsEmpty() {
        reads(5, SECOND);
        data.version = 0;
        data.bytes = 0;
        turn();
        assertEquals(5, answers.size());
        assertEquals(MIB, bytes(answer(1)));
        assertEquals(new Outcome.NotDone(Outcome.Reason.NO_VOTE), answers.get(4L));
    }

    /** The same of what is read beside the loop. */
    @Test
    void whatIsGoneWhenALongReadBeginsIsNotReadAsEmpty() {
        data.takesLong = true;
        reads(2, SECOND);
        assertEquals(Map.of(), answers);
        data.late.get(0).accept(new ReadAnswer.Read(VERSION, new byte[10], 0));
        data.late.get(1).accept(new ReadAnswer.Read(0, new byte[0], 0));
        turn();
        assertEquals(10, bytes(answer(0)));
        assertEquals(new Outcome.NotDone(Outcome.Reason.NO_VOTE), answers.get(1L));
    }

    @Test
    void aFaultInALaterTurnFailsTheShard() {
        reads(5, SECOND);
        data.fault = new OutOfMemoryError("no memory");
        turn();
        assertEquals(List.of(data.fault), failures);
    }

    @Test
    void nobodyIsAnsweredAfterTheStop() {
        reads(5, SECOND);
        shard.stop();
        turn();
        assertEquals(PER_TURN, answers.size());
    }

    private Outcome answer(long correlation) {
        return Objects.requireNonNull(answers.get(correlation));
    }

    private static int bytes(Outcome answer) {
        return ((Outcome.Value) answer).state().bytes().length;
    }

    private final class Client extends TestClient {
        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            answers.put(correlation, outcome);
        }

        @Override
        public void workedOn(long correlation) {
            signs.add(correlation);
        }
    }

    /** Entities that hold as much as the test wants. */
    private static final class Data extends NoEntities {
        private final List<Consumer<ReadAnswer>> late = new ArrayList<>();
        private int bytes = MIB;
        private long version = VERSION;
        private boolean takesLong;
        private @Nullable Error fault;

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            EntityHead head =
                    EntityHead.of(
                            VERSION, new ValueId(1, 1, 1), 0, EntityHead.NOTHING.requestTable());
            return new Stored(VERSION, null, 0, 0, 0, null, head, false);
        }

        @Override
        public ReadAnswer read(EntityKey key, Command query) {
            if (fault != null) {
                throw fault;
            }
            return takesLong
                    ? new ReadAnswer.TakesLong()
                    : new ReadAnswer.Read(version, new byte[bytes], 0);
        }

        @Override
        public LongWork readLong(
                EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer) {
            late.add(answer);
            return () -> {};
        }
    }
}
