package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Watches that wait for the catalog, and end meanwhile: nothing of them stays at the node. */
final class WatchRequestsTest {
    private static final int SPACE = (1 << 24) + 1;
    private static final int WATCHES_MAX = 2;

    private final List<Response> replies = new ArrayList<>();
    private final SlowCatalog node = new SlowCatalog();
    private boolean hasMemory = true;
    private final WatchRequests requests = new WatchRequests(new Connection(), node, WATCHES_MAX);

    private void watch(long correlation, int entity) {
        requests.watch(new Request.Watch(correlation, SPACE, 1, key(entity).key()));
    }

    private void unwatch(long correlation) {
        requests.unwatch(new Request.Unwatch(correlation));
    }

    private static EntityKey key(int entity) {
        return new EntityKey(SPACE, new byte[] {(byte) entity});
    }

    @Test
    void aWatchOfAConnectionThatHasClosedIsNotOpened() {
        watch(7, 1);
        requests.close();
        node.catalogAnswers();
        assertEquals(List.of(), node.open);
    }

    @Test
    void aWatchThatItsClientHasEndedIsNotOpened() {
        watch(7, 1);
        unwatch(7);
        node.catalogAnswers();
        assertEquals(List.of(), node.open);
        assertEquals(List.of(), replies);
    }

    @Test
    void itsIdMayBeTakenAgainWhileItWaits() {
        watch(7, 1);
        unwatch(7);
        watch(7, 2);
        node.catalogAnswers();
        assertEquals(List.of(key(2)), node.open);
        unwatch(7);
        assertEquals(List.of(), node.open);
    }

    @Test
    void whatWaitsCountsAndHoldsItsId() {
        watch(7, 1);
        watch(7, 2);
        assertEquals(FailureCode.BAD_REQUEST, failure().code());
        watch(8, 2);
        watch(9, 3);
        assertEquals(FailureCode.TOO_MANY_WATCHES, failure().code());
        node.catalogAnswers();
        assertEquals(List.of(key(1), key(2)), node.open);
        requests.close();
        assertEquals(List.of(), node.open);
    }

    @Test
    void whatIsRefusedLeavesItsPlace() {
        for (int i = 0; i < WATCHES_MAX; i++) {
            watch(7, 1);
            node.catalogRefuses();
            assertEquals(FailureCode.DEADLINE, failure().code());
            hasMemory = false;
            watch(8, 1);
            hasMemory = true;
        }
        watch(7, 1);
        watch(8, 2);
        node.catalogAnswers();
        assertEquals(2, node.open.size());
    }

    @Test
    void whatIsUnderWayToAWatchThatHasEndedIsNotTold() {
        watch(7, 1);
        Watcher first = node.waiting.getFirst().watcher();
        node.catalogAnswers();
        unwatch(7);
        watch(7, 2);
        node.catalogAnswers();
        Response late = new Response.Watched(7, 5, 1000);
        first.push(7, late, 0);
        assertFalse(replies.contains(late), "it is about another entity");
        node.watchers.getLast().push(7, late, 0);
        assertTrue(replies.contains(late));
    }

    @Test
    void aRangeIsConfirmedWhenTheConnectionTakesMoreAndEndsWithIt() {
        requests.watchRange(
                new Request.WatchRange(7, SPACE, false, new byte[1], HistoryPosition.NOW));
        Watcher watcher = node.waitingRanges.getFirst();
        assertTrue(watcher.opens(7));
        Response told = new Response.RangeChanged(7, HistoryPosition.NOW, List.of());
        watcher.push(7, told, 5);
        watcher.push(7, told, 6);
        assertEquals(List.of(told, told), replies);
        assertEquals(0, node.confirmedBytes);
        requests.confirm();
        assertEquals(11, node.confirmedBytes);
        requests.close();
        assertEquals(List.of(), node.openRanges);
        assertFalse(watcher.opens(7));
    }

    @Test
    void aRangeThatItsClientHasEndedIsNotOpened() {
        requests.watchRange(
                new Request.WatchRange(7, SPACE, false, new byte[1], HistoryPosition.NOW));
        unwatch(7);
        assertFalse(node.waitingRanges.getFirst().opens(7));
        assertEquals(List.of(), node.openRanges);
    }

    private Response.Failure failure() {
        return (Response.Failure) replies.removeLast();
    }

    private record Asked(Watcher watcher, long correlation, EntityKey key) {}

    /** Has every watch wait until the test has the catalog answer. */
    private static final class SlowCatalog implements NodeCalls {
        private final List<Asked> waiting = new ArrayList<>();
        private final List<EntityKey> open = new ArrayList<>();
        private final List<Watcher> watchers = new ArrayList<>();
        private final List<Watcher> waitingRanges = new ArrayList<>();
        private final List<Watcher> openRanges = new ArrayList<>();
        private int confirmedBytes;

        @Override
        public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
            if (watcher.begins(correlation, 0)) {
                waiting.add(new Asked(watcher, correlation, key));
            }
        }

        void catalogAnswers() {
            for (Asked asked : waiting) {
                asked.watcher().ended(asked.correlation());
                if (asked.watcher().opens(asked.correlation())) {
                    open.add(asked.key());
                    watchers.add(asked.watcher());
                }
            }
            waiting.clear();
        }

        void catalogRefuses() {
            for (Asked asked : waiting) {
                asked.watcher().ended(asked.correlation());
                asked.watcher()
                        .refused(
                                asked.correlation(),
                                new Refusal.NoCatalog(FailureCode.DEADLINE, "Late."));
            }
            waiting.clear();
        }

        @Override
        public void unwatch(Watcher watcher, long correlation, EntityKey key) {
            assertTrue(open.remove(key), "it was never opened");
        }

        @Override
        public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {}

        @Override
        public WatchedRange watchRange(
                Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
            if (watcher.begins(correlation, 0)) {
                waitingRanges.add(watcher);
            }
            openRanges.add(watcher);
            return new WatchedRange() {
                @Override
                public void confirm(int bytes) {
                    confirmedBytes += bytes;
                }

                @Override
                public void end() {
                    openRanges.remove(watcher);
                }
            };
        }

        @Override
        public boolean serves(int space, SpaceKind kind) {
            return true;
        }

        @Override
        public void listKeys(int home, KeysQuery query, Consumer<KeysAnswer> answer) {
            throw new AssertionError("nobody lists keys");
        }

        @Override
        public @Nullable Refusal closed() {
            return null;
        }

        @Override
        public void execute(Caller caller, long correlation, Call call) {
            throw new AssertionError("no calls here");
        }
    }

    private final class Connection extends QuietSession {
        @Override
        public boolean begins(long correlation, int bytes) {
            return hasMemory;
        }

        @Override
        public void reply(Response response) {
            replies.add(response);
        }

        @Override
        public long clientId() {
            return 1;
        }
    }
}
