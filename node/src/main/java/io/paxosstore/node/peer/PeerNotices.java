package io.paxosstore.node.peer;

import io.paxosstore.node.host.ShardLoop;

import java.util.function.Consumer;

/**
 * Tells the other nodes what those should hear who listen there, at most once, and in the order in
 * which this node tells it. Over the links of one shard. Thread-safe.
 */
public final class PeerNotices {
    private final PeerLinks links;
    private final ShardLoop loop;
    private Consumer<Notice> listener = _ -> {};

    /**
     * Makes them, before the first event.
     *
     * @param links of the shard
     * @param loop the shard's
     */
    public PeerNotices(PeerLinks links, ShardLoop loop) {
        this.links = links;
        this.loop = loop;
        links.notices(this);
    }

    /** Says who is told what others tell, on the shard's loop; once, before the first event. */
    public void listen(Consumer<Notice> taker) {
        listener = taker;
    }

    /** Tells all other nodes that can be reached. */
    public void tell(Notice notice) {
        loop.scheduler().execute(() -> links.sendToAll(notice));
    }

    /** Another node tells something. On the shard's loop. */
    void heard(Notice notice) {
        listener.accept(notice);
    }
}
