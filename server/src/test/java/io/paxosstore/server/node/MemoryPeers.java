package io.paxosstore.server.node;

import io.paxosstore.log.StorageEngine.Standing;
import io.paxosstore.server.peer.PeerMemory;
import io.paxosstore.server.peer.Remembered;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Remembers other nodes in memory. */
public final class MemoryPeers implements PeerMemory {
    private final SortedMap<Integer, Remembered> peers = new TreeMap<>();

    @Override
    public synchronized Remembered remembered(int nodeId) {
        return peers.getOrDefault(nodeId, Remembered.NOTHING);
    }

    @Override
    public synchronized SortedMap<Integer, Integer> incarnations() {
        SortedMap<Integer, Integer> all = new TreeMap<>();
        peers.forEach((node, known) -> all.put(node, known.incarnation()));
        return all;
    }

    @Override
    public boolean isPlausible(int incarnation) {
        return incarnation < 1 << 30;
    }

    @Override
    public synchronized Verdict meet(int nodeId, UUID storeId, int incarnation, Standing standing) {
        Remembered before = remembered(nodeId);
        if (!isPlausible(incarnation)) {
            return Verdict.IMPLAUSIBLE;
        }
        boolean same = !before.known() || before.storeId().equals(storeId);
        if (incarnation < before.incarnation()) {
            return same ? Verdict.OLD_INCARNATION : Verdict.OLD_STORE;
        }
        boolean lost = standing != Standing.WHOLE && (before.lost() || !same);
        peers.put(nodeId, new Remembered(true, storeId, incarnation, lost));
        return Verdict.WELCOME;
    }

    @Override
    public synchronized void raise(int nodeId, int incarnation) {
        Remembered before = remembered(nodeId);
        if (incarnation > before.incarnation()) {
            peers.put(
                    nodeId,
                    new Remembered(before.known(), before.storeId(), incarnation, before.lost()));
        }
    }
}
