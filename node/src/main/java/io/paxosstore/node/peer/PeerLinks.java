package io.paxosstore.node.peer;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.node.balance.LoadReport;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Forwards;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.PeerSender;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.Listings;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.node.scan.LoopHost;
import io.paxosstore.node.scan.RangeFrame;
import io.paxosstore.node.scan.RangeTalk;
import io.paxosstore.node.slot.SlotFrame;
import io.paxosstore.node.slot.SlotTalk;
import io.paxosstore.node.topology.SlotReports;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * One shard's links to all other nodes, which come and go. On the shard's loop only, but for {@link
 * #upCount}.
 */
public final class PeerLinks implements PeerSender, ShardSweep.Peers, LoopHost.Peers, Forwards {
    private final int[] firstPeers;
    private final Incarnations incarnations;
    private final PeerOptions options;
    private final PeerPresence presence;
    private final RateLimitedLog warnings;

    /** By their nodes, ascending, as {@link #ids} has them. */
    private PeerLink[] links = {};

    private int[] ids = {};
    private @Nullable ShardLoop shard;
    private @Nullable Listings listings;
    private @Nullable RangeTalk ranges;
    private @Nullable Executing executing;
    private @Nullable SlotTalk slots;

    /** Whose turn it is to be asked where the voters of a slot are. */
    private int nextAsked;

    private @Nullable PeerReports reports;
    private @Nullable PeerLoads loads;
    private @Nullable PeerNotices notices;
    private volatile int upCount;

    /**
     * @param self this node
     * @param incarnation its incarnation
     * @param peerIds the other nodes, as far as they are known yet
     * @param presence told which of them are connected
     * @param warnings the node's, of what may happen to many frames
     */
    public PeerLinks(
            int self,
            int incarnation,
            int[] peerIds,
            PeerOptions options,
            PeerPresence presence,
            RateLimitedLog warnings) {
        this.warnings = warnings;
        this.presence = presence;
        this.firstPeers = peerIds.clone();
        this.incarnations = new Incarnations(self, incarnation);
        this.options = options;
    }

    /** Makes the links of a shard; once, before the first event. */
    public void attach(ShardLoop owner) {
        shard = owner;
        members(firstPeers);
    }

    /**
     * These are the other nodes from now on: others are let go of, whatever waits for them, and
     * come no more.
     */
    public void members(int[] peerIds) {
        ShardLoop owner = shard;
        if (owner == null) {
            return;
        }
        int[] next = Arrays.stream(peerIds).sorted().toArray();
        PeerLink[] old = links;
        links =
                Arrays.stream(next)
                        .mapToObj(id -> {
                            PeerLink known = link(id);
                            return known == null
                                    ? new PeerLink(id, owner, options, presence)
                                    : known;
                        })
                        .toArray(PeerLink[]::new);
        ids = next;
        for (PeerLink link : old) {
            if (link(link.nodeId()) == null) {
                link.closeAll();
            }
        }
        changed();
    }

    /** Says who takes the questions and answers about entities; once, before the first event. */
    public void listings(Listings taker) {
        listings = taker;
    }

    /** Says who compares ranges of keys; once, before the first event. */
    public void ranges(RangeTalk taker) {
        ranges = taker;
    }

    @Nullable RangeTalk ranges() {
        return ranges;
    }

    @Override
    public boolean comparesRanges(int nodeId) {
        PeerLink link = link(nodeId);
        return link != null && link.knows(PeerHello.RANGES);
    }

    @Override
    public void send(int nodeId, RangeFrame.Ask ask) {
        PeerLink link = link(nodeId);
        if (link != null && link.knows(PeerHello.RANGES)) {
            link.write(PeerFrames.range(ask));
        }
    }

    /** Says who agrees on the epochs of slots; once, before the first event. */
    public void slots(SlotTalk talk) {
        slots = talk;
    }

    /** Says who reports where nodes are whole; once, before the first event. */
    public void reports(PeerReports taker) {
        reports = taker;
    }

    /** Says who asks and answers for the loads of slots; once, before the first event. */
    public void loads(PeerLoads means) {
        loads = means;
    }

    /** Says who takes notices; once, before the first event. */
    public void notices(PeerNotices taker) {
        notices = taker;
    }

    @Nullable PeerNotices notices() {
        return notices;
    }

    /** Tells all nodes something that can be reached and know notices; it may get lost. */
    void sendToAll(Notice notice) {
        for (PeerLink link : links) {
            if (link.knows(PeerHello.NOTICES)) {
                link.writeIfRoomToSpare(PeerFrames.notice(notice));
            }
        }
    }

    /** Says how calls pass between nodes; once, before the first event. */
    public void executing(Executing means) {
        executing = means;
    }

    /**
     * This node goes on under a later incarnation, durable already (Rule A3): what was said on the
     * connections so far belongs to the one before, so they end, and what waits for them is lost.
     */
    public void beginLife(int incarnation) {
        ShardLoop owner = shard;
        if (owner == null || incarnation <= incarnations.of(incarnations.self())) {
            return; // a later one has begun already
        }
        for (PeerLink link : links) {
            link.closeAll();
        }
        incarnations.beginLife(incarnation);
        owner.foundOut(new Input.PeerIncarnation(incarnations.self(), incarnation));
    }

    /** A node lives under this incarnation or a later one; durably known already (Rule A3). */
    public void raise(int nodeId, int incarnation) {
        ShardLoop owner = shard;
        if (owner != null && incarnations.raise(nodeId, incarnation)) {
            byte[] vector = incarnations.encoded();
            for (PeerLink link : links) {
                if (link.nodeId() == nodeId) {
                    link.forget(); // it was said to the life that is over
                }
                link.vector(vector);
            }
            owner.foundOut(new Input.PeerIncarnation(nodeId, incarnation));
            if (listings != null) {
                listings.begunAnew(nodeId);
            }
        }
    }

    /**
     * A connection is to open on what both nodes have said of themselves. The other one's
     * incarnation is taken over, durable as it is.
     *
     * @param ours what this node said
     * @param theirs what the other node said
     * @return false if the connection must not open, since it would carry what was not said in the
     *     lives that were told (Rule A3): a later one of the other node is known, or this shard is
     *     in another than this node told. That is durable before the shards hear of it.
     */
    public boolean begins(PeerHello ours, PeerHello theirs) {
        raise(theirs.nodeId(), theirs.incarnation());
        return theirs.incarnation() >= incarnations.of(theirs.nodeId())
                && isLife(ours.incarnation());
    }

    /** Whether this shard lives under this incarnation of this node. */
    private boolean isLife(int incarnation) {
        return incarnation == incarnations.of(incarnations.self());
    }

    /** The greatest incarnation of a node, or of this one, that the shard has heard of. */
    public int incarnation(int nodeId) {
        return incarnations.of(nodeId);
    }

    /** For what may happen to many frames. */
    RateLimitedLog warnings() {
        return warnings;
    }

    ClusterRoom rooms() {
        return presence.rooms();
    }

    Incarnations incarnations() {
        return incarnations;
    }

    @Nullable Listings listings() {
        return listings;
    }

    @Nullable SlotTalk slots() {
        return slots;
    }

    @Nullable PeerReports reports() {
        return reports;
    }

    @Nullable PeerLoads loads() {
        return loads;
    }

    @Nullable Executing executing() {
        return executing;
    }

    /** How many nodes are connected; from any thread. */
    public int upCount() {
        return upCount;
    }

    @Override
    public boolean isUp(int nodeId) {
        PeerLink link = link(nodeId);
        return link != null && link.isUp();
    }

    /** The way to a node; null to one that is none of the cluster's. */
    public @Nullable PeerLink link(int nodeId) {
        int at = Arrays.binarySearch(ids, nodeId);
        return at < 0 ? null : links[at];
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
    public void ask(int nodeId, Listing.Request request) {
        PeerLink link = link(nodeId);
        if (link != null) {
            link.write(PeerFrames.listing(request));
        }
    }

    @Override
    public void send(int nodeId, ImageFrame frame) {
        PeerLink link = link(nodeId);
        if (link != null) {
            link.write(PeerFrames.image(frame));
        }
    }

    /** Tells or asks in which epoch of a slot a node stands; it may get lost. */
    public void send(int nodeId, SlotFrame frame) {
        PeerLink link = link(nodeId);
        if (link != null) {
            link.write(PeerFrames.slot(frame));
        }
    }

    /** Asks where a node is whole, or tells it where this one is; it may get lost. */
    void send(int nodeId, SlotReports report) {
        PeerLink link = link(nodeId);
        if (link != null) {
            link.write(PeerFrames.report(report));
        }
    }

    /** Asks what slots carry at a node, or tells it what they carry here; it may get lost. */
    void send(int nodeId, LoadReport report) {
        PeerLink link = link(nodeId);
        if (link != null) {
            link.write(PeerFrames.load(report));
        }
    }

    /** Whether a node can be reached and told that this node's store is being rebuilt. */
    boolean hearsOfRebuilding(int nodeId) {
        PeerLink link = link(nodeId);
        return link != null && link.knows(PeerHello.REBUILDING);
    }

    /** Whether a node can be reached and asked for the loads of slots. */
    boolean tellsLoads(int nodeId) {
        PeerLink link = link(nodeId);
        return link != null && link.knows(PeerHello.LOADS);
    }

    @Override
    public Attempt forward(int nodeId, Requester requester, long correlation, Call call) {
        PeerLink link = link(nodeId);
        return link == null ? Attempt.UNREACHABLE : link.forward(requester, correlation, call);
    }

    @Override
    public void stray(int slot) {
        SlotTalk talk = slots;
        for (int tried = 0; talk != null && tried < links.length; tried++) {
            nextAsked = (nextAsked + 1) % links.length;
            PeerLink link = links[nextAsked];
            if (link.isUp()) {
                talk.ask(link.nodeId(), slot);
                return;
            }
        }
    }

    @Override
    public boolean compares(int nodeId) {
        PeerLink link = link(nodeId);
        return link != null && link.knows(PeerHello.DIGESTS);
    }

    @Override
    public void send(int nodeId, ContentFrame frame) {
        PeerLink link = link(nodeId);
        if (link != null && link.knows(PeerHello.DIGESTS)) {
            link.write(PeerFrames.content(frame));
        }
    }

    @Override
    public void send(Effects.Send said) {
        if (isLife(said.incarnation())) {
            PeerLink link = link(said.to());
            if (link != null) {
                link.send(said.epoch(), said.key(), said.message(), said.lazy());
            }
        } else if (shard != null) {
            // Of the turn in which a new life began: the connections it was for have been closed.
            shard.counters().increment(Count.MESSAGES_DROPPED_DISCONNECTED);
        }
    }

    @Override
    public void tell(int to, EntityKey key, Message.Chosen fact) {
        PeerLink link = link(to);
        if (link != null) {
            link.send(Configuration.NO_EPOCH, key, fact, false);
        }
    }

    @Override
    public void endOfTurn() {
        for (PeerLink link : links) {
            link.endOfTurn();
        }
    }
}
