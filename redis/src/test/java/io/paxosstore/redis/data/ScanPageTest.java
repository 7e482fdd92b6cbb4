package io.paxosstore.redis.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.redis.NoObjects;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Pages of scans, their cursors and their order. */
class ScanPageTest {
    private final Keyspace keys = new Keyspace(new NoObjects(), new byte[0]);

    /** If this fails, the order of scans has changed, which it never must. */
    @Test
    void theOrderIsFixed() {
        assertEquals(263677158668953L, MemberHash.of(bytes("")));
        assertEquals(32794257453702L, MemberHash.of(bytes("member")));
        assertEquals(254634800367379L, MemberHash.of(new byte[] {-1, 0, 1}));
    }

    @Test
    void hashesOfLikeMembersAreSpread() {
        int[] buckets = new int[64];
        for (int i = 0; i < 64_000; i++) {
            buckets[(int) (MemberHash.of(bytes("user:" + i)) >>> 42)]++;
        }
        for (int bucket : buckets) {
            assertTrue(bucket > 850 && bucket < 1150, () -> "a bucket of " + bucket);
        }
    }

    @Test
    void pagesHaveSoManyMembersAndTogetherAll() {
        List<Integer> sizes = new ArrayList<>();
        TreeSet<String> seen = new TreeSet<>();
        long cursor = 0;
        do {
            List<Reply> page = page(new ScanOptions(cursor, 7, null), 100, 1);
            cursor = ScanOptions.cursor(bulk(page.getFirst()).bytes());
            List<Reply> elements = ((Reply.Array) page.get(1)).elements();
            sizes.add(elements.size());
            elements.forEach(element -> seen.add(new String(bulk(element).bytes(), UTF_8)));
        } while (cursor != 0);
        assertEquals(100, seen.size());
        assertEquals(15, sizes.size());
        assertEquals(List.of(7, 7, 2), List.of(sizes.get(0), sizes.get(13), sizes.get(14)));
    }

    @Test
    void aPageIsASixteenthOfAllAtLeast() {
        List<Reply> page = page(new ScanOptions(0, 1, null), 1600, 1);
        assertEquals(100, ((Reply.Array) page.get(1)).elements().size());
    }

    @Test
    void aPageOfLargeValuesHasFewer() {
        List<Reply> page = page(new ScanOptions(0, 1000, null), 1000, 1 << 20);
        int found = ((Reply.Array) page.get(1)).elements().size();
        assertEquals(3, found);
    }

    @Test
    void aCursorBehindAllMembersFindsNothing() {
        List<Reply> page = page(new ScanOptions(-1, 10, null), 100, 1);
        assertEquals("0", new String(bulk(page.getFirst()).bytes(), UTF_8));
        assertEquals(Reply.EMPTY, page.get(1));
    }

    @Test
    void cursors() {
        assertEquals(0, ScanOptions.cursor(bytes("")));
        assertEquals(12, ScanOptions.cursor(bytes("+12")));
        assertEquals(-1, ScanOptions.cursor(bytes("18446744073709551615")));
        for (String wrong : List.of("x", "1x", " 1", "+", "-", "+-1", "18446744073709551616")) {
            RedisError error =
                    assertThrows(RedisError.class, () -> ScanOptions.cursor(bytes(wrong)), wrong);
            assertEquals("ERR invalid cursor", error.getMessage());
        }
    }

    private List<Reply> page(ScanOptions options, int members, int valueBytes) {
        ScanPage<Integer> page = new ScanPage<>(keys, options, members);
        for (int i = 0; i < members; i++) {
            page.add(bytes("m" + i), i, valueBytes);
        }
        Reply reply = page.reply((member, _) -> List.of(new Reply.Bulk(member)));
        return ((Reply.Array) reply).elements();
    }

    private static Reply.Bulk bulk(Reply reply) {
        return (Reply.Bulk) reply;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
