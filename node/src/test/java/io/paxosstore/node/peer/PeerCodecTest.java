package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.Lives.Life;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;

final class PeerCodecTest {
    private static final EntityKey KEY = new EntityKey(7, "alice".getBytes(StandardCharsets.UTF_8));
    private static final ValueId ID = new ValueId(2, 3, 300);
    private static final int EPOCH = 300;

    private static final class Received implements PeerCodec.Sink {
        private int epoch;
        private @Nullable EntityKey key;
        private @Nullable Message message;
        private int damaged;

        @Override
        public void message(int saidIn, EntityKey entity, Message decoded) {
            epoch = saidIn;
            key = entity;
            message = decoded;
        }

        @Override
        public void damaged(EntityKey entity) {
            damaged++;
        }

        @Override
        public void malformed(EntityKey entity) {
            damaged++;
        }
    }

    private static byte[] encode(Message message) {
        ByteWriter out = new ByteWriter(16);
        PeerCodec.write(out, EPOCH, KEY, message);
        return out.toBytes();
    }

    private static Received decode(byte[] bytes) {
        Received received = new Received();
        ByteReader in = ByteReader.of(bytes);
        PeerCodec.read(in, received);
        assertEquals(0, in.remaining());
        return received;
    }

    private static EntryValue value(String payload) {
        return EntryValue.of(ID, payload.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertGolden(String hex, Message message) throws Exception {
        assertEquals(hex, HexFormat.of().formatHex(encode(message)));
        Received received = decode(HexFormat.of().parseHex(hex));
        assertEquals(EPOCH, received.epoch);
        assertEquals(KEY, received.key);
        assertSame(message, received.message);
    }

    /** Like equality, but values are compared by what they carry. */
    private static void assertSame(Message expected, @Nullable Message actual) {
        assertNotNull(actual);
        if (expected instanceof Message.Paxos a && actual instanceof Message.Paxos b) {
            assertSame(a.value(), b.value());
            assertEquals(withoutValue(a), withoutValue(b));
        } else if (expected instanceof Message.Chosen a && actual instanceof Message.Chosen b) {
            assertSame(a.value(), b.value());
            assertEquals(
                    new Message.Chosen(a.entry(), a.valueId(), null),
                    new Message.Chosen(b.entry(), b.valueId(), null));
        } else {
            assertEquals(expected, actual);
        }
    }

    private static Message.Paxos withoutValue(Message.Paxos paxos) {
        return new Message.Paxos(
                paxos.entry(),
                paxos.promised(),
                paxos.accepted(),
                paxos.valueId(),
                null,
                paxos.viewPromised(),
                paxos.viewAccepted(),
                paxos.newestChosen(),
                paxos.newestChosenId(),
                paxos.proposerVotePending());
    }

    private static void assertSame(@Nullable EntryValue expected, @Nullable EntryValue actual) {
        if (expected == null || actual == null) {
            assertNull(expected);
            assertNull(actual);
            return;
        }
        assertEquals(expected.id(), actual.id());
        assertArrayEquals(expected.payload(), actual.payload());
        assertEquals(expected.crc(), actual.crc());
    }

    @Test
    void goldenBytes() throws Exception {
        long round = (1L << 32) | 2;
        assertGolden(
                "01ac020705616c696365"
                        + "0f"
                        + "09"
                        + "8280808010"
                        + "8280808010"
                        + "01"
                        + "00"
                        + "08"
                        + "0203ac02"
                        + "010105"
                        + "026869"
                        + String.format("%08x", value("hi").crc()),
                new Message.Paxos(
                        9, round, round, ID, value("hi"), 1, 0, 8, new ValueId(1, 1, 5), true));
        assertGolden(
                "01ac020705616c696365" + "00" + "01" + "00" + "00" + "00" + "00" + "00",
                new Message.Paxos(1, 0, 0, null, null, 0, 0, 0, null, false));
        assertGolden("02ac020705616c696365" + "00" + "ac02", new Message.Probe(300, false));
        assertGolden("02ac020705616c696365" + "20" + "ac02", new Message.Probe(300, true));
        assertGolden("02ac020705616c696365" + "60" + "ac02", new Message.Probe(300, true, true));
        assertGolden(
                "03ac020705616c696365" + "11" + "ac02" + "04" + "05" + "01" + "0203ac02",
                new Message.ProbeReply(300, 4, 5, 1, true, ID));
        assertGolden(
                "03ac020705616c696365" + "00" + "01" + "04" + "00" + "00",
                new Message.ProbeReply(1, 4, 0, 0, false, null));
        assertGolden("04ac020705616c696365" + "03" + "00", new Message.Learn(3, 0));
        assertGolden("04ac020705616c696365" + "03" + "05", new Message.Learn(3, 5));
        assertGolden(
                "05ac020705616c696365" + "01" + "04" + "0203ac02", new Message.Chosen(4, ID, null));
        assertGolden(
                "05ac020705616c696365"
                        + "03"
                        + "04"
                        + "0203ac02"
                        + "00"
                        + String.format("%08x", value("").crc()),
                new Message.Chosen(4, ID, value("")));
    }

    @Test
    void goldenGreeting() {
        PeerHello hello =
                new PeerHello(
                        "c",
                        1,
                        new TreeMap<>(Map.of("a", "ff")),
                        3,
                        new UUID(0x0102030405060708L, 9),
                        4,
                        1,
                        2,
                        0,
                        0x1122334455667788L,
                        Standing.REBUILDING,
                        new Remembered(true, new UUID(7, 8), 300, true, false),
                        PeerHello.DIGESTS,
                        Lives.NONE);
        assertEquals(
                "00000045"
                        + "01"
                        + "50585052"
                        + "07"
                        + "0163"
                        + "01"
                        + "01"
                        + "0161"
                        + "026666"
                        + "03"
                        + "0102030405060708"
                        + "0000000000000009"
                        + "04"
                        + "01"
                        + "02"
                        + "00"
                        + "1122334455667788"
                        + "01"
                        + "03"
                        + "0000000000000007"
                        + "0000000000000008"
                        + "ac02"
                        + "01"
                        + "cbada5b6",
                HexFormat.of().formatHex(PeerFrames.greeting(PeerFrames.HELLO, hello)));
        Incarnations incarnations = new Incarnations(1, 300);
        incarnations.raise(3, 5);
        assertEquals(
                "0000000f" + "0f" + "00000007" + "02" + "01ac02" + "0305" + "546c91af",
                HexFormat.of().formatHex(PeerFrames.incarnations(7, incarnations.encoded())));
        byte[] heartbeat = PeerFrames.heartbeat();
        PeerFrames.number(new CRC32C(), heartbeat, heartbeat.length, 300, 7);
        assertEquals(
                "00000011" + "04" + "0000012c" + "00000007" + "00000000" + "9098268b",
                HexFormat.of().formatHex(heartbeat));
        assertEquals(
                "0000001a"
                        + "03"
                        + "026e6f"
                        + "01"
                        + "00000000000000070000000000000008"
                        + "05"
                        + "5f6d481b",
                HexFormat.of()
                        .formatHex(
                                PeerFrames.refused(
                                        "no",
                                        new Remembered(true, new UUID(7, 8), 5, false, false))));
        assertEquals(
                "00000015"
                        + "09"
                        + "50585052"
                        + "07"
                        + "0163"
                        + "02"
                        + "0000000000000007"
                        + "cc120300",
                HexFormat.of().formatHex(PeerFrames.confirm("c", 2, 7)));
    }

    @Test
    void greetingsSurviveTheWay() throws Exception {
        for (Standing standing : Standing.values()) {
            PeerHello hello =
                    new PeerHello(
                            "c",
                            1,
                            new TreeMap<>(Map.of("a", "ff", "b", "")),
                            3,
                            new UUID(1, 2),
                            4,
                            1,
                            2,
                            0,
                            -5,
                            standing,
                            new Remembered(true, new UUID(7, 8), 300, false, false),
                            PeerHello.FEATURES,
                            new Lives(List.of(new Life(4, -1), new Life(2, 77))));
            ByteWriter out = new ByteWriter(16);
            hello.write(out);
            ByteReader in = ByteReader.of(out.toBytes());
            in.getInt();
            assertEquals(PeerHello.VERSION, in.getVarint());
            assertEquals(hello, PeerHello.readFields(in));
            assertEquals(0, in.remaining());
        }
    }

    private static void assertGolden(String hex, ContentFrame frame) {
        assertEquals(hex, HexFormat.of().formatHex(PeerFrames.content(frame)));
    }

    @Test
    void goldenDigests() throws Exception {
        ContentFrame.Ask ask = new ContentFrame.Ask(300, KEY, 5);
        assertGolden("0000000f" + "0b" + "ac02" + "0705616c696365" + "05" + "7f461904", ask);
        assertEquals(
                ask,
                ContentCodec.readAsk(
                        ByteReader.of(HexFormat.of().parseHex("ac02" + "0705616c696365" + "05"))));
        ContentFrame.Suspect suspect = new ContentFrame.Suspect(KEY);
        assertGolden("0000000c" + "0d" + "0705616c696365" + "5862d146", suspect);
        assertEquals(
                suspect,
                ContentCodec.readSuspect(ByteReader.of(HexFormat.of().parseHex("0705616c696365"))));
        assertGolden("00000007" + "0c" + "07" + "00", "bc86f0e0", State.Waiting.FOR_VERSION);
        assertGolden("00000007" + "0c" + "07" + "01", "4eed73e3", State.Waiting.FOR_READING);
        assertGolden(
                "0000000f" + "0c" + "07" + "02" + "fedcba9876543210",
                "a10ff0cd",
                new State.Ready(0xfedcba9876543210L));
        assertGolden("00000009" + "0c" + "07" + "03" + "ac02", "259370c5", new State.Past(300));
        assertGolden("00000007" + "0c" + "07" + "04", "7b1c67ff", State.Nothing.INSTANCE);
    }

    private static void assertGolden(String hex, String checksum, State state) throws Exception {
        ContentFrame.Answer answer = new ContentFrame.Answer(7, state);
        assertGolden(hex + checksum, answer);
        ByteReader in = ByteReader.of(HexFormat.of().parseHex(hex.substring(10)));
        assertEquals(answer, ContentCodec.readAnswer(in));
        assertEquals(0, in.remaining());
    }

    @Test
    void aFrameSaysWhatItsMessagesRestOn() throws Exception {
        BatchWriter batch = new BatchWriter();
        batch.add(EPOCH, KEY, new Message.Learn(1, 0));
        batch.finish();
        batch.add(EPOCH, KEY, new Message.Learn(2, 0));
        batch.finish();
        int number = 7;
        int restsOn = 3;
        assertEquals(
                9, PeerFrames.number(new CRC32C(), batch.array(), batch.size(), number, restsOn));
        assertEquals(2, batch.frames());
        List<Message> seen = new ArrayList<>();
        ByteReader in = new ByteReader().reset(batch.array(), 0, batch.size());
        while (in.remaining() > 0) {
            int length = in.getInt();
            int at = batch.size() - in.remaining();
            assertEquals(
                    length - PeerFrames.CHECKSUM_BYTES,
                    PeerFrames.checked(new CRC32C(), batch.array(), at, length));
            assertEquals(PeerFrames.BATCH, in.getByte());
            assertEquals(number++, in.getInt(), "a gap would tell of a lost frame");
            assertEquals(restsOn, in.getInt());
            assertEquals(1, in.getInt());
            Received received = new Received();
            PeerCodec.read(in, received);
            seen.add(received.message);
            in.getInt();
        }
        assertEquals(List.of(new Message.Learn(1, 0), new Message.Learn(2, 0)), seen);
    }

    @Test
    void aFrameWithAFlippedBitIsNone() throws Exception {
        BatchWriter batch = new BatchWriter();
        batch.add(EPOCH, KEY, new Message.Chosen(4, ID, value("hi")));
        batch.finish();
        CRC32C crc = new CRC32C();
        PeerFrames.number(crc, batch.array(), batch.size(), 7, 1);
        byte[] frame = Arrays.copyOfRange(batch.array(), Integer.BYTES, batch.size());
        PeerFrames.checked(crc, frame, 0, frame.length);
        for (int bit = 0; bit < frame.length * Byte.SIZE; bit++) {
            frame[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThrows(
                    MalformedBytesException.class,
                    () -> PeerFrames.checked(crc, frame, 0, frame.length));
            frame[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        assertThrows(MalformedBytesException.class, () -> PeerFrames.checked(crc, frame, 0, 4));
    }

    @Test
    void everyMessageSurvivesTheWay() throws Exception {
        long seed = 20_261_121;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            Message message = randomMessage(random);
            Received received = decode(encode(message));
            assertSame(message, received.message);
        }
    }

    /** An acceptor that takes it would stop its node: whoever tells a value has accepted it. */
    @Test
    void aValueThatItsSenderDidNotAcceptIsRefused() {
        byte[] bytes = encode(new Message.Paxos(9, 5, 0, ID, value("v"), 0, 0, 8, null, false));
        assertThrows(MalformedBytesException.class, () -> decode(bytes));
    }

    private static Message randomMessage(Random random) {
        byte[] payload = new byte[random.nextInt(50)];
        random.nextBytes(payload);
        ValueId id = random.nextBoolean() ? randomId(random) : null;
        EntryValue value = id != null && random.nextBoolean() ? EntryValue.of(id, payload) : null;
        return switch (random.nextInt(5)) {
            case 0 ->
                    new Message.Paxos(
                            randomEntry(random),
                            random.nextLong(),
                            random.nextLong(),
                            id,
                            value,
                            random.nextLong(),
                            random.nextLong(),
                            randomEntry(random),
                            random.nextBoolean() ? randomId(random) : null,
                            random.nextBoolean());
            case 1 ->
                    new Message.Probe(
                            random.nextLong(), random.nextBoolean(), random.nextBoolean());
            case 2 ->
                    new Message.ProbeReply(
                            random.nextLong(),
                            randomEntry(random),
                            randomEntry(random),
                            random.nextLong(),
                            random.nextBoolean(),
                            id);
            case 3 -> new Message.Learn(randomEntry(random), randomEntry(random));
            default -> {
                ValueId chosen = randomId(random);
                yield new Message.Chosen(
                        randomEntry(random),
                        chosen,
                        random.nextBoolean() ? EntryValue.of(chosen, payload) : null);
            }
        };
    }

    private static long randomEntry(Random random) {
        return random.nextLong() & RecordFormat.ENTRY_MAX;
    }

    private static ValueId randomId(Random random) {
        return new ValueId(random.nextInt(1 << 30), random.nextInt(1 << 30), random.nextLong());
    }

    @Test
    void damagedValuesAreDropped() throws Exception {
        byte[] bytes = encode(new Message.Chosen(4, ID, value("payload")));
        for (int i = 0; i < "payload".length() + 4; i++) {
            byte[] flipped = bytes.clone();
            flipped[bytes.length - 1 - i] ^= 0x10;
            Received received = decode(flipped);
            assertNull(received.message, "Rule K9");
            assertEquals(1, received.damaged);
        }
    }

    @Test
    void arbitraryBytesAreMalformedOrMessages() {
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) random.nextInt(7);
            }
            mustNotFailOtherwise(bytes, "seed " + seed + " case " + i);
        }
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = encode(randomMessage(random));
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            mustNotFailOtherwise(bytes, "seed " + seed + " mutation " + i);
        }
    }

    private static void mustNotFailOtherwise(byte[] bytes, String which) {
        try {
            PeerCodec.read(ByteReader.of(bytes), new Received());
        } catch (MalformedBytesException e) {
            assertNotNull(e.getMessage(), which);
        }
    }
}
