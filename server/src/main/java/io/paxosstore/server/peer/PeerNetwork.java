package io.paxosstore.server.peer;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.paxosstore.node.peer.PeerDecisions;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.net.Transport;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A node's connections to all others. Of two nodes the one with the greater id dials; a connection
 * carries messages both ways and belongs to one shard on both sides.
 */
public final class PeerNetwork {
    /** Greeting, connecting back and its answer, and the dialler's own decision. */
    private static final long HANDSHAKE_WAITS = 4;

    /** So many times the connections of a node may be confirmed at once; more are none of its. */
    private static final int CONFIRMING_FACTOR = 4;

    private final Transport transport;
    private final List<EventLoop> loops;
    private final List<PeerLinks> links;
    private final PeerDecisions decisions;
    private final PeerOptions options;
    private final PeerAddresses addresses;
    private volatile List<ClusterNode> known = List.of();
    private final int self;
    private final Greetings greetings = new Greetings();
    private final Map<Integer, Integer> confirming = new ConcurrentHashMap<>();
    private final ChannelGroup channels =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    /** By the nodes that they dial; guarded by itself, as what follows. */
    private final Map<Integer, List<PeerDialer>> dialers = new TreeMap<>();

    private boolean dialing;
    private boolean stopped;

    /** Accepted connections that have not greeted, the oldest first; guarded by itself. */
    private final Set<Channel> greeting = new LinkedHashSet<>();

    private @Nullable Channel listener;

    /**
     * @param loops the loops in the order of their shards
     * @param links the links of the shards
     * @param self this node
     * @param configured where this node's configuration has other nodes
     * @param isListTried whether those are tried where the cluster's list has them, too
     */
    public PeerNetwork(
            Transport transport,
            List<EventLoop> loops,
            List<PeerLinks> links,
            PeerDecisions decisions,
            PeerOptions options,
            int self,
            List<ClusterMember> configured,
            boolean isListTried) {
        this.transport = transport;
        this.loops = List.copyOf(loops);
        this.links = List.copyOf(links);
        this.decisions = decisions;
        this.options = options;
        this.self = self;
        this.addresses = new PeerAddresses(configured, isListTried);
    }

    /**
     * Opens the peer port.
     *
     * @param bootstrap a listener on the shards' loops
     * @throws Exception when the port cannot be opened
     */
    public void listen(ServerBootstrap bootstrap, SocketAddress address) throws Exception {
        listener =
                bootstrap
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(
                                        options.outgoingBytesMax() / 2, options.outgoingBytesMax()))
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        accept(channel);
                                    }
                                })
                        .bind(address)
                        .sync()
                        .channel();
    }

    /** Strangers may fill the port; a node that greets at once finds a place all the same. */
    private void accept(SocketChannel channel) {
        channels.add(channel);
        Channel oldest = null;
        synchronized (greeting) {
            greeting.add(channel);
            if (greeting.size() > options.greetingsMax()) {
                oldest = greeting.iterator().next();
                greeting.remove(oldest);
            }
        }
        if (oldest != null) {
            PeerHandler.LOG.warn(
                    "peer_greetings",
                    "More than "
                            + options.greetingsMax()
                            + " connections to the peer port do not say which node they are; that"
                            + " from "
                            + oldest.remoteAddress()
                            + " is closed.");
            var _ = oldest.close();
        }
        channel.closeFuture().addListener(closed -> greeted(channel));
        AcceptStage stage = new AcceptStage(this, channel);
        PeerHandler handler = new PeerHandler(stage);
        stage.handler(handler);
        channel.pipeline().addLast(handler);
        var _ =
                channel.eventLoop()
                        .schedule(
                                stage::timeOut,
                                HANDSHAKE_WAITS * options.connectMillis(),
                                TimeUnit.MILLISECONDS);
    }

    /** The connection is a node's from now on, or it is gone. */
    void greeted(Channel channel) {
        synchronized (greeting) {
            greeting.remove(channel);
        }
    }

    /** Begins to dial the nodes with smaller ids. */
    public void dial() {
        synchronized (dialers) {
            dialing = true;
        }
        members(known);
    }

    /**
     * These are the nodes of the cluster from now on: those that come are dialled, others are let
     * go of. A node that is reached elsewhere is dialled there the next time. From any thread.
     */
    public void members(List<ClusterNode> nodes) {
        addresses.members(nodes);
        known = List.copyOf(nodes);
        Set<Integer> wanted =
                nodes.stream()
                        .map(ClusterNode::id)
                        .filter(id -> id < self)
                        .collect(Collectors.toCollection(TreeSet::new));
        synchronized (dialers) {
            if (!dialing || stopped) {
                return;
            }
            dialers.forEach((id, dialersOf) -> {
                if (!wanted.contains(id)) {
                    stop(dialersOf);
                }
            });
            dialers.keySet().retainAll(wanted);
            wanted.forEach(id -> dialers.computeIfAbsent(id, this::dialersOf));
        }
    }

    private List<PeerDialer> dialersOf(int node) {
        List<PeerDialer> made = new ArrayList<>();
        for (int shard = 0; shard < loops.size(); shard++) {
            for (int socket = 0; socket < options.sockets(); socket++) {
                PeerDialer dialer = new PeerDialer(this, node, shard, socket);
                made.add(dialer);
                loops.get(shard).execute(dialer::dial);
            }
        }
        return made;
    }

    private void stop(List<PeerDialer> ended) {
        for (PeerDialer dialer : ended) {
            loops.get(dialer.shard()).execute(dialer::stop);
        }
    }

    /**
     * Asks a node where it is reached whether a greeting is its own, and goes on with a sentence or
     * null on the connection's loop.
     */
    void confirm(PeerHello theirs, Channel channel, Consumer<@Nullable String> then) {
        int node = theirs.nodeId();
        int most = CONFIRMING_FACTOR * loops.size() * options.sockets();
        List<PeerAddress> places = addresses.of(node);
        if (places.isEmpty()) {
            then.accept(
                    "Node "
                            + node
                            + " is none of the cluster's, as far as node "
                            + self
                            + " knows; let it join first.");
            return;
        }
        if (confirming.merge(node, 1, Integer::sum) > most) {
            confirming.merge(node, -1, Integer::sum);
            var _ = channel.close();
            return;
        }
        new DialBack(
                        this,
                        places,
                        theirs,
                        unconfirmed -> {
                            confirming.merge(node, -1, Integer::sum);
                            if (channel.isActive()) {
                                then.accept(unconfirmed);
                            }
                        })
                .dial(channel.eventLoop());
    }

    /** Has the gate decide on a node, and goes on with its sentence on the connection's loop. */
    void decide(PeerHello theirs, Channel channel, Consumer<@Nullable String> then) {
        decisions.decide(
                theirs,
                refusal -> channel.eventLoop().execute(() -> then.accept(refusal)),
                () -> {
                    var _ = channel.close();
                });
    }

    /** Takes in a connection that this node opens, so that it is closed at the end. */
    void opening(Channel channel) {
        channels.add(channel);
    }

    /** Closes the port and all connections; a loop that ends would leave them open. */
    public void stop() throws InterruptedException {
        if (listener != null) {
            listener.close().sync();
        }
        synchronized (dialers) {
            stopped = true;
            dialers.values().forEach(this::stop);
        }
        channels.close().await(options.connectMillis());
    }

    Transport transport() {
        return transport;
    }

    EventLoop loop(int shard) {
        return loops.get(shard);
    }

    PeerLinks links(int shard) {
        return links.get(shard);
    }

    PeerAddresses addresses() {
        return addresses;
    }

    Greetings greetings() {
        return greetings;
    }

    PeerGate gate() {
        return decisions.gate();
    }

    PeerDecisions decisions() {
        return decisions;
    }

    PeerOptions options() {
        return options;
    }
}
