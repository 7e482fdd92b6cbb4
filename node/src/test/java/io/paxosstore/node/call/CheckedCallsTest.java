package io.paxosstore.node.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is refused, what is looked up first, and what the asker is told and when. */
final class CheckedCallsTest {
    private static final SpaceInfo KEYS = new SpaceInfo(3, "kv", SpaceKind.KEY_VALUE);
    private static final int NEWER = 4;
    private static final int DROPPED = 5;
    private static final long SECOND = 1_000_000_000L;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final List<String> told = new ArrayList<>();
    private final List<Call> executed = new ArrayList<>();
    private final FakeSpaces spaces = new FakeSpaces();
    private String waiting = "";
    private boolean hasMemory = true;
    private final CheckedCalls calls =
            new CheckedCalls(
                    2,
                    new CallLimits(8, 16),
                    List.of(LoneShard.on(scheduler)),
                    (requester, correlation, call) -> executed.add(call),
                    List.of(new NoWatches()),
                    (watcher, correlation, range, from) -> {
                        throw new AssertionError("no range is watched");
                    },
                    List.of((query, answer) ->
                            answer.accept(new KeysAnswer.Listed(7, new byte[0], List.of()))),
                    spaces,
                    () -> waiting);

    private Call read(int space, int keyBytes, ReadMode mode) {
        EntityKey key = new EntityKey(space, new byte[keyBytes]);
        return new Call.Read(key, mode, null, scheduler.nanoTime() + SECOND);
    }

    private Call put(int space, int valueBytes) {
        EntityKey key = new EntityKey(space, new byte[1]);
        KvOperation put = new KvOperation.Put(new byte[valueBytes], 0);
        return new Call.Write(key, new RequestId(1, 1), 0, put, scheduler.nanoTime() + SECOND);
    }

    private List<String> execute(Call call) {
        told.clear();
        calls.execute(new FakeCaller(), 7, call);
        return told;
    }

    @Test
    void whatIsInOrderIsExecutedOnceMemoryIsTaken() {
        Call call = put(KEYS.id(), 16);
        assertEquals(List.of("begins 16"), execute(call));
        assertEquals(List.of(call), executed);
        hasMemory = false;
        execute(put(KEYS.id(), 1));
        assertEquals(List.of(call), executed);
    }

    @Test
    void limitsAreKept() {
        assertEquals(
                List.of("KeyTooLarge[bytes=9, bytesMax=8]"),
                execute(read(KEYS.id(), 9, ReadMode.LINEARIZABLE)));
        assertEquals(List.of("ValueTooLarge[bytes=17, bytesMax=16]"), execute(put(KEYS.id(), 17)));
        assertEquals(List.of(), executed);
    }

    @Test
    void aNodeThatDoesNotServeSaysSo() {
        waiting = "it is new";
        assertEquals(List.of("NotReady[nodeId=2, waiting=it is new]"), execute(put(KEYS.id(), 1)));
        calls.drain();
        assertEquals(List.of("Draining[]"), execute(put(KEYS.id(), 1)));
        assertInstanceOf(Refusal.Draining.class, calls.closed());
    }

    @Test
    void aSpaceOfAnotherKindIsRefusedAtOnce() {
        told.clear();
        calls.watch(new FakeCaller(), 7, new EntityKey(KEYS.id(), new byte[1]), 0);
        assertEquals(
                List.of("WrongKind[space=" + KEYS + ", wanted=" + SpaceKind.ENTITY + "]"), told);
    }

    @Test
    void aDroppedSpaceIsNotLookedUp() {
        assertEquals(List.of("UnknownSpace[space=5]"), execute(put(DROPPED, 1)));
        assertEquals(0, spaces.looks.size());
    }

    @Test
    void aSpaceThatMayBeNewerIsLookedUpOnce() {
        assertEquals(List.of("begins 0"), execute(put(NEWER, 3)));
        spaces.isNewerThere = true;
        spaces.looks.getFirst().accept(null);
        scheduler.runTasks();
        assertEquals(List.of("begins 0", "ended", "begins 3"), told);
        assertEquals(1, executed.size());
        assertEquals(0, scheduler.waiting(), "nothing waits for the deadline any more");
        spaces.isNewerThere = false;
        execute(put(NEWER, 3));
        spaces.looks.getLast().accept(null);
        scheduler.runTasks();
        assertEquals(List.of("begins 0", "ended", "UnknownSpace[space=4]"), told);
        assertEquals(2, spaces.looks.size());
    }

    @Test
    void aLookThatFailsOrIsLateRefuses() {
        execute(put(NEWER, 3));
        Refusal.NoCatalog failed = new Refusal.NoCatalog(FailureCode.OVERLOADED, "No.");
        spaces.looks.getFirst().accept(failed);
        scheduler.runTasks();
        assertEquals(List.of("begins 0", "ended", failed.toString()), told);
        execute(put(NEWER, 3));
        scheduler.advance(SECOND);
        scheduler.runTasks();
        assertEquals(3, told.size(), told.toString());
        spaces.looks.getLast().accept(null);
        scheduler.runTasks();
        assertEquals(3, told.size(), "it was told already");
    }

    @Test
    void anOldCopyServesLocalReadsOnly() {
        spaces.isLoaded = false;
        assertEquals(List.of("begins 0"), execute(read(KEYS.id(), 1, ReadMode.LOCAL)));
        assertEquals(1, executed.size());
        assertEquals(0, spaces.looks.size());
        execute(read(KEYS.id(), 1, ReadMode.LINEARIZABLE));
        assertEquals(1, executed.size());
        assertEquals(1, spaces.looks.size());
    }

    private KeysAnswer listKeys(int space) {
        List<KeysAnswer> answers = new ArrayList<>();
        byte[] none = {};
        calls.listKeys(0, new KeysQuery(space, 3, none, none, 10, SECOND), answers::add);
        spaces.looks.forEach(look -> look.accept(null));
        spaces.looks.clear();
        scheduler.runTasks();
        scheduler.endTurn();
        scheduler.runTasks();
        assertEquals(1, answers.size());
        return answers.getFirst();
    }

    @Test
    void keysAreListedOfSpacesThatAreThere() {
        assertInstanceOf(KeysAnswer.Listed.class, listKeys(KEYS.id()));
        assertEquals(new KeysAnswer.Refused(new Refusal.UnknownSpace(DROPPED)), listKeys(DROPPED));
        assertEquals(new KeysAnswer.Refused(new Refusal.UnknownSpace(NEWER)), listKeys(NEWER));
        spaces.isNewerThere = true;
        assertInstanceOf(KeysAnswer.Listed.class, listKeys(NEWER));
        waiting = "it is new";
        assertEquals(
                new KeysAnswer.Refused(new Refusal.NotReady(2, "it is new")), listKeys(KEYS.id()));
    }

    private static final class FakeSpaces implements Spaces {
        private final List<Consumer<Refusal.@Nullable NoCatalog>> looks = new ArrayList<>();
        private boolean isNewerThere;
        private boolean isLoaded = true;

        @Override
        public boolean isLoaded() {
            return isLoaded;
        }

        @Override
        public @Nullable SpaceInfo space(int id) {
            if (id == NEWER && isNewerThere) {
                return new SpaceInfo(NEWER, "newer", SpaceKind.KEY_VALUE);
            }
            return id == KEYS.id() ? KEYS : null;
        }

        @Override
        public boolean mayComeToBe(int id) {
            return id != DROPPED;
        }

        @Override
        public void refresh(Consumer<Refusal.@Nullable NoCatalog> answer) {
            looks.add(answer);
        }
    }

    private static final class NoWatches implements ShardWatches {
        @Override
        public void watch(Watcher watcher, long correlation, EntityKey key, long from) {}

        @Override
        public void unwatch(Watcher watcher, long correlation) {}

        @Override
        public void confirm(Watcher watcher, long correlation, int bytes) {}
    }

    private final class FakeCaller implements Caller, Watcher {
        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean begins(long correlation, int contentBytes) {
            told.add("begins " + contentBytes);
            return hasMemory;
        }

        @Override
        public void ended(long correlation) {
            told.add("ended");
        }

        @Override
        public void refused(long correlation, Refusal refusal) {
            told.add(refusal.toString());
        }

        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            throw new AssertionError("nothing is executed here");
        }

        @Override
        public boolean opens(long correlation) {
            return true;
        }

        @Override
        public void push(long correlation, Response response, int bytes) {}

        @Override
        public void closed(long correlation, Outcome why) {}
    }
}
