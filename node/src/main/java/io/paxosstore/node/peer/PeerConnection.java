package io.paxosstore.node.peer;

import io.paxosstore.core.Message;
import io.paxosstore.node.balance.LoadReport;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Forwards;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.Listings;
import io.paxosstore.node.scan.RangeFrame;
import io.paxosstore.node.scan.RangeTalk;
import io.paxosstore.node.slot.SlotFrame;
import io.paxosstore.node.slot.SlotTalk;
import io.paxosstore.node.topology.SlotReports;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.zip.CRC32C;

/** An open connection to another node, bound to one shard. On the shard's loop only. */
public final class PeerConnection implements PeerStage, PeerCodec.Sink, TakenCalls.Answers {
    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);

    /** Free bytes are told again when they have changed by about so much. */
    private static final long ROOM_GRAIN_BYTES = 16 << 20;

    /** A new store greets again after so long those whose word does not count yet. */
    private static final long ANOTHER_WORD_NANOS = 10_000_000_000L;

    private final PeerChannel channel;
    private final PeerLink link;
    private final PeerLinks links;
    private final PeerOptions options;
    private final ShardLoop shard;
    private final Counters counters;
    private final Runnable onClosed;
    private final @Nullable Executing executing;
    private final ForwardedCalls forwarded;
    private final @Nullable TakenCalls taken;
    private final ByteReader reader = new ByteReader();
    private final CRC32C crc = new CRC32C();
    private final PeerNews news;
    private final PeerHello theirs;

    /** Whether it is known that the other node remembers this one; set from any thread. */
    private volatile boolean heardFrom;

    private final HeardIncarnations heard;
    private final byte[] heartbeatFrame = PeerFrames.heartbeat();

    private ClusterRoom.@Nullable Told toldRoom;
    private int nextNumber;
    private int vectorsTold;
    private int expectedNumber;
    private boolean sentSinceHeartbeat;
    private boolean closed;
    private long receivedNanos;
    private final long openedNanos;

    /**
     * Opens the connection; the first frame tells the incarnations that this node knows.
     *
     * @param theirs what the other node said
     * @param news told of incarnations that this shard does not know, and that the node is heard
     * @param onClosed told when the connection is gone
     */
    public PeerConnection(
            PeerChannel channel,
            PeerLinks links,
            PeerLink link,
            PeerHello theirs,
            PeerOptions options,
            PeerNews news,
            Runnable onClosed) {
        this.channel = channel;
        this.links = links;
        this.link = link;
        this.options = options;
        this.shard = link.shard();
        this.counters = shard.counters();
        this.heard = new HeardIncarnations(links.incarnations(), news);
        this.news = news;
        this.theirs = theirs;
        this.onClosed = onClosed;
        this.executing = links.executing();
        this.forwarded = new ForwardedCalls(shard, this::strayed);
        this.taken = executing == null ? null : new TakenCalls(shard, executing.calls(), this);
        this.receivedNanos = shard.nowNanos();
        this.openedNanos = receivedNanos;
        new Recurring(shard.scheduler(), "heartbeat", this::beat).beginIn(options.heartbeatNanos());
        tellIncarnations(links.incarnations().encoded());
        PeerReports reports = links.reports();
        if (reports != null) {
            reports.greeted(link.nodeId(), theirs.standing());
        }
        link.opened(this);
        tellRoom();
        links.changed();
        Listings listings = links.listings();
        if (listings != null) {
            listings.peerUp(link.nodeId());
        }
        LOG.info(
                "peer_connected node={} shard={} socket={} address={}",
                link.nodeId(),
                shard.index(),
                theirs.socket(),
                channel.address());
    }

    int socket() {
        return theirs.socket();
    }

    /** Whether the other node knows something, see {@link PeerHello#FEATURES}. */
    boolean knows(long feature) {
        return (theirs.features() & feature) != 0;
    }

    /** Tells what is known of incarnations: what is sent from now on rests on it (Rule A3). */
    void tellIncarnations(byte[] vector) {
        vectorsTold++;
        byte[] frame = PeerFrames.incarnations(vectorsTold, vector);
        write(frame, frame.length);
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    boolean hasRoomToSpare() {
        return channel.hasRoomToSpare();
    }

    @Override
    public void send(byte[] frame) {
        write(frame, frame.length);
    }

    /** Has the other node execute a call, if it can take it. */
    Forwards.Attempt forward(Requester requester, long correlation, Call call) {
        Executing means = executing;
        if (means == null || !knows(PeerHello.FORWARDS)) {
            return Forwards.Attempt.UNREACHABLE;
        }
        byte[] frame =
                channel.isWritable()
                        ? forwarded.forward(requester, correlation, call, means.commands())
                        : null;
        if (frame == null) {
            return Forwards.Attempt.FULL;
        }
        send(frame);
        return Forwards.Attempt.SENT;
    }

    void write(byte[] bytes, int length) {
        sentSinceHeartbeat = true;
        channel.write(bytes, length);
    }

    /** Sends BATCH frames, which get their numbers here. */
    void writeBatch(byte[] frames, int length) {
        nextNumber = PeerFrames.number(crc, frames, length, nextNumber, vectorsTold);
        write(frames, length);
    }

    /** A message could not be sent: the other node is to see a gap and to look for it. */
    void skipNumber() {
        nextNumber++;
    }

    void close() {
        channel.close();
    }

    /** Says what room there is on this node's disk, when it is not what was said last. */
    private void tellRoom() {
        ClusterRoom.Told now = links.rooms().own();
        ClusterRoom.Told rounded =
                new ClusterRoom.Told(now.room(), now.usableBytes() & -ROOM_GRAIN_BYTES);
        if (!rounded.equals(toldRoom)) {
            toldRoom = rounded;
            byte[] frame = PeerFrames.room(now);
            write(frame, frame.length);
        }
    }

    private long beat() {
        if (closed) {
            return Recurring.NEVER;
        }
        tellRoom();
        if (shard.scheduler().nanoTime() - receivedNanos > options.silenceNanos()) {
            links.warnings()
                    .warn(
                            "peer_silent",
                            "Node "
                                    + link.nodeId()
                                    + " has been silent; its connection is closed.");
            close();
        } else if (news.awaitsAnotherWord(theirs)
                && shard.scheduler().nanoTime() - openedNanos >= ANOTHER_WORD_NANOS) {
            close(); // nothing goes over it: a new store takes part in nothing
        } else if (!sentSinceHeartbeat) {
            writeBatch(heartbeatFrame, heartbeatFrame.length);
        }
        sentSinceHeartbeat = false;
        return options.heartbeatNanos();
    }

    @Override
    public boolean frame(byte[] bytes, int offset, int length) {
        receivedNanos = shard.nowNanos();
        counters.increment(Count.FRAMES_RECEIVED);
        counters.add(Count.BYTES_RECEIVED, length + Integer.BYTES);
        if (theirs.incarnation() < links.incarnations().of(link.nodeId())) {
            // Rule A3: the node has begun a new life; what this one said no longer counts.
            counters.increment(Count.FRAMES_DROPPED_INCARNATION);
            close();
            return false;
        }
        reader.reset(bytes, offset, PeerFrames.checked(crc, bytes, offset, length));
        if (!heardFrom) {
            news.heardFrom(theirs, () -> heardFrom = true);
        }
        int type = reader.getByte();
        switch (type) {
            case PeerFrames.INCARNATIONS -> incarnations();
            case PeerFrames.BATCH -> batch();
            case PeerFrames.LIST -> list();
            case PeerFrames.PAGE -> page();
            case PeerFrames.IMAGE_PAGE -> image(ImageCodec.readPage(reader));
            case PeerFrames.ROOM -> room();
            case PeerFrames.IMAGE_NEXT -> image(ImageCodec.readNext(reader));
            case PeerFrames.DIGEST_ASK -> content(ContentCodec.readAsk(reader));
            case PeerFrames.DIGEST_ANSWER -> content(ContentCodec.readAnswer(reader));
            case PeerFrames.DIGEST_SUSPECT -> content(ContentCodec.readSuspect(reader));
            case PeerFrames.SLOT_ASK -> slot(SlotCodec.readAsk(reader));
            case PeerFrames.SLOT_TOLD -> slot(SlotCodec.readTold(reader));
            case PeerFrames.SLOT_REPORT -> report();
            case PeerFrames.SLOT_LOAD -> load();
            case PeerFrames.NOTICE -> notice();
            case PeerFrames.RANGE_ASK -> range(RangeCodec.readAsk(reader));
            case PeerFrames.RANGE_ANSWER -> range(RangeCodec.readAnswer(reader));
            case PeerFrames.FORWARD -> forward();
            case PeerFrames.FORWARDED -> forwarded();
            default ->
                    throw new MalformedBytesException(
                            "Frame type " + type + " after the handshake.");
        }
        return true;
    }

    /**
     * Messages rest on the incarnations their sender knew (Rule A3). When one is news, it is made
     * durable first, off this loop; what rests on it is dropped until then and will be sent again.
     */
    private void batch() {
        expectNumber(reader.getInt());
        if (!heard.isKnown(reader.getInt())) {
            counters.increment(Count.FRAMES_DROPPED_INCARNATION);
            return;
        }
        int count = reader.getInt();
        for (int i = 0; i < count; i++) {
            PeerCodec.read(reader, this);
        }
        endOfFrame();
    }

    /** A connection loses nothing, but the other node had no room, or what is between loses it. */
    private void expectNumber(int number) {
        int missed = number - expectedNumber;
        if (missed >= 0) {
            counters.add(Count.FRAMES_MISSED, missed);
            expectedNumber = number + 1;
        }
    }

    private void incarnations() {
        heard.told(reader);
        endOfFrame();
    }

    private void room() {
        ClusterRoom.Told told = PeerFrames.readRoom(reader);
        endOfFrame();
        links.rooms().told(link.nodeId(), told);
    }

    private void list() {
        Listing.Request request = ListingCodec.readRequest(reader);
        endOfFrame();
        Listings listings = links.listings();
        if (listings != null && channel.isWritable()) {
            Listing.Page page = listings.asked(request);
            byte[] frame = PeerFrames.listing(page);
            write(frame, frame.length);
            SlotTalk talk = links.slots();
            if (talk != null) {
                talk.refused(link.nodeId(), page.refused());
            }
        }
    }

    private void page() {
        Listing.Page page = ListingCodec.readPage(reader);
        endOfFrame();
        Listings listings = links.listings();
        if (listings != null) {
            listings.answered(link.nodeId(), page);
        }
    }

    private void image(ImageFrame frame) {
        endOfFrame();
        Listings listings = links.listings();
        if (listings != null) {
            listings.image(link.nodeId(), frame);
        }
    }

    private void content(ContentFrame frame) {
        endOfFrame();
        Listings listings = links.listings();
        if (listings != null) {
            listings.content(link.nodeId(), frame);
        }
    }

    private void range(RangeFrame frame) {
        endOfFrame();
        RangeTalk ranges = links.ranges();
        if (ranges == null) {
            return;
        }
        switch (frame) {
            case RangeFrame.Ask ask -> {
                if (channel.isWritable()) {
                    send(PeerFrames.range(ranges.asked(ask)));
                }
            }
            case RangeFrame.Answer answer -> ranges.answered(link.nodeId(), answer);
        }
    }

    private void slot(SlotFrame frame) {
        endOfFrame();
        SlotTalk talk = links.slots();
        if (talk != null) {
            talk.heard(link.nodeId(), frame);
        }
    }

    private void report() {
        SlotReports report = SlotReports.decode(reader.getRest());
        PeerReports reports = links.reports();
        if (reports != null) {
            reports.heard(link.nodeId(), report);
        }
    }

    private void load() {
        LoadReport report = LoadReport.decode(reader.getRest());
        PeerLoads loads = links.loads();
        if (loads != null) {
            loads.heard(link.nodeId(), report);
        }
    }

    private void notice() {
        Notice notice = PeerFrames.readNotice(reader);
        PeerNotices notices = links.notices();
        if (notices != null) {
            notices.heard(notice);
        }
    }

    private void forward() {
        Executing means = executing;
        TakenCalls takes = taken;
        if (means == null || takes == null) {
            throw new MalformedBytesException("This node executes no calls for others.");
        }
        ForwardFrame.Ask ask = ForwardCodec.readAsk(reader, shard.nowNanos(), means.commands());
        endOfFrame();
        takes.take(ask);
    }

    /**
     * A call went to a node that votes in its slot no more. Those who do speak of its epoch to each
     * other, not to this node; and of the topology's own slot it reads nothing before it knows it.
     */
    private void strayed(int slot) {
        SlotTalk talk = links.slots();
        if (talk != null) {
            talk.ask(link.nodeId(), slot);
        }
    }

    private void forwarded() {
        ForwardFrame answer = ForwardCodec.readAnswer(reader);
        endOfFrame();
        forwarded.told(answer);
    }

    private void endOfFrame() {
        if (reader.remaining() > 0) {
            throw new MalformedBytesException("A frame has bytes after its last message.");
        }
    }

    @Override
    public void message(int epoch, EntityKey key, Message message) {
        shard.received(link.nodeId(), theirs.incarnation(), epoch, key, message);
    }

    @Override
    public void damaged(EntityKey key) {
        counters.increment(Count.MESSAGES_DROPPED_DAMAGED);
        links.warnings()
                .warn(
                        "value_damaged",
                        "A value for key "
                                + key
                                + " from node "
                                + link.nodeId()
                                + " does not match its checksum and is dropped.");
    }

    @Override
    public void malformed(EntityKey key) {
        counters.increment(Count.MESSAGES_DROPPED_MALFORMED);
        links.warnings()
                .warn(
                        "message_malformed",
                        "A message from node "
                                + link.nodeId()
                                + " is longer than any record, or about an entry beyond all, and"
                                + " is dropped.");
    }

    @Override
    public void closed() {
        closed = true;
        link.closed(this);
        links.changed();
        forwarded.close();
        if (taken != null) {
            taken.close();
        }
        Listings listings = links.listings();
        if (listings != null && !link.isUp()) {
            listings.peerDown(link.nodeId());
        }
        LOG.info(
                "peer_disconnected node={} shard={} socket={}",
                link.nodeId(),
                shard.index(),
                theirs.socket());
        onClosed.run();
    }
}
