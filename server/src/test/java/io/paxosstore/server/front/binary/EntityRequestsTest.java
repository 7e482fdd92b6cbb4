package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.WriteId;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Requests for entities, with a scripted session before and a scripted node behind. */
final class EntityRequestsTest {
    private static final int SPACE = 1 << 24;
    private static final byte[] ID = {1, 2};
    private static final byte[] RESULT = {9, 8, 7};
    private static final MultiOp READ = MultiOp.of(new ListOperation.Length("l"));
    private static final MultiOp WRITE =
            MultiOp.of(new ListOperation.Append("l", List.of(new byte[] {1})));

    private final List<Call> called = new ArrayList<>();
    private final List<Response> replies = new ArrayList<>();
    private final ScriptedSession session = new ScriptedSession();
    private final EntityRequests requests = new EntityRequests(session, new ScriptedNode());

    private void read(byte[] multiOp, ReadMode mode) {
        requests.read(new Request.EntityRead(5, 70, SPACE, mode, ID, multiOp));
    }

    private void write(byte[] multiOp) {
        WriteId id = new WriteId(12, 11, 2);
        requests.write(new Request.EntityWrite(6, id, 70, SPACE, ID, multiOp));
    }

    private Response.Failure failure(FailureCode code) {
        Response.Failure failure = assertInstanceOf(Response.Failure.class, replies.getLast());
        assertEquals(code, failure.code(), failure.sentence());
        assertTrue(failure.sentence().endsWith("."), failure.sentence());
        return failure;
    }

    @Test
    void readsAreExecutedAndAnswered() {
        byte[] multiOp = ModelCodec.encode(READ);
        read(multiOp, ReadMode.LINEARIZABLE);
        read(multiOp, ReadMode.LOCAL);
        EntityKey key = new EntityKey(SPACE, ID);
        EntityCommand query = new EntityCommand(READ, multiOp.length);
        assertEquals(
                List.of(
                        new Call.Read(key, ReadMode.LINEARIZABLE, query, 70),
                        new Call.Read(key, ReadMode.LOCAL, query, 70)),
                called);
        assertEquals(2, session.waiting);
        requests.complete(5, Operation.READ, new Outcome.Value(3, new Outcome.Result(RESULT)));
        Response.EntityResult result =
                assertInstanceOf(Response.EntityResult.class, replies.getFirst());
        assertEquals(5, result.correlation());
        assertEquals(3, result.entryVersion());
        assertArrayEquals(RESULT, result.result());
        assertEquals(1, session.waiting);
    }

    @Test
    void writesKeepTheirRequestId() {
        write(ModelCodec.encode(WRITE));
        Call.Write called = assertInstanceOf(Call.Write.class, this.called.getFirst());
        assertEquals(new EntityKey(SPACE, ID), called.key());
        assertEquals(new RequestId(44, 12), called.id());
        assertEquals(11, called.settledFloor());
        assertEquals(70, called.deadlineNanos());
        requests.complete(6, Operation.WRITE, new Outcome.Written(new Outcome.Result(RESULT)));
        assertArrayEquals(
                RESULT, assertInstanceOf(Response.EntityResult.class, replies.getFirst()).result());
    }

    @Test
    void outcomesWithoutAResultAreFailures() {
        for (var expected :
                List.of(
                        List.of(new Outcome.Executed(), FailureCode.EXECUTED),
                        List.of(new Outcome.Unknown(), FailureCode.UNKNOWN_OUTCOME),
                        List.of(new Outcome.RequestExpired(5), FailureCode.REQUEST_EXPIRED),
                        List.of(
                                new Outcome.NotDone(Outcome.Reason.NO_VOTE),
                                FailureCode.REBUILDING))) {
            requests.complete(6, Operation.WRITE, (Outcome) expected.get(0));
            failure((FailureCode) expected.get(1));
        }
    }

    /** The bytes of a MultiOp with one operation, which says the entity that it was made for. */
    private static byte[] owned(int space, byte... entity) {
        byte[] plain = ModelCodec.encode(WRITE);
        // format, no guards, one then-operation: here stands the code of the operation
        final int at = 3;
        ByteBuffer out = ByteBuffer.allocate(plain.length + 16);
        out.put(plain, 0, at).put((byte) 0);
        for (int rest = space; ; rest >>>= 7) {
            if (rest < 0x80) {
                out.put((byte) rest);
                break;
            }
            out.put((byte) (rest | 0x80));
        }
        out.put((byte) entity.length).put(entity).put(plain, at, plain.length - at);
        return Arrays.copyOf(out.array(), out.position());
    }

    @Test
    void aPartThatSaysItsEntityIsTakenByThatEntityOnly() {
        write(owned(SPACE, ID));
        assertEquals(1, called.size());
        for (byte[] other : List.of(owned(SPACE, (byte) 1, (byte) 3), owned(SPACE + 1, ID))) {
            write(other);
            String sentence = failure(FailureCode.BAD_REQUEST).sentence();
            assertTrue(sentence.contains("Part then 0 is of entity 0x010"), sentence);
            assertTrue(
                    sentence.contains("the request is for entity 0x0102 of space " + SPACE),
                    sentence);
        }
        assertEquals(1, called.size());
    }

    @Test
    void badMultiOpsAreRefused() {
        write(new byte[] {1, 2, 3});
        assertTrue(
                failure(FailureCode.BAD_REQUEST)
                        .sentence()
                        .startsWith("The MultiOp cannot be read: "));
        read(ModelCodec.encode(WRITE), ReadMode.LOCAL);
        assertTrue(failure(FailureCode.BAD_REQUEST).sentence().contains("ENTITY_WRITE"));
        assertEquals(List.of(), called);
        assertEquals(0, session.waiting);
    }

    @Test
    void refusalsHaveTheirWords() {
        SpaceInfo keys = new SpaceInfo(3, "kv", SpaceKind.KEY_VALUE);
        refused(
                new Refusal.WrongKind(keys, SpaceKind.ENTITY),
                FailureCode.WRONG_KIND,
                "The space 'kv' is of the kind key-value, the request needs one of the kind"
                        + " entity; open it as what it is or use another space.");
        refused(
                new Refusal.UnknownSpace(7),
                FailureCode.UNKNOWN_SPACE,
                "There is no space with id 7; open the space by its name again.");
        refused(
                new Refusal.KeyTooLarge(9, 8),
                FailureCode.KEY_TOO_LARGE,
                "The key has 9 bytes; this cluster allows at most 8: use a shorter one, or raise"
                        + " limits.key-bytes on every node.");
        refused(
                new Refusal.ValueTooLarge(9, 8),
                FailureCode.VALUE_TOO_LARGE,
                "The value has 9 bytes; this cluster allows at most 8: use a shorter one, or raise"
                        + " limits.value-bytes on every node.");
        refused(new Refusal.Draining(), FailureCode.DRAINING, "This node is shutting down.");
        refused(
                new Refusal.NotReady(2, "it waits"),
                FailureCode.NOT_READY,
                "Node 2 does not serve yet: it waits.");
        refused(
                new Refusal.NoCatalog(FailureCode.DEADLINE, "It is late."),
                FailureCode.DEADLINE,
                "It is late.");
    }

    private void refused(Refusal refusal, FailureCode code, String sentence) {
        requests.refused(6, refusal);
        assertEquals(sentence, failure(code).sentence());
    }

    private final class ScriptedNode implements NodeCalls {
        @Override
        public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
            throw new AssertionError("no watch was asked for");
        }

        @Override
        public void unwatch(Watcher watcher, long correlation, EntityKey key) {
            throw new AssertionError("no watch was asked for");
        }

        @Override
        public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {
            throw new AssertionError("no watch was asked for");
        }

        @Override
        public WatchedRange watchRange(
                Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
            throw new AssertionError("no watch was asked for");
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
            assertEquals(SpaceKind.ENTITY, call.kind());
            if (caller.begins(correlation, call.contentBytes())) {
                called.add(call);
            }
        }
    }

    private final class ScriptedSession extends QuietSession {
        private int waiting;

        @Override
        public long clientId() {
            return 44;
        }

        @Override
        public long deadlineNanos(int millis) {
            return millis;
        }

        @Override
        public boolean begins(long correlation, int bytes) {
            waiting++;
            return true;
        }

        @Override
        public void ended(long correlation) {
            waiting--;
        }

        @Override
        public void reply(Response response) {
            replies.add(response);
        }
    }
}
