package io.paxosstore.node.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** How often it is made sure that nothing was missed; entities that nobody has written. */
final class WatchesTest {
    private static final long MILLI_NANOS = 1_000_000;
    private static final long INTERVAL_NANOS = 1_000 * MILLI_NANOS;
    private static final EntityKey ALICE = key('a');
    private static final EntityKey BOB = key('b');

    private record Question(long number, Call.Read read) {}

    private final ManualScheduler scheduler = new ManualScheduler();
    private final List<Question> questions = new ArrayList<>();
    private final List<Long> signs = new ArrayList<>();
    private final Client client = new Client();
    private final Watches watches =
            Watches.of(
                            List.of(LoneShard.on(scheduler)),
                            this::ask,
                            new WatchOptions(10_000, INTERVAL_NANOS, 1_000, 1_000, false),
                            ChangeHistory.NONE,
                            new WatchCount(10_000))
                    .getFirst();
    private int checks;

    private static EntityKey key(char name) {
        return new EntityKey(SpaceKind.ENTITY_FROM + 1, new byte[] {(byte) name});
    }

    private void ask(Requester requester, long number, Call call) {
        assertEquals(watches, requester);
        questions.add(new Question(number, (Call.Read) call));
        checks++;
    }

    private void answer() {
        byte[] nothing =
                ModelCodec.encode(new MultiOpResult.Executed(0, true, List.of(), List.of()));
        List<Question> open = List.copyOf(questions);
        questions.clear();
        for (Question question : open) {
            Outcome outcome = new Outcome.Value(0, new Outcome.Result(nothing));
            watches.complete(question.number(), Operation.READ, outcome);
        }
    }

    /** Returns how many checks began within some intervals, each of which was answered at once. */
    private int checksWithin(int intervals) {
        checks = 0;
        for (long passed = 0; passed < intervals * INTERVAL_NANOS; passed += 10 * MILLI_NANOS) {
            scheduler.advance(10 * MILLI_NANOS);
            scheduler.endTurn();
            answer();
        }
        return checks;
    }

    private void assertOnceEachInterval(int checks, int intervals) {
        assertEquals(intervals, checks, 1, checks + " checks in " + intervals + " intervals");
    }

    @Test
    void anEntityIsCheckedOnceEachIntervalHoweverManyWatchIt() {
        for (int i = 0; i < 100; i++) {
            watches.watch(client, i, ALICE, 1);
            answer();
            scheduler.advance(10 * MILLI_NANOS);
        }
        assertOnceEachInterval(checksWithin(20), 20);
        signs.clear();
        assertOnceEachInterval(checksWithin(2), 2);
        assertEquals(0, signs.size() % 100, "all of them get a sign of life");
    }

    @Test
    void nothingIsLeftOfWatchesThatHaveEnded() {
        for (int i = 0; i < 100; i++) {
            watches.watch(client, i, ALICE, 1);
            answer();
        }
        for (int i = 0; i < 99; i++) {
            watches.unwatch(client, i);
        }
        assertOnceEachInterval(checksWithin(20), 20);
        watches.unwatch(client, 99);
        assertEquals(0, checksWithin(20));
    }

    @Test
    void watchesThatComeAndGoLeaveOneCheckOfTheOneThatStays() {
        watches.watch(client, 0, ALICE, 1);
        answer();
        for (int i = 1; i <= 100; i++) {
            watches.watch(client, i, ALICE, 1);
            answer();
            watches.unwatch(client, i);
            watches.watch(client, i, BOB, 1);
            watches.unwatch(client, i);
            answer();
        }
        assertOnceEachInterval(checksWithin(20), 20);
    }

    /** A new watch may ask while a check is due; no second one begins beside it. */
    @Test
    void aCheckThatIsUnderWayIsTheOnlyOne() {
        watches.watch(client, 0, ALICE, 1);
        answer();
        watches.watch(client, 1, ALICE, 1);
        checks = 0;
        scheduler.advance(2 * INTERVAL_NANOS);
        scheduler.advance(INTERVAL_NANOS);
        assertEquals(0, checks);
        answer();
        assertOnceEachInterval(checksWithin(20), 20);
    }

    private final class Client implements Watcher {
        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean begins(long correlation, int contentBytes) {
            return true;
        }

        @Override
        public void ended(long correlation) {}

        @Override
        public void refused(long correlation, Refusal refusal) {
            throw new AssertionError("a watch is refused: " + refusal);
        }

        @Override
        public boolean opens(long correlation) {
            return true;
        }

        @Override
        public void push(long correlation, Response response, int bytes) {
            signs.add(correlation);
        }

        @Override
        public void closed(long correlation, Outcome why) {
            throw new AssertionError("a watch has ended: " + why);
        }
    }
}
