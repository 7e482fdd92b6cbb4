package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Rules E1-E3. */
class RequestTableTest {
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
        table.trim(32, 0);
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
        table.trim(1, 0);
        table.executed(id(1, 102, 2), 0, result("second"));
        assertInstanceOf(
                RequestTable.Verdict.LateCopy.class, recoded(table).verdict(id(1, 100, 1)));
    }

    @Test
    void ruleE2_clientsLeaveByAge() {
        RequestTable table = new RequestTable();
        table.executed(id(1, 100, 1), 0, result("old"));
        table.executed(id(2, 500, 1), 0, result("new"));
        table.trim(32, 200);
        assertEquals(
                new RequestTable.Verdict.Expired(id(1, 100, 1).stamp()),
                table.verdict(id(1, 100, 1)));
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, table.verdict(id(2, 500, 1)));
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
}
