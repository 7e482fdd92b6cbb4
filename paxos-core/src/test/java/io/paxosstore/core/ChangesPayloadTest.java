package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;

import java.util.HexFormat;
import java.util.List;

/** The bytes of entries of a general PaxosLog, and whom they forget (Rule E2). */
class ChangesPayloadTest {
    private static final ValueId ID = new ValueId(1, 1, 1);

    private static EntryValue stored(String hex) {
        return EntryValue.of(ID, HexFormat.of().parseHex(hex));
    }

    private static RequestId id(long client, long seconds) {
        return new RequestId(client, seconds << 32 | 1);
    }

    private static RequestTable known() {
        RequestTable table = new RequestTable();
        table.executed(id(1, 100), 0, new byte[] {1});
        table.executed(id(2, 500), 0, new byte[] {2});
        return table;
    }

    @Test
    void theBytesOfAnEntry() {
        ChangesPayload payload =
                new ChangesPayload(
                        1_000_000,
                        32,
                        new ChangesPayload.Aging.ByEntries(300),
                        List.of(
                                new ChangesPayload.Executed(
                                        id(7, 101), 101L << 32, new byte[] {9})),
                        new byte[] {5, 6});
        assertEquals(
                "03"
                        + "00000000000f4240"
                        + "20"
                        + "ac02"
                        + "01"
                        + "0000000000000007"
                        + "0000006500000001"
                        + "01"
                        + "0209"
                        + "0506",
                HexFormat.of().formatHex(payload.encode()));
        assertArrayEquals(
                payload.encode(),
                ChangesPayload.decode(EntryValue.of(ID, payload.encode())).encode());
    }

    @Test
    void entriesOfEarlierReleasesForgetByTheClocksOfStampsAsTheyDid() {
        // Clock 1,000,000 ms; 32 clients; those before second 200 are forgotten; nothing executed.
        String hex = "02" + "00000000000f4240" + "20" + "c801" + "00";
        ChangesPayload payload = ChangesPayload.decode(stored(hex));
        assertEquals(hex, HexFormat.of().formatHex(payload.encode()));
        RequestTable after = payload.after(known(), 1);
        assertEquals(
                new RequestTable.Verdict.Expired(id(1, 100).stamp()), after.verdict(id(1, 100)));
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, after.verdict(id(2, 500)));
    }

    @Test
    void entriesForgetWhomTheyFindTooOldByTheEntriesBefore() {
        ChangesPayload payload =
                new ChangesPayload(
                        10_000, 32, new ChangesPayload.Aging.ByEntries(80), List.of(), new byte[0]);
        RequestTable table = known();
        for (int i = 0; i < 8; i++) { // ten of eighty each, however far the clock leaps
            table = payload.after(table, 5_000);
            assertInstanceOf(RequestTable.Verdict.Duplicate.class, table.verdict(id(1, 100)));
        }
        table = payload.after(table, 5_000);
        assertInstanceOf(RequestTable.Verdict.Expired.class, table.verdict(id(1, 100)));
    }

    @Test
    void entriesThatExecuteNothingLetNobodyAge() {
        RequestTable table = known();
        for (int i = 0; i < 20; i++) {
            EntryValue value = EntryValue.of(ID, ChangesPayload.clock(1L << 40));
            table = ChangesPayload.decode(value).after(table, 0);
        }
        assertInstanceOf(RequestTable.Verdict.Duplicate.class, table.verdict(id(1, 100)));
    }
}
