package io.paxosstore.protocol.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** The format is a contract: golden bytes, round trips, limits, and hostile input. */
final class ModelCodecTest {
    private static final int ROUNDS = 20_000;

    private interface Put<T> {
        void put(T one, ModelWriter out);
    }

    private static <T> String hex(T one, Put<T> put) {
        ModelWriter out = new ModelWriter();
        put.put(one, out);
        return HexFormat.of().formatHex(out.toBytes());
    }

    @Test
    void everythingHasItsGoldenBytes() {
        StringBuilder differing = new StringBuilder();
        ModelSamples.operations()
                .forEach((one, golden) -> compare(one, golden, OperationCodec::put, differing));
        ModelSamples.guards()
                .forEach((one, golden) -> compare(one, golden, GuardCodec::put, differing));
        ModelSamples.results()
                .forEach((one, golden) -> compare(one, golden, ResultCodec::put, differing));
        ModelSamples.failures()
                .forEach((one, golden) -> compare(one, golden, FailureCodec::put, differing));
        assertEquals("", differing.toString());
    }

    private static <T> void compare(T one, String golden, Put<T> put, StringBuilder differing) {
        String actual = hex(one, put);
        if (!actual.equals(golden)) {
            differing.append(one).append(" has the bytes \"").append(actual).append("\"\n");
        }
    }

    private static MultiOp all() {
        return new MultiOp(
                new ArrayList<>(ModelSamples.guards().keySet()),
                new ArrayList<>(ModelSamples.operations().keySet()),
                List.of(new ListOperation.Length("else")));
    }

    private static List<byte[]> messages() {
        List<byte[]> messages = new ArrayList<>();
        messages.add(ModelCodec.encode(all()));
        messages.add(ModelCodec.encode(MultiOp.of()));
        messages.add(
                ModelCodec.encode(
                        new MultiOpResult.Executed(
                                65538,
                                true,
                                List.of(true, false),
                                new ArrayList<>(ModelSamples.results().keySet()))));
        ModelSamples.failures()
                .keySet()
                .forEach(failure ->
                        messages.add(
                                ModelCodec.encode(
                                        new MultiOpResult.Rejected(
                                                MultiOpResult.Part.ELSE, 3, failure))));
        return messages;
    }

    @Test
    void everythingSurvivesARoundTrip() throws MalformedModelException {
        List<byte[]> messages = messages();
        for (int i = 0; i < messages.size(); i++) {
            assertArrayEquals(messages.get(i), again(i < 2, messages.get(i)));
        }
    }

    /**
     * The entity of the requests. A part that says that it was made for it is decoded without that,
     * so it has a name that no byte that arrives by chance says.
     */
    private static final PartOwner OWNER =
            new PartOwner(7, "an entity with a long name".getBytes(StandardCharsets.US_ASCII));

    private static byte[] again(boolean request, byte[] bytes) throws MalformedModelException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return request
                ? ModelCodec.encode(ModelCodec.decode(in, OWNER))
                : ModelCodec.encode(ModelCodec.decodeResult(in));
    }

    @Test
    void everyTruncationIsMalformed() {
        List<byte[]> messages = messages();
        for (int i = 0; i < messages.size(); i++) {
            boolean request = i < 2;
            byte[] message = messages.get(i);
            for (int cut = 0; cut < message.length; cut++) {
                byte[] head = Arrays.copyOf(message, cut);
                assertThrows(MalformedModelException.class, () -> again(request, head));
            }
        }
    }

    @Test
    void whateverBytesArriveDecodingEndsWell() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<byte[]> messages = messages();
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int which = random.nextInt(messages.size());
            byte[] message = messages.get(which).clone();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            }
            try {
                assertArrayEquals(message, again(which < 2, message), "seed " + seed);
                accepted++;
            } catch (MalformedModelException e) {
                assertTrue(String.valueOf(e.getMessage()).endsWith("."), e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + round, e);
            }
        }
        assertTrue(accepted > 0 && accepted < ROUNDS, "seed " + seed + ": " + accepted);
    }

    @Test
    void countsThatTheBytesDoNotJustifyAreRefusedBeforeAllocation() {
        // A list of 10,000 elements, of which none follows; a page of 2^63 elements; and so on.
        for (String hostile :
                List.of(
                        "0100 01 21 01 6f 904e",
                        "0100 01 21 01 6f 01 ffffff07",
                        "0100 e807",
                        "01 e807",
                        "0100 01 63 00 ffffffffffffffff7f 01",
                        "0100 01 21 01 6f ffffffffffffffffff01",
                        "0100 01 10 00",
                        "0100 01 10 02 c328",
                        "0200 00 00",
                        "0100 01 7f 01 6f 00",
                        "0100 01 80 01 6f 904e 00",
                        "0100 01 81 01 6f 01 61 7ff8000000000000 00",
                        "0100 01 81 01 6f 01 61 3ff8000000000000 03",
                        "0100 01 81 01 6f 01 61 3ff8000000000000 10")) {
            byte[] bytes = HexFormat.of().parseHex(hostile.replace(" ", ""));
            assertThrows(
                    MalformedModelException.class,
                    () -> ModelCodec.decode(ByteBuffer.wrap(bytes), new PartOwner(0, new byte[0])),
                    hostile);
        }
    }

    @Test
    void limitsAreRefusedByNameBeforeAnythingIsSent() {
        byte[] longKey = new byte[ModelLimits.KEY_BYTES_MAX + 1];
        byte[] longElement = new byte[ModelLimits.ELEMENT_BYTES_MAX + 1];
        List<byte[]> many =
                Collections.nCopies(ModelLimits.OPERATION_ELEMENTS_MAX + 1, new byte[0]);
        List<byte[]> large = Collections.nCopies(4, new byte[ModelLimits.ELEMENT_BYTES_MAX]);
        refused("OBJECT_NAME_BYTES_MAX", new ListOperation.Length("n".repeat(256)));
        refused("surrogate", new ListOperation.Length("n\ud83d"));
        refused("name", new ListOperation.Length(""));
        refused("KEY_BYTES_MAX", new SetOperation.Contains("o", longKey));
        refused("ELEMENT_BYTES_MAX", new ValueOperation.Put("o", longElement, 0));
        refused("OPERATION_ELEMENTS_MAX", new ListOperation.Append("o", many));
        refused("MULTI_OP_BYTES_MAX", new ListOperation.Append("o", large));
        refused("time", new ValueOperation.Put("o", new byte[0], -1));
        refused("sequence", new QueueOperation.Read("o", -1, Page.LARGEST));
        Operation[] tooMany = new Operation[ModelLimits.OPERATIONS_MAX + 1];
        Arrays.fill(tooMany, new ListOperation.Length("o"));
        refused("OPERATIONS_MAX", tooMany);
        assertThrows(IllegalArgumentException.class, () -> new Page(0, 1));
        assertThrows(
                IllegalArgumentException.class, () -> Page.of(ModelLimits.PAGE_ELEMENTS_MAX + 1));
    }

    private static void refused(String limit, Operation... operations) {
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ModelCodec.encode(MultiOp.of(operations)));
        assertTrue(String.valueOf(refused.getMessage()).contains(limit), refused.getMessage());
    }

    @Test
    void aMultiOpOfTheGreatestSizeIsDecoded() throws MalformedModelException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(new byte[ModelLimits.ELEMENT_BYTES_MAX]);
        MultiOp large =
                MultiOp.of(
                        new ListOperation.Append("o", List.of(text.toByteArray())),
                        new ListOperation.Append("o", List.of(text.toByteArray())));
        byte[] bytes = ModelCodec.encode(large);
        assertArrayEquals(bytes, again(true, bytes));
    }

    @Test
    void failuresAreSentences() {
        ModelSamples.failures()
                .keySet()
                .forEach(failure -> assertTrue(failure.sentence().endsWith(".")));
        assertEquals(
                "The object \"o\" is a set, not a list.",
                new Failure.WrongType("o", ObjectType.LIST, ObjectType.SET).sentence());
    }
}
