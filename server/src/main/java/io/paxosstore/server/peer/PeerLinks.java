package io.paxosstore.server.peer;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Message;
import io.paxosstore.server.shard.PeerSender;
import io.paxosstore.server.shard.ShardLoop;

import org.jspecify.annotations.Nullable;

/** One shard's links to all other nodes. On the shard's loop only, but for {@link #upCount}. */
public final class PeerLinks implements PeerSender {
    private final int[] peerIds;
    private final PeerOptions options;
    private PeerLink[] links = {};
    private volatile int upCount;

    /**
     * @param peerIds the other nodes
     */
    public PeerLinks(int[] peerIds, PeerOptions options) {
        this.peerIds = peerIds.clone();
        this.options = options;
    }

    /** Makes the links of a shard; once, before the first event. */
    public void attach(ShardLoop shard) {
        links = new PeerLink[peerIds.length];
        for (int i = 0; i < links.length; i++) {
            links[i] = new PeerLink(peerIds[i], shard, options);
        }
    }

    /** How many nodes are connected; from any thread. */
    public int upCount() {
        return upCount;
    }

    /** Whether a node is connected. */
    boolean isUp(int nodeId) {
        PeerLink link = link(nodeId);
        return link != null && link.isUp();
    }

    @Nullable PeerLink link(int nodeId) {
        for (PeerLink link : links) {
            if (link.nodeId() == nodeId) {
                return link;
            }
        }
        return null;
    }

    /** Notes that a connection opened or closed. */
    void changed() {
        int up = 0;
        for (PeerLink link : links) {
            up += link.isUp() ? 1 : 0;
        }
        upCount = up;
    }

    @Override
    public void send(int to, EntityKey key, Message message, boolean lazy) {
        PeerLink link = link(to);
        if (link != null) {
            link.send(key, message, lazy);
        }
    }

    @Override
    public void endOfTurn() {
        for (PeerLink link : links) {
            link.endOfTurn();
        }
    }
}
