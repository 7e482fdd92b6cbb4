package io.paxosstore.client;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.FailureCode;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The spaces that this client has opened, at one version of the catalog. Every node tells the
 * version of its copy when it is connected and whenever it changes; what was kept at an earlier one
 * is forgotten. So is everything when a node does not know a space that was kept. Thread-safe.
 *
 * <p>Without any version, as with servers that tell none, nothing is kept.
 */
final class SpaceCache {
    private static final long NONE = -1;

    /** Spaces kept at most: more than a cluster has, but for names that were given again. */
    private static final int SPACES_MAX = 10_000;

    private final Map<String, SpaceInfo> spaces = new ConcurrentHashMap<>();
    private volatile long version = NONE;

    /** The version of the catalog that was heard of; to be given to {@link #keep}. */
    long version() {
        return version;
    }

    /** The space of this name; null if a server must be asked. */
    @Nullable SpaceInfo find(String name) {
        return spaces.get(name);
    }

    /**
     * Keeps what a server answered.
     *
     * @param versionBefore the version when it was asked: a later one may be of another space
     */
    synchronized void keep(SpaceInfo space, long versionBefore) {
        if (version != NONE && version == versionBefore && spaces.size() < SPACES_MAX) {
            spaces.put(space.name(), space);
        }
    }

    /** A node's copy of the catalog has this version. */
    synchronized void heard(long newVersion) {
        if (newVersion > version) {
            version = newVersion;
            spaces.clear();
        }
    }

    /** A call failed: perhaps because a node knows no space that was kept, or another kind. */
    void failed(Operation operation, FailureCode code) {
        boolean contradicts = code == FailureCode.UNKNOWN_SPACE || code == FailureCode.WRONG_KIND;
        if (contradicts && !(operation instanceof Operation.Spaces)) {
            forgetAll();
        }
    }

    private synchronized void forgetAll() {
        spaces.clear();
    }
}
