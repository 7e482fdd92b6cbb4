package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Rules E1-E3. */
class RequestTableTest {
    private static final long AGE_MAX = 300_000;

    private static RequestId id(long client, long seconds, long sequence) {
        return new RequestId(client, seconds << 32 | sequence);
    }

    private static byte[] result(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RequestTable recoded(RequestTable table) {
        ByteBuffer bytes = ByteBuffer.allocate(table.encodedBytesMax());
        table.encode(bytes);
        return RequestTable.decode(bytes.flip());
    }

    @Test
    void ruleE3_duplicateGetsTheFirstResult() {
        RequestTable table = new RequestTable();
        table.executed(id(7, 100, 1), 0, result("one"));
        table.executed(id(7, 100, 2), 0, result("two"));
        RequestTable read = recoded(table);
        assertArrayEquals(
                result("one"),
                assertInstanceOf(RequestTable.Verdict.Duplicate.class, read.verdict(id(7, 100, 1)))
                        .result());
        assertInstanceOf(RequestTable.Verdict.Fresh.class, read.verdict(id(7, 100, 3)));
        assertInstanceOf(RequestTable.Verdict.Fresh.class, read.verdict(id(8, 1, 1)));
    }

    @Test
    void ruleE2_requestsAtOrBelowTheSettledFloorAreLateCopies() {
        RequestTable table = new RequestTable();
        table.executed(id(7, 100, 1), 0, result("one"));
        table.executed(id(7, 101, 5), id(7, 100, 4).stamp(), result("five"));
        RequestTable read = recoded(table);
        assertInstanceOf(RequestTable.Verdict.LateCopy.class, read.verdict(id(7, 100, 1)));
        assertInstanceOf(RequestTable.Verdict.LateCopy.class, read.verdict(id(7, 100, 4)));
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, read.verdict(id(7, 101, 5)));
    }

    @Test
    void ruleE2_forgottenClientsAreNeverExecutedAgain() {
        RequestTable table = new RequestTable();
        for (int client = 1; client <= 33; client++) {
            table.executed(id(client, 100 + client, 1), 0, result("x"));
        }
        table.trim(32, AGE_MAX);
        RequestTable read = recoded(table);
        assertEquals(
                new RequestTable.Verdict.Expired(id(1, 101, 1).stamp()),
                read.verdict(id(1, 101, 1)),
                "forgotten");
        assertInstanceOf(
                RequestTable.Verdict.Fresh.class, read.verdict(id(99, 102, 1)), "newer clock");
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, read.verdict(id(2, 102, 1)));
    }

    @Test
    void ruleE2_aForgottenClientThatComesBackDoesNotReviveItsOldRequests() {
        RequestTable table = new RequestTable();
        table.executed(id(1, 100, 1), 0, result("first"));
        table.executed(id(2, 101, 1), 0, result("other"));
        table.trim(1, AGE_MAX);
        table.executed(id(1, 102, 2), 0, result("second"));
        assertInstanceOf(
                RequestTable.Verdict.LateCopy.class, recoded(table).verdict(id(1, 100, 1)));
    }

    @Test
    void ruleE2_clientsLeaveByTheAgeThatEntriesTell() {
        RequestTable table = new RequestTable();
        table.executed(id(1, 1, 1), 0, result("clock of 1970"));
        table.executed(id(2, 4_000_000_000L, 1), 0, result("clock of 2096"));
        for (int i = 0; i < 8; i++) {
            table.pass(37_500, AGE_MAX);
            table.executed(id(3, 500, i + 1), 0, result("new"));
            table.trim(32, AGE_MAX);
            table = recoded(table);
        }
        assertInstanceOf(
                RequestTable.Verdict.Duplicate.class, table.verdict(id(1, 1, 1)), "just in time");
        table.pass(1, AGE_MAX);
        table.trim(32, AGE_MAX);
        assertEquals(
                new RequestTable.Verdict.Expired(id(2, 4_000_000_000L, 1).stamp()),
                table.verdict(id(1, 1, 1)));
        assertInstanceOf(RequestTable.Verdict.Fresh.class, table.verdict(id(1, 4_000_000_000L, 2)));
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, table.verdict(id(3, 500, 8)));
    }

    @Test
    void ruleE2_nobodyIsForgottenBecauseClocksOfNodesAreHoursApart() {
        RequestTable table = new RequestTable();
        table.executed(id(1, 100, 1), 0, result("one"));
        table.executed(id(2, 100, 1), 0, result("two"));
        for (int leap = 0; leap < 4; leap++) { // five nodes: four leaps up, and never one down
            table.pass(7_200_000, AGE_MAX);
            table.trim(32, AGE_MAX);
        }
        table.pass(100_000, AGE_MAX);
        table.trim(32, AGE_MAX);
        assertInstanceOf(
                RequestTable.Verdict.Duplicate.class, recoded(table).verdict(id(1, 100, 1)));
    }

    @Test
    void ruleE2_aKnownClientIsAsYoungAsItsNewestRequest() {
        RequestTable table = new RequestTable();
        table.executed(id(1, 100, 1), 0, result("one"));
        table.executed(id(2, 100, 1), 0, result("two"));
        for (int i = 0; i < 20; i++) {
            table.pass(AGE_MAX, AGE_MAX);
            table.executed(id(1, 100, 2 + i), 0, result("one"));
            table.trim(32, AGE_MAX);
        }
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, table.verdict(id(1, 100, 1)));
        assertInstanceOf(RequestTable.Verdict.Expired.class, table.verdict(id(2, 100, 1)));
    }

    @Test
    void tablesOfEarlierReleasesAreReadAndStayAsTheyAreWhileNobodyAges() {
        byte[] stored =
                HexFormat.of()
                        .parseHex(
                                "80808080c00c" // forgotten
                                        + "02" // clients
                                        + "0000000000000001"
                                        + "0000006500000001"
                                        + "01" // floor
                                        + "01"
                                        + "00"
                                        + "046f6e65"
                                        + "0000000000000002"
                                        + "0000006600000005"
                                        + "02"
                                        + "01"
                                        + "00"
                                        + "00");
        RequestTable table = RequestTable.decode(ByteBuffer.wrap(stored));
        assertArrayEquals(stored, encoded(table));
        assertEquals(new RequestTable.Verdict.Expired(100L << 32), table.verdict(id(3, 100, 0)));
        assertArrayEquals(
                result("one"),
                assertInstanceOf(RequestTable.Verdict.Duplicate.class, table.verdict(id(1, 101, 1)))
                        .result());
        table.pass(300, AGE_MAX);
        table.executed(id(2, 102, 6), 0, result("x"));
        assertEquals(
                "ac0200", // 300 ms and 0, at the end
                HexFormat.of().formatHex(lastBytes(encoded(table), 3)));
    }

    private static byte[] lastBytes(byte[] bytes, int count) {
        return Arrays.copyOfRange(bytes, bytes.length - count, bytes.length);
    }

    private static byte[] encoded(RequestTable table) {
        ByteBuffer bytes = ByteBuffer.allocate(table.encodedBytesMax());
        table.encode(bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @Test
    void ruleE2_idsOfOneClientAreBoundedByRaisingItsFloor() {
        RequestTable table = new RequestTable();
        for (int i = 1; i <= RequestTable.IDS_PER_CLIENT_MAX + 1; i++) {
            table.executed(id(1, 100, i), 0, result("r"));
        }
        RequestTable read = recoded(table);
        assertInstanceOf(RequestTable.Verdict.LateCopy.class, read.verdict(id(1, 100, 1)));
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, read.verdict(id(1, 100, 2)));
    }

    private static final byte[] LONGEST = new byte[RequestTable.RESULT_BYTES_MAX];

    /** Clients that settle nothing, as many as a table can hold. */
    private static RequestTable hostile() {
        RequestTable table = new RequestTable();
        for (int client = 1; client <= ReplicaConfig.DEDUPE_CLIENTS_LIMIT; client++) {
            for (int i = 1; i <= RequestTable.IDS_PER_CLIENT_MAX; i++) {
                table.execute(id(client, 100, i), 0, LONGEST);
            }
        }
        return table;
    }

    /** The table is written with every entry that is applied, and sent with every image. */
    @Test
    void ruleE2_resultsTakeOnlySoManyBytes() {
        int length = recoded(hostile()).toBytes().length;
        assertTrue(length < 4 << 20, "bytes: " + length);
    }

    @Test
    void ruleE3_eachClientHasRoomForSomeResultsWhateverOthersLeave() {
        RequestTable read = recoded(hostile());
        for (int client = 1; client <= ReplicaConfig.DEDUPE_CLIENTS_LIMIT; client++) {
            RequestTable.Verdict first = read.verdict(id(client, 100, 1));
            assertEquals(
                    LONGEST.length,
                    assertInstanceOf(RequestTable.Verdict.Duplicate.class, first).result().length);
        }
        assertSame(RequestTable.NOT_KEPT, read.execute(id(3, 100, 300), 0, LONGEST));
        long settled = id(3, 100, 300).stamp();
        for (int i = 1; i <= 4; i++) {
            assertSame(LONGEST, read.execute(id(3, 101, i), settled, LONGEST));
        }
        assertSame(RequestTable.NOT_KEPT, read.execute(id(3, 101, 5), settled, LONGEST));
        assertSame(LONGEST, read.copy().execute(id(3, 101, 6), id(3, 101, 5).stamp(), LONGEST));
        assertSame(RequestTable.NOT_KEPT, read.copy().execute(id(3, 101, 6), settled, LONGEST));
    }

    @Test
    void ruleE3_aClientHasMoreRoomWhileThereIsSome() {
        RequestTable table = new RequestTable();
        for (int i = 1; i <= RequestTable.IDS_PER_CLIENT_MAX; i++) {
            assertSame(LONGEST, table.execute(id(1, 100, i), 0, LONGEST));
        }
        byte[] longer = new byte[LONGEST.length + 1];
        assertSame(RequestTable.NOT_KEPT, table.execute(id(2, 100, 1), 0, longer));
    }

    /** What is said without weighing each result is what weighing them says. */
    @Test
    void ruleE3_whereAllHaveRoomEachIsKept() {
        RequestTable table = new RequestTable();
        int kept = 0;
        for (int i = 1; i <= 600; i++) {
            RequestId id = id(i % 3 + 1, 100, i);
            byte[] said = table.keeper(LONGEST.length).keep(id, 0, LONGEST);
            assertSame(table.execute(id, 0, LONGEST), said, "request " + i);
            kept += RequestTable.isNotKept(said) ? 0 : 1;
        }
        assertEquals(RequestTable.RESULTS_BYTES_MAX / LONGEST.length, kept);
        assertSame(RequestTable.NOT_KEPT, RequestTable.ifShort(new byte[LONGEST.length + 1]));
    }
}
