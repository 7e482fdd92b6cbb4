package io.paxosstore.log.identity;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which nodes the first votes in a store rest on: the founders of the cluster. A majority of other
 * nodes need not meet a majority of these, so that what was acknowledged would be unknown to it: a
 * store is opened with the founders it was made with, or not at all. How voters change after that,
 * the slots' epochs say.
 *
 * <p>A store of format version 2 does not name them, but what it remembers of the nodes that it has
 * met tells them apart: it was made whole by {@code N - majority + 1} others, each of which it had
 * met.
 */
final class StoreMembers {
    private final Path directory;
    private final StoreIdentity store;
    private final PeerMemory peers;
    private final boolean rememberAll;

    /**
     * @param rememberAll whether the peers that are remembered are all that were met; not so when
     *     that file was lost
     */
    StoreMembers(Path directory, StoreIdentity store, PeerMemory peers, boolean rememberAll) {
        this.directory = directory;
        this.store = store;
        this.peers = peers;
        this.rememberAll = rememberAll;
    }

    /**
     * Compares with the members that are configured.
     *
     * @throws StoreOpenException if they are others, unless the store has never taken part
     */
    void check(List<Integer> configured) throws StoreOpenException {
        if (store.standing() == Standing.NEW) {
            return;
        }
        if (store.members().isEmpty()) {
            checkPast(configured);
        } else if (!store.members().equals(configured)) {
            throw new StoreOpenException(
                    "cluster.nodes names "
                            + nodes(configured)
                            + ", but the cluster of the store in "
                            + directory
                            + " was founded by "
                            + nodes(store.members())
                            + ": put the founders back (their hosts and ports may change); members"
                            + " are changed with `paxosstore members`.");
        }
    }

    private void checkPast(List<Integer> configured) throws StoreOpenException {
        List<Integer> met =
                peers.all().entrySet().stream()
                        .filter(peer -> peer.getValue().known())
                        .map(Map.Entry::getKey)
                        .toList();
        if (!configured.containsAll(met)) {
            throw new StoreOpenException(
                    "The store in "
                            + directory
                            + " has met "
                            + nodes(met)
                            + ", but cluster.nodes names "
                            + nodes(configured)
                            + ": name the nodes that it was made with.");
        }
        int majority = configured.size() / 2 + 1;
        int needed = configured.size() == 1 ? 0 : configured.size() - majority + 1;
        if (rememberAll && store.standing() == Standing.WHOLE && met.size() < needed) {
            throw new StoreOpenException(
                    "The store in "
                            + directory
                            + " was made in a smaller cluster: cluster.nodes names "
                            + nodes(configured)
                            + ", but of the others it has met "
                            + (met.isEmpty() ? "none" : "only " + nodes(met))
                            + "; name the nodes that it was made with.");
        }
    }

    private static String nodes(List<Integer> ids) {
        return (ids.size() == 1 ? "node " : "nodes ")
                + ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
