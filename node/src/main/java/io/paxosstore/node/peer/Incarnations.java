package io.paxosstore.node.peer;

import io.paxosstore.core.NodeIncarnations;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

/**
 * The incarnations of all nodes as one shard knows them: what its messages rest on (Rule A3). A
 * shard feeds its replica before it raises a number here. Not thread-safe.
 */
public final class Incarnations {
    /** All that a node remembers, and itself: so many it may tell. */
    static final int NODES_MAX = PeerMemory.PEERS_MAX + 1;

    private static final int INITIAL_BYTES = 64;

    /** Takes the pairs of a vector. */
    @FunctionalInterface
    public interface Sink {
        void incarnation(int nodeId, int incarnation);
    }

    private final int self;
    private final NodeIncarnations known = new NodeIncarnations();
    private byte[] encoded = {};

    /** Knows of this node, and of no life of the others. */
    Incarnations(int self, int incarnation) {
        this.self = self;
        known.put(self, incarnation);
        encode();
    }

    /** The greatest incarnation of a node that is known; 0 for none. */
    int of(int nodeId) {
        return known.of(nodeId);
    }

    /**
     * Whether this is more than is known. Of itself a node learns nothing. Of a node that it does
     * not know yet it does: others may tell it of votes there before it hears of the node.
     */
    boolean isNews(int nodeId, int incarnation) {
        return nodeId != self && incarnation > of(nodeId);
    }

    /** Takes over a greater number; returns whether it was greater. */
    boolean raise(int nodeId, int incarnation) {
        if (!isNews(nodeId, incarnation)) {
            return false;
        }
        known.put(nodeId, incarnation);
        encode();
        return true;
    }

    int self() {
        return self;
    }

    /** This node lives under a later incarnation from now on. */
    void beginLife(int incarnation) {
        known.put(self, incarnation);
        encode();
    }

    /** A vector, as a frame tells it; not to be changed. */
    byte[] encoded() {
        return encoded;
    }

    private void encode() {
        int[] lives = {0};
        ByteWriter pairs = new ByteWriter(INITIAL_BYTES);
        known.forEach((node, incarnation) -> {
            if (incarnation > 0) {
                lives[0]++;
                pairs.putVarint(node).putVarint(incarnation);
            }
        });
        encoded =
                new ByteWriter(INITIAL_BYTES).putVarint(lives[0]).putRaw(pairs.toBytes()).toBytes();
    }

    /** Reads another node's vector. */
    static void read(ByteReader in, Sink sink) {
        int count = in.getIntVarint();
        if (count > NODES_MAX) {
            throw new MalformedBytesException("A frame names " + count + " nodes.");
        }
        for (int i = 0; i < count; i++) {
            sink.incarnation(in.getIntVarint(), in.getIntVarint());
        }
    }
}
