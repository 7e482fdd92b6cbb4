package io.paxosstore.server.node;

import io.paxosstore.log.StorageEngine.Standing;
import io.paxosstore.server.peer.PeerMemory;
import io.paxosstore.server.peer.Remembered;

import java.io.IOException;
import java.util.SortedMap;
import java.util.UUID;

/** What the Bitcask engine remembers of the other nodes. Thread-safe. */
final class BitcaskStoragePeers implements PeerMemory {
    private final io.paxosstore.bitcask.PeerMemory peers;

    BitcaskStoragePeers(io.paxosstore.bitcask.PeerMemory peers) {
        this.peers = peers;
    }

    @Override
    public Remembered remembered(int nodeId) {
        io.paxosstore.bitcask.PeerMemory.Remembered held = peers.remembered(nodeId);
        return new Remembered(held.known(), held.storeId(), held.incarnation(), held.lost());
    }

    @Override
    public SortedMap<Integer, Integer> incarnations() {
        return peers.incarnations();
    }

    @Override
    public boolean isPlausible(int incarnation) {
        return peers.isPlausible(incarnation);
    }

    @Override
    public Verdict meet(int nodeId, UUID storeId, int incarnation, Standing standing)
            throws IOException {
        return switch (peers.meet(nodeId, storeId, incarnation, standing).verdict()) {
            case WELCOME, WELCOME_REPLACED -> Verdict.WELCOME;
            case REFUSED_STORE_NOT_NEWER -> Verdict.OLD_STORE;
            case REFUSED_INCARNATION_OVER -> Verdict.OLD_INCARNATION;
            case REFUSED_IMPLAUSIBLE -> Verdict.IMPLAUSIBLE;
        };
    }

    @Override
    public void raise(int nodeId, int incarnation) throws IOException {
        peers.raise(nodeId, incarnation);
    }
}
