package io.paxosstore.server.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.watch.Watcher;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
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

/** Requests for entities, with a scripted session before and scripted shards behind. */
final class EntityRequestsTest {
    private static final int SPACE = 1 << 24;
    private static final byte[] ID = {1, 2};
    private static final byte[] RESULT = {9, 8, 7};
    private static final MultiOp READ = MultiOp.of(new ListOperation.Length("l"));
    private static final MultiOp WRITE =
            MultiOp.of(new ListOperation.Append("l", List.of(new byte[] {1})));

    private final List<Object> dispatched = new ArrayList<>();
    private final List<Response> replies = new ArrayList<>();
    private final ScriptedSession session = new ScriptedSession();
    private final EntityRequests requests = new EntityRequests(session, new ScriptedShards());

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
    void readsReachTheirShard() {
        read(ModelCodec.encode(READ), ReadMode.LINEARIZABLE);
        read(ModelCodec.encode(READ), ReadMode.LOCAL);
        assertEquals(
                List.of(
                        "5 read " + new EntityKey(SPACE, ID) + " LINEARIZABLE until 70",
                        new EntityCommand(READ).toString().length(),
                        "5 read " + new EntityKey(SPACE, ID) + " LOCAL until 70",
                        new EntityCommand(READ).toString().length()),
                dispatched);
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
        assertEquals(
                "6 write "
                        + new EntityKey(SPACE, ID)
                        + " "
                        + new RequestId(44, 12)
                        + " above 11 until 70",
                dispatched.getFirst());
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
        assertEquals(1, dispatched.size());
        for (byte[] other : List.of(owned(SPACE, (byte) 1, (byte) 3), owned(SPACE + 1, ID))) {
            write(other);
            String sentence = failure(FailureCode.BAD_REQUEST).sentence();
            assertTrue(sentence.contains("Part then 0 is of entity 0x010"), sentence);
            assertTrue(
                    sentence.contains("the request is for entity 0x0102 of space " + SPACE),
                    sentence);
        }
        assertEquals(1, dispatched.size());
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
        assertEquals(List.of(), dispatched);
        assertEquals(0, session.waiting);
    }

    @Test
    void spacesThatDoNotServeAreRefusedUnlessARefreshFindsThem() {
        session.serves = false;
        write(ModelCodec.encode(WRITE));
        read(ModelCodec.encode(READ), ReadMode.LOCAL);
        assertEquals(List.of(), dispatched);
        assertEquals(2, session.refused.size());
        session.serves = true;
        session.refused.forEach(Runnable::run);
        assertEquals(3, dispatched.size(), "one write, one read with its query");
    }

    @Test
    void aSpaceOfTheWrongKindIsNamed() {
        Response.Failure failure =
                Failures.wrongKind(
                        1, new SpaceInfo(3, "kv", SpaceKind.KEY_VALUE), SpaceKind.ENTITY);
        assertEquals(FailureCode.WRONG_KIND, failure.code());
        assertEquals(
                "The space 'kv' is of the kind key-value, the request needs one of the kind"
                        + " entity; open it as what it is or use another space.",
                failure.sentence());
    }

    @Test
    void overlongIdsAreRefused() {
        session.refusesKeys = true;
        write(ModelCodec.encode(WRITE));
        read(ModelCodec.encode(READ), ReadMode.LOCAL);
        assertEquals(List.of(), dispatched);
    }

    private final class ScriptedShards implements Dispatch {
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
        public void read(
                Requester requester,
                long correlation,
                EntityKey key,
                ReadMode option,
                @Nullable Command query,
                long deadlineNanos) {
            dispatched.add(correlation + " read " + key + " " + option + " until " + deadlineNanos);
            dispatched.add(String.valueOf(query).length());
        }

        @Override
        public void write(
                Requester requester,
                long correlation,
                EntityKey key,
                RequestId id,
                long settledFloor,
                Command command,
                long deadlineNanos) {
            dispatched.add(
                    correlation
                            + " write "
                            + key
                            + " "
                            + id
                            + " above "
                            + settledFloor
                            + " until "
                            + deadlineNanos);
        }
    }

    private final class ScriptedSession implements EntityRequests.Session {
        private final List<Runnable> refused = new ArrayList<>();
        private boolean serves = true;
        private boolean refusesKeys;
        private int waiting;

        @Override
        public long clientId() {
            return 44;
        }

        @Override
        public Situation situation() {
            return NoSituation.INSTANCE;
        }

        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean serves(int space, SpaceKind wanted, ReadMode mode) {
            assertEquals(SpaceKind.ENTITY, wanted);
            return serves;
        }

        @Override
        public void refuseSpace(
                long correlation,
                int space,
                SpaceKind wanted,
                int deadlineMillis,
                boolean mayRefresh,
                Runnable again) {
            assertTrue(mayRefresh);
            refused.add(again);
        }

        @Override
        public boolean refusesKey(long correlation, byte[] key) {
            return refusesKeys;
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

        @Override
        public void endOfTurn() {}
    }
}
