package io.paxosstore.lsm.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings of a store.
 *
 * @param blockCacheBytes blocks of tables, their indexes and filters, and the memtables' memory;
 *     one cache for all column families
 * @param writeBufferBytes memtables of all column families together; beyond it they are flushed
 * @param compression of table files
 * @param backgroundJobs threads that flush and compact
 * @param openFilesMax table files held open
 * @param purgeMarginMillis how long after its deadline what has expired is looked for, to be
 *     removed
 * @param recentBytes of the Java heap, about, for what is known of the entities used last, and
 *     small records of theirs; 0 for none
 * @param merges when tables are merged
 */
public record LsmConfig(
        long blockCacheBytes,
        long writeBufferBytes,
        Compression compression,
        int backgroundJobs,
        int openFilesMax,
        long purgeMarginMillis,
        long recentBytes,
        MergeConfig merges) {
    /** Of some 20,000 entities. */
    public static final long RECENT_BYTES = 16 << 20;

    /** The least size of cache and write buffers. */
    public static final long MEMORY_BYTES_MIN = 1024 * 1024;

    /** 96 MiB of cache, 48 MiB of which memtables may take; no compression; 2 jobs; 1 hour. */
    public static final LsmConfig DEFAULT =
            new LsmConfig(96 << 20, 48 << 20, Compression.NONE, 2, 4096, 3_600_000);

    /** How table files are compressed. */
    public enum Compression {
        /** Not at all. */
        NONE,
        /** Fast, about half the size of text. */
        LZ4,
        /** Slower, smaller. */
        ZSTD
    }

    /** With merges and recent entities by default. */
    public LsmConfig(
            long blockCacheBytes,
            long writeBufferBytes,
            Compression compression,
            int backgroundJobs,
            int openFilesMax,
            long purgeMarginMillis) {
        this(
                blockCacheBytes,
                writeBufferBytes,
                compression,
                backgroundJobs,
                openFilesMax,
                purgeMarginMillis,
                RECENT_BYTES,
                MergeConfig.DEFAULT);
    }

    /** With other sizes of the cache and of the memtables, which are charged to it. */
    public LsmConfig withMemory(long cacheBytes, long memtableBytes) {
        return new LsmConfig(
                cacheBytes,
                memtableBytes,
                compression,
                backgroundJobs,
                openFilesMax,
                purgeMarginMillis,
                recentBytes,
                merges);
    }

    /** With more or less of what was used last in memory. */
    public LsmConfig withRecentBytes(long bytes) {
        return new LsmConfig(
                blockCacheBytes,
                writeBufferBytes,
                compression,
                backgroundJobs,
                openFilesMax,
                purgeMarginMillis,
                bytes,
                merges);
    }

    /** With what has expired removed earlier, or later. */
    public LsmConfig withPurgeMarginMillis(long millis) {
        return new LsmConfig(
                blockCacheBytes,
                writeBufferBytes,
                compression,
                backgroundJobs,
                openFilesMax,
                millis,
                recentBytes,
                merges);
    }

    /** With merges at other times. */
    public LsmConfig withMerges(MergeConfig newMerges) {
        return new LsmConfig(
                blockCacheBytes,
                writeBufferBytes,
                compression,
                backgroundJobs,
                openFilesMax,
                purgeMarginMillis,
                recentBytes,
                newMerges);
    }

    /**
     * Settings.
     *
     * @throws IllegalArgumentException if any is out of range; the message names all of them
     */
    public LsmConfig {
        List<String> problems = new ArrayList<>();
        if (writeBufferBytes < MEMORY_BYTES_MIN) {
            problems.add(
                    "writeBufferBytes is "
                            + writeBufferBytes
                            + "; use at least "
                            + MEMORY_BYTES_MIN);
        }
        if (blockCacheBytes < writeBufferBytes) {
            problems.add(
                    "blockCacheBytes is "
                            + blockCacheBytes
                            + "; the memtables are charged to it: use at least writeBufferBytes");
        }
        if (backgroundJobs < 1) {
            problems.add("backgroundJobs is " + backgroundJobs + "; use at least 1");
        }
        if (openFilesMax < 16) {
            problems.add("openFilesMax is " + openFilesMax + "; use at least 16");
        }
        if (purgeMarginMillis < 0) {
            problems.add("purgeMarginMillis is " + purgeMarginMillis + "; use at least 0");
        }
        if (recentBytes < 0) {
            problems.add("recentBytes is " + recentBytes + "; use at least 0");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems) + ".");
        }
    }
}
