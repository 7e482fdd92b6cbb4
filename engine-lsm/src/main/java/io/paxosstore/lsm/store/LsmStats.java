package io.paxosstore.lsm.store;

import org.rocksdb.TickerType;

/**
 * Figures of a store. Bytes in memory are native, outside of the Java heap; memtables are charged
 * to the cache, so {@code blockCacheBytes + tableReaderBytes} is about all of it.
 *
 * @param sequence of the newest write
 * @param durableSequence up to which writes are durable
 * @param memtableBytes in memory, not yet flushed
 * @param blockCacheBytes of the cache in use
 * @param blockCachePinnedBytes of it that cannot be evicted
 * @param tableReaderBytes of open tables besides the cache
 * @param tableBytes of all live table files
 * @param keysEstimate records in all column families, about
 * @param compactionPendingBytes that compaction has to rewrite, about
 * @param backgroundErrors failed flushes and compactions
 * @param writesStopped 1 while RocksDB stalls all writes
 * @param snapshots that are open
 * @param blockCacheHits since the start
 * @param blockCacheMisses since the start
 * @param recentHits uses of entities of which something was in memory, since the start
 * @param recentMisses uses of others, since the start
 * @param bloomUseful reads that a filter spared, since the start
 * @param writtenBytes to memtables since the start
 * @param flushedBytes to tables by flushes since the start
 * @param stallMicros that writes were held up since the start
 */
public record LsmStats(
        long sequence,
        long durableSequence,
        long memtableBytes,
        long blockCacheBytes,
        long blockCachePinnedBytes,
        long tableReaderBytes,
        long tableBytes,
        long keysEstimate,
        long compactionPendingBytes,
        long backgroundErrors,
        long writesStopped,
        long snapshots,
        long blockCacheHits,
        long blockCacheMisses,
        long recentHits,
        long recentMisses,
        long bloomUseful,
        long writtenBytes,
        long flushedBytes,
        long stallMicros) {
    static LsmStats of(Rocks rocks, RecentEntities recent, long sequence, long durableSequence) {
        return new LsmStats(
                sequence,
                durableSequence,
                rocks.property("rocksdb.cur-size-all-mem-tables"),
                rocks.cache().getUsage(),
                rocks.cache().getPinnedUsage(),
                rocks.property("rocksdb.estimate-table-readers-mem"),
                rocks.property("rocksdb.live-sst-files-size"),
                rocks.property("rocksdb.estimate-num-keys"),
                rocks.property("rocksdb.estimate-pending-compaction-bytes"),
                rocks.property("rocksdb.background-errors"),
                rocks.property("rocksdb.is-write-stopped"),
                rocks.property("rocksdb.num-snapshots"),
                ticker(rocks, TickerType.BLOCK_CACHE_HIT),
                ticker(rocks, TickerType.BLOCK_CACHE_MISS),
                recent.hits(),
                recent.misses(),
                ticker(rocks, TickerType.BLOOM_FILTER_USEFUL),
                ticker(rocks, TickerType.BYTES_WRITTEN),
                ticker(rocks, TickerType.FLUSH_WRITE_BYTES),
                ticker(rocks, TickerType.STALL_MICROS));
    }

    private static long ticker(Rocks rocks, TickerType type) {
        return rocks.statistics().getTickerCount(type);
    }
}
