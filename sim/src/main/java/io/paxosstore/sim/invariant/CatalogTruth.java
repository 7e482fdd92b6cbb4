package io.paxosstore.sim.invariant;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.sim.SimViolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The truth about the catalog of spaces: what any node's copy has shown, and which spaces must be
 * there whatever was lost on the way. Not thread-safe.
 *
 * <p>The invariants: CatalogNeverGoesBack, EqualCatalogAtEqualVersion, UniqueSpaceNames,
 * SpaceIdNeverReturns, CreatedSpaceIsServed, DroppedSpaceIsNotServed, KindOfSpaceIsKept.
 * CatalogsConverge and LinearizableCatalog are checked elsewhere.
 */
public final class CatalogTruth {
    private record Created(String name, long invoked) {}

    /** By version. */
    private final TreeMap<Long, List<SpaceInfo>> versions = new TreeMap<>();

    /** By node: the version of its copy, in this life. */
    private final Map<Integer, Long> copies = new HashMap<>();

    /** Looked up only: the spaces that clients were told of, by id. */
    private final Map<Integer, Created> created = new HashMap<>();

    /** By name: how many calls to drop it are not known to be over. */
    private final Map<String, Integer> dropping = new HashMap<>();

    /** By name: when the last one was over. */
    private final Map<String, Long> dropped = new HashMap<>();

    /** A node starts: its copy is empty. */
    public void started(int node) {
        copies.remove(node);
    }

    /** A node's copy changes. */
    public void copied(int node, long version, List<SpaceInfo> spaces) {
        long before = copies.getOrDefault(node, 0L);
        if (version < before) {
            throw new SimViolation(
                    "CatalogNeverGoesBack",
                    "node %d goes from version %d to %d".formatted(node, before, version));
        }
        copies.put(node, version);
        if (version == 0) {
            return;
        }
        List<SpaceInfo> known = versions.putIfAbsent(version, List.copyOf(spaces));
        if (known == null) {
            namesAreUnique(version, spaces);
            idsNeverReturn();
        } else if (!known.equals(spaces)) {
            throw new SimViolation(
                    "EqualCatalogAtEqualVersion",
                    "node %d has %s at version %d, another has %s"
                            .formatted(node, spaces, version, known));
        }
    }

    private static void namesAreUnique(long version, List<SpaceInfo> spaces) {
        if (spaces.stream().map(SpaceInfo::name).distinct().count() < spaces.size()) {
            throw new SimViolation("UniqueSpaceNames", "version " + version + " is " + spaces);
        }
    }

    /** An id stands for one space, from a version to a later one. */
    private void idsNeverReturn() {
        Map<Integer, SpaceInfo> all = new HashMap<>();
        Set<Integer> gone = new HashSet<>();
        List<SpaceInfo> before = List.of();
        for (Map.Entry<Long, List<SpaceInfo>> one : versions.entrySet()) {
            List<SpaceInfo> missing = new ArrayList<>(before);
            missing.removeAll(one.getValue());
            missing.forEach(space -> gone.add(space.id()));
            for (SpaceInfo space : one.getValue()) {
                SpaceInfo known = all.putIfAbsent(space.id(), space);
                if (gone.contains(space.id()) || (known != null && !known.equals(space))) {
                    throw new SimViolation(
                            "SpaceIdNeverReturns",
                            "version %d has %s again".formatted(one.getKey(), space));
                }
            }
            before = one.getValue();
        }
    }

    /** The spaces of the newest version that any node has shown. */
    public List<SpaceInfo> newestSpaces() {
        return versions.isEmpty() ? List.of() : versions.lastEntry().getValue();
    }

    /** A client wants the space of a name dropped. */
    public void dropBegins(String name) {
        dropping.merge(name, 1, Integer::sum);
    }

    /** That is over, and nothing more comes of it. */
    public void dropEnded(String name, long now) {
        dropping.merge(name, -1, Integer::sum);
        dropped.put(name, now);
    }

    /**
     * A client was told of a space.
     *
     * @param invoked when it had asked
     */
    public void told(int id, String name, long invoked) {
        Created known = created.putIfAbsent(id, new Created(name, invoked));
        if (known != null && !known.name().equals(name)) {
            throw new SimViolation(
                    "SpaceIdNeverReturns",
                    "%d is told to be %s and %s".formatted(id, known.name(), name));
        }
    }

    /**
     * Whether a space is there for certain: a client was told so, and nobody can have dropped it.
     */
    public boolean isLive(int id) {
        Created known = created.get(id);
        return known != null
                && dropping.getOrDefault(known.name(), 0) == 0
                && known.invoked() > dropped.getOrDefault(known.name(), -1L);
    }

    /**
     * A node says that it knows no such space.
     *
     * @param wasLive whether the space was there for certain when the node was asked
     */
    public void refused(int node, int id, boolean wasLive) {
        if (wasLive && isLive(id)) {
            throw new SimViolation(
                    "CreatedSpaceIsServed", "node " + node + " does not know space " + id);
        }
    }

    /**
     * A node has executed a call in a space.
     *
     * @param knewDropped whether its copy had the space as dropped when it was asked
     */
    public void served(int node, int id, boolean knewDropped) {
        if (knewDropped) {
            throw new SimViolation(
                    "DroppedSpaceIsNotServed",
                    "node " + node + " serves space " + id + " though it knows that it is gone");
        }
    }

    /** A node has executed a call of keys. */
    public void servedKey(int node, int id, boolean isKeyValue) {
        if (!isKeyValue) {
            throw new SimViolation(
                    "KindOfSpaceIsKept", "node " + node + " serves keys in entity space " + id);
        }
    }
}
