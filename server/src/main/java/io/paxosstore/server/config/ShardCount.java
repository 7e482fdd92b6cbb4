package io.paxosstore.server.config;

import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.StoreIdentity;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;

/**
 * How many shards a node has whose configuration does not say it. All nodes of a cluster must have
 * the same number, so it cannot follow the machine, which may be another one for each node. A
 * directory keeps the number that it was last used with.
 */
public final class ShardCount {
    /** Of a node whose directory is new and whose configuration names none. */
    static final int OF_A_NEW_DIRECTORY = 1;

    /** The most there may be. */
    static final int MAX = 64;

    /** The log writer, the upkeep and the kernel need the rest: docs/performance.md, Shards. */
    private static final int PROCESSORS_FOR_ONE = 2;

    private ShardCount() {}

    /**
     * The number that a directory was last used with; null if there is none in it, or none that can
     * be read: then the start says what is wrong.
     */
    static @Nullable Integer ofDirectory(Path directory) {
        try {
            StoreIdentity store = StoreIdentity.peek(FileSystem.real(), directory);
            return store != null && isAllowed(store.shards()) ? store.shards() : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isAllowed(int shards) {
        return shards >= 1 && shards <= MAX;
    }

    /**
     * What an operator who has not set the number should know.
     *
     * @param processors of this machine
     * @return a sentence; empty when there is nothing to be said
     */
    public static String advice(Configuration configuration, int processors) {
        Configuration.Source source = configuration.source(Settings.SHARDS);
        if (source != Configuration.Source.DEFAULT && source != Configuration.Source.DIRECTORY) {
            return "";
        }
        String key = Settings.SHARDS.key();
        int shards = configuration.get(Settings.SHARDS);
        int wanted = Math.min(processors / PROCESSORS_FOR_ONE, MAX);
        if (shards != OF_A_NEW_DIRECTORY) {
            return key
                    + " is not set: "
                    + shards
                    + ", with which this directory was last used; set it on every node, because a"
                    + " new directory would begin with "
                    + OF_A_NEW_DIRECTORY
                    + ".";
        }
        return wanted <= shards
                ? ""
                : key
                        + " is not set: "
                        + shards
                        + ", and this machine has "
                        + processors
                        + " processors; "
                        + wanted
                        + " on every node would use them (docs/operations.md).";
    }
}
