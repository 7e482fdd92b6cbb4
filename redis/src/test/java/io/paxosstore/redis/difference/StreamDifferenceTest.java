package io.paxosstore.redis.difference;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/**
 * Streams: the same replies as Redis gives that keeps one entry in a node. Times of deliveries, and
 * what Redis tells of its trees, may differ.
 */
class StreamDifferenceTest {
    /** Ids, whole and in part, and what is none. */
    private static final String ID =
            "1|2|3|4|5|6|1-1|1-2|2-1|2-2|3-1|3-0|4-0|5-5|6-1|7-0|8-8|0|0-0|0-1|"
                    + "18446744073709551615|18446744073709551615-18446744073709551615|"
                    + "18446744073709551616|18446744073709551614-18446744073709551615|-1|x||1-|"
                    + "-|+|1-x|1-2-3|007|+2|1--3|1--03|1-+1|$|>";

    /** Mostly ids that may be there. */
    private static final String SOME = "1-1|1-2|2-1|2-2|3-1|3-2|4-1|5-1|6-1";

    private static final String BOUND =
            "-|+|-|+|1|2|3|1-1|2-2|(1-1|(2|(3-1|5|6|(-|(+|(|(0-0|0|"
                    + "(18446744073709551615-18446744073709551615|(1-*|7|x|(x";

    private static final String[] ENTRIES = {
        "SET f @v NX?",
        "GETDEL f",
        "XADD @k 1-*|2-*|3-*|4-*|5-* @m @v",
        "XADD @k 1-*|2-*|3-*|6-* @m @v @m @v",
        "XADD @k @s @m @v",
        "XADD @k @d @m_@v*",
        "XADD @k NOMKSTREAM @s @m_@v*",
        "XADD @k MAXLEN =|~? 0|1|2|3|5 @t-* @m @v",
        "XADD @k MINID =|~? @d @t-* @m @v",
        "XADD @k MAXLEN ~ 1|2|3 LIMIT 0|1|2|100 @t-* @m @v",
        "XADD @k MAXLEN|MINID ~|=|5 @i LIMIT @i @t-* @m @v",
        "XADD @k LIMIT|NOMKSTREAM|MAXLEN|FOO @i @d @m @v",
        "XADD @k MAXLEN 3 MINID|MAXLEN 2 @t-* @m @v",
        "XADD @k * @m",
        "XADD @k MAXLEN ~ 5 NOMKSTREAM|nomkstream",
        "XADD @k @d @m* @v",
        "XLEN @k",
        "XRANGE @k - +",
        "XRANGE @k @b @b COUNT_@n?",
        "XREVRANGE @k @b @b COUNT_@n?",
        "XRANGE|XREVRANGE @k @b @b COUNT|FOO @i",
        "XRANGE|XREVRANGE @k @b @b COUNT",
        "XDEL @k @s*",
        "XDEL @k @d*",
        "XTRIM @k MAXLEN =|~? @i",
        "XTRIM @k MAXLEN ~ 0|1|2|3 LIMIT 0|1|2|5",
        "XTRIM @k MINID =|~? @s LIMIT_@i?",
        "XTRIM @k MINID|MAXLEN|LIMIT|FOO =|~|3|1-1 @d",
        "XTRIM @k MAXLEN 1 MINID|LIMIT 1",
        "XSETID @k @d",
        "XSETID @k @s ENTRIESADDED @i MAXDELETEDID_@d?",
        "XSETID @k 6|7|9-9 ENTRIESADDED|MAXDELETEDID|FOO @d",
        "XREAD COUNT_@i? STREAMS @k @d",
        "XREAD COUNT_2? BLOCK_1|-1|x|1.5|? STREAMS @k @k @s @s",
        "XREAD STREAMS @k @k @k @d",
        "XREAD GROUP|NOACK|FOO|COUNT STREAMS @k @d",
        "XREAD STREAMS STREAMS STREAMS @s",
        "XINFO STREAM @k",
        "XINFO STREAM @k FULL|FOO COUNT|FOO? @i?",
        "XINFO STREAM|GROUPS|CONSUMERS|HELP|FOO @k? m1?",
        "XINFO HELP",
        "DEL|EXISTS|TYPE @k",
        "OBJECT ENCODING @k",
        "RENAME @k @k",
        "COPY @k @k REPLACE?",
        "SORT @k",
        "LLEN|HGETALL|ZCARD|SCARD @k"
    };

    private static final String[] GROUPS = {
        "SET f @v NX?",
        "GETDEL f",
        "XADD @k @t-* @m @v",
        "XADD @k 6-* @m @v",
        "XADD @k 6-* @m @v",
        "XADD @k MAXLEN 5 6-* @m @v",
        "XDEL @k @s*",
        "XTRIM @k MAXLEN 1|2|4",
        "XSETID @k 6-9 ENTRIESADDED_@n? MAXDELETEDID_@s?",
        "XGROUP CREATE @k @g 0|$|@s MKSTREAM?",
        "XGROUP CREATE @k @g @d MKSTREAM? ENTRIESREAD_@i?",
        "XGROUP CREATE @k @g 0|$ MKSTREAM",
        "XGROUP CREATE @k @g 0 MKSTREAM|ENTRIESREAD|FOO 1|-1|-2|x? MKSTREAM? MKSTREAM?",
        "XGROUP SETID @k @g 0|$|@s|@d ENTRIESREAD_@i?",
        "XGROUP SETID @k @g 0|- ENTRIESREAD 1 ENTRIESREAD 2",
        "XGROUP DESTROY @k @g",
        "XGROUP CREATECONSUMER @k @g @c",
        "XGROUP DELCONSUMER @k @g @c",
        "XGROUP HELP|FOO|CREATE|SETID|DESTROY|DELCONSUMER @k? @g? @c? FOO?",
        "XREADGROUP GROUP @g @c COUNT_@n? STREAMS @k >",
        "XREADGROUP GROUP @g @c COUNT_1|2|3? NOACK? STREAMS @k >",
        "XREADGROUP GROUP @g @c COUNT_2? STREAMS @k @k > >",
        "XREADGROUP GROUP @g @c COUNT_2? NOACK? STREAMS @k @d",
        "XREADGROUP GROUP @g @c BLOCK 1|-1|x STREAMS @k @k @d >",
        "XREADGROUP FOO|COUNT|NOACK|GROUP @g @c STREAMS @k >",
        "XREADGROUP COUNT 1 NOACK STREAMS @k @k > >",
        "XREADGROUP GROUP @g @c STREAMS @k @k >",
        "XACK @k @g @s*",
        "XACK @k @g @d*",
        "XPENDING @k @g",
        "XPENDING @k @g - + 10 @c?",
        "XPENDING @k @g IDLE_0|10000|x? @b @b @i @c?",
        "XPENDING @k @g IDLE 0|50000|@i - + 10 @c?",
        "XPENDING @k @g - +|IDLE",
        "XPENDING @k @g IDLE|- 1 + 5 c1 c1 c1 c1?",
        "XCLAIM @k @g @c 0|0|50000 @s* IDLE_100000?",
        "XCLAIM @k @g @c 0 @s* FORCE|JUSTID? RETRYCOUNT_@n?",
        "XCLAIM @k @g @c @i @s* FORCE JUSTID? LASTID_@s? TIME_1000?",
        "XCLAIM @k @g @c 0 @s* IDLE|TIME|RETRYCOUNT|LASTID|FOO @d",
        "XCLAIM @k @g @c x|0 @s FOO|IDLE|JUSTID",
        "XAUTOCLAIM @k @g @c 0|0|50000 0|@b COUNT_1|2|3? JUSTID?",
        "XAUTOCLAIM @k @g @c @i @b COUNT|JUSTID|FOO 0|1|x|2?",
        "XINFO GROUPS @k",
        "XINFO CONSUMERS @k @g",
        "XINFO STREAM @k",
        "XINFO STREAM @k FULL COUNT_0|1|2|-1?",
        "XRANGE @k - +",
        "RENAME @k @k",
        "COPY @k @k REPLACE?"
    };

    /** Times of a pending entry, of a consumer, and counts of nodes. */
    private static final String HIDDEN =
            "(?:\\$\\d+\\r\\n\\d+-\\d+\\r\\n(?:\\$\\d\\r\\n(?:c\\d)?\\r\\n)?"
                    + "|idle\\r\\n|seen-time\\r\\n|radix-tree-keys\\r\\n|radix-tree-nodes\\r\\n)"
                    + "(:\\d+\\r\\n)";

    private static Comparison of(String... patterns) {
        return Comparison.of(
                        Arrays.stream(patterns)
                                .map(pattern ->
                                        pattern.replace("@d", ID)
                                                .replace("@s", SOME)
                                                .replace("@b", BOUND)
                                                .replace("@t", "3|4|5")
                                                .replace("@g", "g1|g2|g3")
                                                .replace("@c", "c1|c2|c3|"))
                                .toArray(String[]::new))
                .hidden(HIDDEN)
                .settings("stream-node-max-entries", "1");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void entries(int version) throws Exception {
        of(ENTRIES).version(version).commands(20_000).run();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void groups(int version) throws Exception {
        of(GROUPS).version(version).commands(20_000).run();
    }
}
