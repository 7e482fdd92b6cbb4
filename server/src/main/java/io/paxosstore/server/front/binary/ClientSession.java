package io.paxosstore.server.front.binary;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.GoodbyeCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.front.shared.ClientConnections;
import io.paxosstore.server.front.shared.Failures;
import io.paxosstore.server.front.shared.SessionFlow;
import io.paxosstore.server.front.shared.Situation;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One client connection: reads requests, has the node execute them, gathers the answers of a turn
 * and sends them together. On its loop only.
 */
final class ClientSession extends ChannelInboundHandlerAdapter
        implements Caller,
                ClientConnections.Connection,
                EntityRequests.Session,
                SessionReader.Session {
    private static final RateLimitedLog LOG =
            new RateLimitedLog(LoggerFactory.getLogger(ClientSession.class), System::nanoTime);

    private final ClientPort port;
    private final SessionOptions options;
    private final Channel channel;
    private final ShardLoop home;
    private final NodeCalls calls;
    private final EntityRequests entities;
    private final WatchRequests watches;
    private final CatalogRequests spaces;
    private final TopologyRequests topology;
    private final JoinRequests joins;
    private final MembersRequests members;
    private final KeysRequests keys;

    /** Null where nobody wants to know of traces. */
    private final @Nullable SessionTraces traces;

    private final ReplyBuffer out = new ReplyBuffer();
    private final UnansweredRequests unanswered = new UnansweredRequests();
    private final SessionFlow flow;
    private final SessionReader reader;

    private boolean greeted;
    private boolean closing;
    private long clientId;

    /**
     * @param home the shard whose loop serves the connection
     */
    ClientSession(ClientPort port, Channel channel, ShardLoop home) {
        this.port = port;
        this.options = port.options();
        this.channel = channel;
        this.home = home;
        this.calls = port.calls();
        this.entities = new EntityRequests(this, calls);
        this.watches = new WatchRequests(this, calls, options.watchesMax());
        this.spaces = new CatalogRequests(this, calls, port.catalog(), home);
        this.topology =
                new TopologyRequests(this, port.topology(), home.scheduler(), channel::isWritable);
        this.joins = new JoinRequests(this, port.joins(), home);
        this.members = new MembersRequests(this, calls, port.members(), home);
        this.keys = new KeysRequests(this, calls, home);
        this.traces =
                port.traces()
                        .map(sink ->
                                new SessionTraces(sink, id -> port.catalog().current().space(id)))
                        .orElse(null);
        this.flow =
                new SessionFlow(
                        channel, home.memory(), options.outgoingBytesMax(), this::onDrained);
        this.reader = new SessionReader(this, channel, home, flow);
    }

    /** Whether the client has said what it is. */
    boolean greeted() {
        return greeted;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        port.opened(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            reader.read(in);
        } finally {
            in.release();
        }
    }

    @Override
    public boolean isClosing() {
        return closing;
    }

    @Override
    public void takeMalformed(long correlation, String why) {
        if (greeted) {
            reply(Failures.of(correlation, FailureCode.BAD_REQUEST, why));
        } else {
            garbage(why);
        }
    }

    @Override
    public void takeWithoutMemory(long correlation) {
        home.counters().increment(Count.REQUESTS_WITHOUT_MEMORY);
        reply(Failures.overloaded(correlation));
    }

    /**
     * Closes the connection if its client has not ended a frame, or taken an answer, for too long.
     */
    @Override
    public void closeIfSlow(long nowNanos) {
        if (reader.isSlower(options.frameNanos(), nowNanos)) {
            cutOff(Count.CONNECTIONS_UNFINISHED, "has not finished a frame");
        } else if (flow.isSlower(options.answerNanos(), nowNanos)) {
            cutOff(Count.CONNECTIONS_SLOW, "does not read its answers");
        }
    }

    @Override
    public long unreadBytes(long nowNanos) {
        return flow.unreadBytes(nowNanos); // also of one that is told goodbye
    }

    @Override
    public void cutOffUnread() {
        cutOff(Count.CONNECTIONS_SLOW, "does not read its answers, whose memory others need,");
    }

    private void cutOff(Count count, String why) {
        home.counters().increment(count);
        LOG.warn(
                "client_slow",
                "The client at " + channel.remoteAddress() + " " + why + " and is cut off.");
        closing = true;
        var _ = channel.close();
    }

    @Override
    public void garbage(String why) {
        String from = "The connection from " + channel.remoteAddress();
        LOG.warn("client_garbage", from + " to the client port is dropped: " + why);
        goodbye(GoodbyeCode.BAD_FRAME, why);
    }

    @Override
    public void take(Request request) {
        if (request instanceof Request.Traced traced) {
            if (traces != null && greeted) {
                traces.begin(traced);
            }
            take(traced.request());
            return;
        }
        if (request instanceof Request.Hello hello) {
            onHello(hello);
            return;
        }
        if (!greeted) {
            garbage("The first frame must be a HELLO.");
            return;
        }
        if (request instanceof Request.Ping ping) {
            reply(new Response.Pong(ping.correlation()));
            return;
        }
        if (request instanceof Request.Status status) {
            reply(new Response.NodeStatus(status.correlation(), situation().status()));
            return;
        }
        if (request instanceof Request.Features features) {
            tellFeatures(features);
            return;
        }
        if (request instanceof Request.FollowCatalog follow) {
            spaces.follow(follow);
            return;
        }
        if (request instanceof Request.FollowTopology follow) {
            topology.follow(follow);
            return;
        }
        if (request instanceof Request.Unwatch unwatch) {
            watches.unwatch(unwatch);
            return;
        }
        if (flow.inFlight() >= options.inFlightMax()) {
            reply(Failures.overloaded(request.correlation()));
            return;
        }
        start(request);
    }

    private void start(Request request) {
        switch (request) {
            case Request.KvRead read -> onRead(read);
            case Request.KvWrite write -> onWrite(write);
            case Request.EntityRead read -> entities.read(read);
            case Request.EntityWrite write -> entities.write(write);
            case Request.ListKeys list -> keys.list(list);
            case Request.Watch watch -> watches.watch(watch);
            case Request.WatchRange watch -> watches.watchRange(watch);
            case Request.Unwatch unwatch -> watches.unwatch(unwatch);
            case Request.CreateSpace create -> spaces.create(create);
            case Request.DropSpace drop -> spaces.drop(drop);
            case Request.OpenSpace open -> spaces.open(open);
            case Request.ListSpaces list -> spaces.list(list);
            case Request.Join join -> joins.join(join);
            case Request.FollowCatalog follow -> spaces.follow(follow);
            case Request.FollowTopology follow -> topology.follow(follow);
            case Request.ChangeMembers change -> members.change(change);
            case Request.ShowTopology show -> members.show(show);
            case Request.Balance balance -> members.balance(balance);
            case Request.Hello hello -> onHello(hello);
            case Request.Ping ping -> reply(new Response.Pong(ping.correlation()));
            case Request.Status status ->
                    reply(new Response.NodeStatus(status.correlation(), situation().status()));
            case Request.Features features -> tellFeatures(features);
            case Request.Traced traced -> take(traced);
        }
    }

    private void tellFeatures(Request.Features features) {
        reply(
                new Response.FeaturesKnown(
                        features.correlation(),
                        traces == null ? 0 : Response.FeaturesKnown.TRACES));
    }

    private void onHello(Request.Hello hello) {
        if (hello.protocolVersion() != Wire.PROTOCOL_VERSION) {
            goodbye(
                    GoodbyeCode.WRONG_VERSION,
                    "The client speaks version "
                            + hello.protocolVersion()
                            + " of the protocol, this server version "
                            + Wire.PROTOCOL_VERSION
                            + "; use the client of the server's release.");
            return;
        }
        if (port.isDraining()) {
            goodbye(GoodbyeCode.DRAINING, "This node is shutting down.");
            return;
        }
        greeted = true;
        clientId = hello.clientId();
        reader.frameBytesMax(options.frameBytesMax());
        reply(options.welcome(hello.correlation()));
    }

    private void onRead(Request.KvRead read) {
        calls.execute(
                this,
                read.correlation(),
                new Call.Read(
                        new EntityKey(read.space(), read.key()),
                        read.mode(),
                        null,
                        deadlineNanos(read.deadlineMillis())));
    }

    private void onWrite(Request.KvWrite write) {
        calls.execute(
                this,
                write.correlation(),
                new Call.Write(
                        new EntityKey(write.space(), write.key()),
                        new RequestId(clientId, write.id().stamp()),
                        write.id().settledFloor(),
                        write.operation(),
                        deadlineNanos(write.deadlineMillis())));
    }

    @Override
    public long deadlineNanos(int millis) {
        int bounded = Math.clamp(millis, 1, options.deadlineMillisMax());
        return home.nowNanos() + bounded * 1_000_000L;
    }

    @Override
    public void refused(long correlation, Refusal refusal) {
        reply(Failures.of(correlation, refusal, situation()));
    }

    @Override
    public boolean isClient() {
        return true;
    }

    @Override
    public int homeShard() {
        return home.index();
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        ended(correlation);
        if (closing) {
            return;
        }
        switch (outcome) {
            case Outcome.Written written -> out.written(correlation, written.result().bytes());
            case Outcome.Value value ->
                    out.value(correlation, value.version(), value.state().bytes());
            default -> {
                add(Failures.of(correlation, outcome, situation()));
                writeIfLarge();
                return;
            }
        }
        if (traces != null) {
            traces.done(correlation);
        }
        writeIfLarge();
    }

    /** So the client does not send the same, which is large, to the next node. */
    @Override
    public void workedOn(long correlation) {
        reply(new Response.Pong(correlation));
    }

    @Override
    public void expect(int bytes) {
        flow.expect(bytes);
    }

    @Override
    public void arrived(int bytes) {
        flow.arrived(bytes);
    }

    /** A large answer does not wait for the end of the turn: it is accounted when it is written. */
    private void writeIfLarge() {
        if (out.isLarge() && channel.isActive()) {
            write();
        }
    }

    private void write() {
        out.flush(channel);
        flow.written(home.nowNanos());
        reader.stopIfFull();
    }

    @Override
    public long clientId() {
        return clientId;
    }

    @Override
    public Situation situation() {
        return port.situation();
    }

    @Override
    public boolean begins(long correlation, int bytes) {
        if (!unanswered.begin(correlation)) {
            takeMalformed(correlation, "An unanswered request has this number already.");
            return false;
        }
        if (flow.begin(correlation, bytes)) {
            return true;
        }
        unanswered.end(correlation);
        takeWithoutMemory(correlation);
        return false;
    }

    @Override
    public void ended(long correlation) {
        unanswered.end(correlation);
        flow.end(correlation);
        reader.goOnIfRelieved();
    }

    @Override
    public void reply(Response response) {
        if (closing) {
            return;
        }
        add(response);
        home.touch(this);
        writeIfLarge();
    }

    private void add(Response response) {
        out.add(response);
        if (traces != null) {
            traces.answered(response);
        }
    }

    @Override
    public void endOfTurn() {
        if (out.isEmpty() || closing || !channel.isActive()) {
            return;
        }
        if (flow.isOverfull()) {
            cutOff(Count.CONNECTIONS_SLOW, "does not read its answers");
            return;
        }
        write();
        confirmWatches();
    }

    private void onDrained() {
        flow.written(home.nowNanos());
        reader.goOnIfRelieved();
    }

    private void confirmWatches() {
        if (channel.isWritable()) {
            watches.confirm();
        }
    }

    /** Tells the client why and closes; what is answered already leaves before. */
    void goodbye(GoodbyeCode code, String sentence) {
        if (closing) {
            return;
        }
        closing = true;
        reader.release();
        if (!out.isEmpty()) {
            out.flush(channel);
        }
        Response goodbye = new Response.Goodbye(Wire.NO_CORRELATION, code, sentence);
        ByteBuffer bytes = ByteBuffer.allocate(ResponseCodec.encodedBytesMax(goodbye));
        ResponseCodec.encode(goodbye, bytes);
        channel.writeAndFlush(channel.alloc().buffer().writeBytes(bytes.flip()))
                .addListener(ChannelFutureListener.CLOSE);
        flow.written(home.nowNanos());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        flow.written(home.nowNanos());
        reader.goOnIfRelieved();
        confirmWatches();
        topology.goOn();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closing = true;
        flow.close();
        reader.release();
        out.forget();
        watches.close();
        spaces.close();
        topology.close();
        if (traces != null) {
            traces.close();
        }
        port.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A reset connection is everyday life; requests under way end by themselves.
        if (!(cause instanceof IOException)) {
            LOG.warn("client_fault", "A client's connection is closed by a fault: " + cause);
        }
        var _ = ctx.close();
    }
}
