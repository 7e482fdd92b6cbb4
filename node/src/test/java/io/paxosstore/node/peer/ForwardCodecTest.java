package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.CommandCodec;
import io.paxosstore.node.call.WireCommands;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** FORWARD and FORWARDED: golden bytes, every call and every outcome. */
final class ForwardCodecTest {
    private static final CommandCodec COMMANDS = new WireCommands(List.of());
    private static final byte[] NAME = "alice".getBytes(StandardCharsets.UTF_8);
    private static final EntityKey KEY = new EntityKey(7, NAME);
    private static final EntityKey ENTITY = new EntityKey(1 << 24, NAME);
    private static final long HERE_NANOS = 5_000;
    private static final long THERE_NANOS = 1_000_000;

    private static byte[] encode(long id, boolean ofClient, Call call) {
        ByteWriter out = new ByteWriter(16);
        ForwardCodec.write(out, id, ofClient, call, HERE_NANOS, COMMANDS);
        return out.toBytes();
    }

    private static ForwardFrame.Ask decodeAsk(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        ForwardFrame.Ask ask = ForwardCodec.readAsk(in, THERE_NANOS, COMMANDS);
        assertEquals(0, in.remaining());
        return ask;
    }

    private static void assertGolden(String hex, Call call, Call there) {
        byte[] bytes = encode(300, true, call);
        assertEquals(hex, HexFormat.of().formatHex(bytes));
        assertEquals(new ForwardFrame.Ask(300, true, there), decodeAsk(bytes));
    }

    private static void assertGolden(String hex, Outcome outcome) {
        ByteWriter out = new ByteWriter(16);
        ForwardCodec.write(out, new ForwardFrame.Answer(300, outcome));
        assertEquals(hex, HexFormat.of().formatHex(out.toBytes()));
        Outcome decoded =
                assertInstanceOf(ForwardFrame.Answer.class, decodeAnswer(out.toBytes())).outcome();
        switch (outcome) {
            case Outcome.Written written ->
                    assertArrayEquals(
                            written.result().bytes(),
                            assertInstanceOf(Outcome.Written.class, decoded).result().bytes());
            case Outcome.Value value -> {
                Outcome.Value same = assertInstanceOf(Outcome.Value.class, decoded);
                assertEquals(value.version(), same.version());
                assertArrayEquals(value.state().bytes(), same.state().bytes());
            }
            default -> assertEquals(outcome, decoded);
        }
    }

    private static ForwardFrame decodeAnswer(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        ForwardFrame answer = ForwardCodec.readAnswer(in);
        assertEquals(0, in.remaining());
        return answer;
    }

    @Test
    void goldenCalls() {
        assertGolden(
                "ac0201" + "c801" + "0705616c696365" + "0100",
                new Call.Read(KEY, ReadMode.LINEARIZABLE, null, HERE_NANOS + 200),
                new Call.Read(KEY, ReadMode.LINEARIZABLE, null, THERE_NANOS + 200));
        MultiOp length = MultiOp.of(new ListOperation.Length("l"));
        byte[] query = ModelCodec.encode(length);
        assertGolden(
                "ac0201"
                        + "00"
                        + "8080800805616c696365"
                        + "0201"
                        + String.format("%02x", query.length)
                        + HexFormat.of().formatHex(query),
                new Call.Read(ENTITY, ReadMode.LOCAL, new EntityCommand(length), 0),
                new Call.Read(
                        ENTITY,
                        ReadMode.LOCAL,
                        new EntityCommand(length, query.length),
                        THERE_NANOS));
        RequestId id = new RequestId(0x0102030405060708L, 12);
        Call delete = new Call.Write(KEY, id, 11, new KvOperation.Delete(), HERE_NANOS + 1);
        byte[] command = COMMANDS.encode(KEY, new KvOperation.Delete());
        assertGolden(
                "ac0201"
                        + "01"
                        + "0705616c696365"
                        + "03"
                        + "0102030405060708"
                        + "000000000000000c"
                        + "000000000000000b"
                        + String.format("%02x", command.length)
                        + HexFormat.of().formatHex(command),
                delete,
                new Call.Write(KEY, id, 11, new KvOperation.Delete(), THERE_NANOS + 1));
    }

    @Test
    void goldenFrames() {
        ByteWriter out = PeerFrames.begin(PeerFrames.FORWARDED);
        ForwardCodec.write(out, new ForwardFrame.WorkedOn(3));
        byte[] frame = PeerFrames.finish(out);
        assertEquals("00000007" + "11" + "0300", HexFormat.of().formatHex(frame, 0, 7));
        assertEquals(11, frame.length);
        assertEquals(16, PeerFrames.FORWARD);
    }

    @Test
    void goldenOutcomes() {
        Outcome.Result result = new Outcome.Result(new byte[] {9, 8});
        assertGolden("ac02010209" + "08", new Outcome.Written(result));
        assertGolden("ac0202050209" + "08", new Outcome.Value(5, result));
        assertGolden("ac020305", new Outcome.Current(5));
        assertGolden("ac0204", new Outcome.Executed());
        assertGolden("ac020505", new Outcome.Recovered(5));
        assertGolden("ac020600", new Outcome.NotDone(Outcome.Reason.OVERLOADED));
        assertGolden("ac020601", new Outcome.NotDone(Outcome.Reason.DEADLINE));
        assertGolden("ac020602", new Outcome.NotDone(Outcome.Reason.NO_VOTE));
        assertGolden("ac020603", new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER));
        assertGolden("ac020604", new Outcome.NotDone(Outcome.Reason.DISK_FULL));
        assertGolden("ac020605", new Outcome.NotDone(Outcome.Reason.CLOCK_AHEAD));
        assertGolden("ac0207", new Outcome.Unknown());
        assertGolden("ac0208" + "000000000000000c", new Outcome.RequestExpired(12));
        assertEquals(
                new ForwardFrame.WorkedOn(300), decodeAnswer(HexFormat.of().parseHex("ac0200")));
    }

    @Test
    void everyOperationOfAKeyTravels() {
        byte[] value = {1, 2};
        for (KvOperation operation :
                List.of(
                        new KvOperation.Put(value, 5),
                        new KvOperation.PutIfAbsent(value, 0),
                        new KvOperation.CompareAndSet(value, value, 0),
                        new KvOperation.CompareVersionAndSet(3, value, 0),
                        new KvOperation.CompareVersionAndSetUntil(3, value, Long.MAX_VALUE),
                        new KvOperation.Delete(),
                        new KvOperation.CompareVersionAndDelete(3),
                        new KvOperation.Increment(-1, 0))) {
            byte[] bytes = COMMANDS.encode(KEY, operation);
            KvOperation decoded = assertInstanceOf(KvOperation.class, COMMANDS.decode(KEY, bytes));
            assertEquals(operation.getClass(), decoded.getClass());
            assertArrayEquals(bytes, COMMANDS.encode(KEY, decoded));
        }
    }

    @Test
    void whatIsNotUnderstoodHasNoCall() {
        byte[] bytes = encode(1, false, new Call.Read(ENTITY, ReadMode.LOCAL, query(), 0));
        bytes[bytes.length - query().contentBytes() - 1] = 99; // the format of the MultiOp
        assertNull(decodeAsk(bytes).call());
    }

    /** As an entry it would be more than the log holds. */
    @Test
    void aLongerValueThanAnyNodeTakesHasNoCall() {
        assertInstanceOf(Call.Write.class, decodeAsk(put(ModelLimits.VALUE_BYTES_MAX)).call());
        assertNull(decodeAsk(put(ModelLimits.VALUE_BYTES_MAX + 1)).call());
    }

    private static byte[] put(int valueBytes) {
        KvOperation put = new KvOperation.Put(new byte[valueBytes], 0);
        return encode(1, true, new Call.Write(KEY, new RequestId(1, 2), 0, put, HERE_NANOS));
    }

    private static EntityCommand query() {
        MultiOp length = MultiOp.of(new ListOperation.Length("l"));
        return new EntityCommand(length, ModelCodec.encode(length).length - 1);
    }

    @Test
    void malformedFramesAreRefused() {
        for (String hex : List.of("0101", "0100000705616c69636509", "0100000705616c6963650102")) {
            assertThrows(
                    MalformedBytesException.class, () -> decodeAsk(HexFormat.of().parseHex(hex)));
        }
        for (String hex : List.of("01", "0109", "010606")) {
            assertThrows(
                    MalformedBytesException.class,
                    () -> decodeAnswer(HexFormat.of().parseHex(hex)));
        }
    }
}
