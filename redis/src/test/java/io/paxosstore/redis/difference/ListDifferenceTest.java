package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;

/** Lists: the same replies as Redis gives. */
class ListDifferenceTest {
    @Test
    void lists() throws Exception {
        Comparison.of(
                        "SET @k @v",
                        "DEL @k",
                        "LPUSH @k @m*",
                        "RPUSH @k @m*",
                        "RPUSH @k @v*",
                        "RPUSH @k @m* @m* @m*",
                        "LPUSHX @k @m*",
                        "RPUSHX @k @m*",
                        "LPOP @k @i?",
                        "RPOP @k @i?",
                        "LPOP @k 1|2? 3?",
                        "LLEN @k",
                        "LINDEX @k @i",
                        "LRANGE @k @i @i",
                        "LRANGE @k 0 -1",
                        "LSET @k @i @m",
                        "LSET @k @n @m",
                        "LINSERT @k BEFORE|AFTER|before|x @m @v",
                        "LREM @k @i @m",
                        "LREM @k @n @m",
                        "LTRIM @k @i @i",
                        "LTRIM @k 0|1|-5 -1|-2|5",
                        "LPOS @k @m RANK_@i? COUNT_@i? MAXLEN_@i? FOO|RANK?",
                        "LPOS @k @m RANK_@n? COUNT_0|1|2?",
                        "LMOVE @k @k LEFT|RIGHT|x LEFT|RIGHT|left",
                        "RPOPLPUSH @k @k",
                        "LMPOP 1 @k LEFT|RIGHT",
                        "LMPOP 0|1|2|x|-1 @k @k? LEFT|RIGHT|x COUNT_@i? COUNT_1?",
                        "TYPE @k")
                .commands(20_000)
                .run();
    }
}
