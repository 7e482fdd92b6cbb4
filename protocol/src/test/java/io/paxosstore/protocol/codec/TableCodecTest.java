package io.paxosstore.protocol.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** What tables add to the format: cells of all types, conditions, and their limits. */
final class TableCodecTest {
    private static @Nullable Object again(@Nullable Object cell) throws MalformedModelException {
        MultiOp multiOp =
                MultiOp.of(
                        new TableOperation.Update(
                                "o", List.of(new Assignment.Set("c", cell)), Condition.all(), 0));
        MultiOp decoded =
                ModelCodec.decode(
                        ByteBuffer.wrap(ModelCodec.encode(multiOp)), new PartOwner(0, new byte[0]));
        TableOperation.Update update = (TableOperation.Update) decoded.thenOperations().get(0);
        return ((Assignment.Set) update.assignments().get(0)).value();
    }

    @Test
    void valuesAtTheEndsOfTheirRangesSurvive() throws MalformedModelException {
        for (Object value :
                Arrays.asList(
                        null,
                        false,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        Double.MIN_VALUE,
                        Double.NEGATIVE_INFINITY,
                        Double.NaN,
                        -0.0,
                        BigDecimal.ZERO,
                        new BigDecimal(BigInteger.TEN.pow(Column.PRECISION_MAX).negate(), 38),
                        new BigDecimal(BigInteger.ONE, ModelLimits.DECIMAL_SCALE_MAX),
                        new BigDecimal(BigInteger.ONE, -ModelLimits.DECIMAL_SCALE_MAX),
                        "",
                        "\ufffd \ud83d\ude00 \u0000",
                        Instant.MIN,
                        Instant.MAX,
                        Instant.EPOCH)) {
            assertEquals(value, again(value));
        }
        assertArrayEquals(new byte[0], (byte[]) again(new byte[0]));
    }

    private static void refused(String why, TableOperation operation) {
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ModelCodec.encode(MultiOp.of(operation)));
        assertTrue(String.valueOf(refused.getMessage()).contains(why), refused.getMessage());
    }

    private static TableOperation set(Object value) {
        return new TableOperation.Update(
                "o", List.of(new Assignment.Set("c", value)), Condition.all(), 0);
    }

    private static TableOperation where(Condition condition) {
        return new TableOperation.Delete("o", condition, 0);
    }

    private static TableOperation insert(int columns, int rows, int cells) {
        return new TableOperation.Insert(
                "o",
                Collections.nCopies(columns, "c"),
                Collections.nCopies(rows, Collections.nCopies(cells, null)),
                TableOperation.Present.FAIL,
                0);
    }

    @Test
    void valuesThatNoColumnHoldsAreRefused() {
        refused("java.lang.Integer", set(1));
        refused("DECIMAL_SCALE_MAX", set(new BigDecimal("1e1001")));
        refused("DECIMAL_BYTES_MAX", set(new BigDecimal(BigInteger.ONE.shiftLeft(512))));
        refused("ELEMENT_BYTES_MAX", set("x".repeat(ModelLimits.ELEMENT_BYTES_MAX + 1)));
        refused("surrogate", set("x\ud83d"));
        refused("surrogate", set("\ude00\ud83d"));
        refused(
                "NULL",
                new TableOperation.Get("o", List.of(Collections.singletonList(null)), List.of()));
    }

    @Test
    void limitsOfTablesAreRefusedByName() {
        Condition deep = Condition.all();
        for (int depth = 1; depth <= ModelLimits.CONDITION_DEPTH_MAX; depth++) {
            deep = deep.not();
        }
        refused("CONDITION_DEPTH_MAX", where(deep));
        List<Object> half = Collections.nCopies(ModelLimits.CONDITION_PARTS_MAX / 2 - 1, 1L);
        refused(
                "CONDITION_PARTS_MAX",
                where(new Condition.In("c", half).and(new Condition.In("c", half))));
        refused("KEY_BYTES_MAX", where(new Condition.Like("c", "%".repeat(4097))));
        refused("NAME_BYTES_MAX", where(new Condition.IsNull("ä".repeat(64))));
        refused("needs a name", where(new Condition.IsNull("")));
        refused("OPERATION_ELEMENTS_MAX", insert(1, ModelLimits.OPERATION_ELEMENTS_MAX + 1, 1));
        refused("ELEMENTS_MAX", insert(11, ModelLimits.OPERATION_ELEMENTS_MAX, 11));
        refused("COLUMNS_MAX", insert(TableSchema.COLUMNS_MAX + 1, 0, 0));
        refused("2 values for 3 columns", insert(3, 1, 2));
        refused("without any column", insert(0, 1, 0));
        refused(
                "COLUMNS_MAX",
                new TableOperation.Compute(
                        "o", Collections.nCopies(257, Aggregate.countRows()), Condition.all()));
        refused("time", new TableOperation.Alter("o", new TableChange.SetTtl(-1)));
        refused("limit of rows is negative", new TableOperation.Delete("o", Condition.all(), -1));
    }

    @Test
    void chainsOfConditionsAreNotDeep() throws MalformedModelException {
        Condition any = new Condition.IsNull("a");
        Condition all = new Condition.IsNull("a");
        for (int i = 0; i < 10 * ModelLimits.CONDITION_DEPTH_MAX; i++) {
            any = any.or(new Condition.IsNull("b"));
            all = all.and(new Condition.IsNull("b"));
        }
        assertIsDecoded(any);
        assertIsDecoded(any.and(all));
        assertEquals(Condition.all(), Condition.all().and(Condition.all()));
    }

    @Test
    void theGreatestConditionsAreDecoded() throws MalformedModelException {
        Condition deep = Condition.all();
        for (int depth = 1; depth < ModelLimits.CONDITION_DEPTH_MAX; depth++) {
            deep = deep.not();
        }
        List<Object> values = Collections.nCopies(ModelLimits.CONDITION_PARTS_MAX - 1, 1L);
        for (Condition condition : List.of(deep, new Condition.In("c", values))) {
            assertIsDecoded(condition);
        }
    }

    private static void assertIsDecoded(Condition condition) throws MalformedModelException {
        MultiOp multiOp = MultiOp.of(where(condition));
        assertEquals(
                multiOp,
                ModelCodec.decode(
                        ByteBuffer.wrap(ModelCodec.encode(multiOp)),
                        new PartOwner(0, new byte[0])));
    }

    @Test
    void whatIsNoTableIsMalformed() {
        String nots = "07".repeat(ModelLimits.CONDITION_DEPTH_MAX);
        for (String hostile :
                List.of(
                        "70 016f 00 00 00 00 00", // no columns
                        "70 016f 01 01610200 00 00 00 00", // no key
                        "70 016f 01 01610200 01 0162 00 00 00", // a key that is not there
                        "70 016f 01 01610201 01 0161 00 00 00", // a key that may be NULL
                        "70 016f 01 0161080001016100 00 00", // no such type
                        "71 016f 01 016104002701", // a decimal of 39 digits
                        "71 016f 06", // no such change
                        "73 016f 01 0161 904e", // 10,000 rows that do not follow
                        "73 016f 00 904e 01 00", // 10,000 rows without columns
                        "73 016f 01 0161 01 00 04 00", // no such insert
                        "73 016f 01 0161 01 05 01 ff 01 00", // no UTF-8
                        "73 016f 01 0161 01 03 7ff8000000000001 01 00", // another NaN
                        "73 016f 01 0161 01 04 00 00 01 00", // a decimal without digits
                        "73 016f 01 0161 01 04 00 02 0001 01 00", // a longer one than needed
                        "73 016f 01 0161 01 07 00 80 94ebdc03 01 00", // nanoseconds of more than 1
                        // s
                        "73 016f 01 00 00 01 00", // a column without a name
                        "75 016f 01 0161 01 00 00", // compares with NULL
                        "75 016f 01 0161 07 0202 00", // no such comparison
                        "75 016f 08 00", // no such condition
                        "75 016f " + nots + "0500 00", // too deep
                        "75 016f 05 904e", // 10,000 conditions that do not follow
                        "76 016f 01 00 00", // keys that are not there have columns
                        "76 016f 00 01 00", // a key without columns
                        "78 016f 01 02 00 0500", // the sum of nothing
                        "7a 016f")) {
            byte[] bytes = HexFormat.of().parseHex(("0100 01" + hostile + "00").replace(" ", ""));
            MalformedModelException refused =
                    assertThrows(
                            MalformedModelException.class,
                            () ->
                                    ModelCodec.decode(
                                            ByteBuffer.wrap(bytes), new PartOwner(0, new byte[0])),
                            hostile);
            assertTrue(String.valueOf(refused.getMessage()).endsWith("."), refused.getMessage());
        }
    }

    @Test
    void whatFailuresSayIsCutBetweenCharacters() throws MalformedModelException {
        String given = "x" + "ä".repeat(ModelLimits.TEXT_BYTES_MAX);
        MultiOpResult rejected =
                new MultiOpResult.Rejected(
                        MultiOpResult.Part.THEN,
                        0,
                        new Failure.WrongColumn("o", "c", "int64", given));
        MultiOpResult.Rejected decoded =
                (MultiOpResult.Rejected)
                        ModelCodec.decodeResult(ByteBuffer.wrap(ModelCodec.encode(rejected)));
        Failure.WrongColumn wrong = (Failure.WrongColumn) decoded.failure();
        assertEquals(given.substring(0, 2048), wrong.given());
    }

    @Test
    void schemasHaveBytesOfTheirOwn() throws MalformedModelException {
        TableSchema schema = TableSamples.schema();
        ModelWriter out = new ModelWriter();
        SchemaCodec.put(schema, out);
        ModelReader in = new ModelReader(ByteBuffer.wrap(out.toBytes()));
        assertEquals(schema, SchemaCodec.get(in));
        in.end();
        assertEquals(ColumnType.INT64, SchemaCodec.type(2));
    }
}
