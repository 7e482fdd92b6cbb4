package io.paxosstore.server.front.redis;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.socket.SocketChannel;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.peer.Notice;
import io.paxosstore.node.repair.PassedObjects;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.front.shared.ClientConnections;
import io.paxosstore.server.front.shared.ClientLoops;
import io.paxosstore.server.front.shared.Situation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The port of a node for clients of Redis. Thread-safe. */
public final class RedisPort {
    private static final Logger LOG = LoggerFactory.getLogger(RedisPort.class);

    private final RedisOptions options;
    private final ClientConnections<RedisSession> connections;
    private final List<WriteIds> ids = new ArrayList<>();
    private final List<BlockedClients> blocked = new ArrayList<>();
    private final NodeCalls calls;
    private final Situation situation;
    private final Subscriptions subscriptions;
    private final Databases databases;
    private final ScriptTexts scripts = new ScriptTexts();
    private final PortCommands commands = new PortCommands();
    private final List<Batches> batches = new ArrayList<>();
    private final KeyEvents events;
    private final ExpiredKeys expired;
    private final ShardLoop first;
    private final ServerFacts facts;

    /** Of connections: the nodes' numbers differ, so that a command at another node finds none. */
    private final AtomicLong lastId;

    /**
     * @param connectionsMax connections that the process has descriptors for, at most what is
     *     configured
     * @param loops serve the connections
     * @param calls the way into the node
     * @param notices tells the other nodes, see {@link #heard}
     * @param passed finds keys whose time is over
     * @param situation why commands are not executed
     */
    public RedisPort(
            Configuration configuration,
            int connectionsMax,
            ClientLoops loops,
            NodeCalls calls,
            CatalogService catalog,
            ClusterView cluster,
            Consumer<Notice> notices,
            PassedObjects passed,
            Situation situation) {
        this.options = RedisOptions.of(configuration, connectionsMax);
        this.connections = new ClientConnections<>(loops, options.connectionsMax());
        this.calls = calls;
        this.situation = situation;
        this.first = loops.shards().getFirst();
        this.subscriptions =
                new Subscriptions(notices, first.scheduler()::execute, first.scheduler()::nanoTime);
        this.databases = new Databases(options.databases(), catalog);
        this.events =
                new KeyEvents(
                        ThreadLocalRandom.current().nextLong(),
                        options.events(),
                        subscriptions,
                        notices,
                        databases::numbers,
                        first.scheduler()::nanoTime);
        List<KeyEnding> endings = new ArrayList<>();
        WatchedTags tags = new WatchedTags(options.watchedTagsMax());
        for (ShardLoop shard : loops.shards()) {
            KeyEnding ending =
                    new KeyEnding(shard, calls, events, ThreadLocalRandom.current().nextLong());
            endings.add(ending);
            batches.add(
                    new Batches(Commands.TABLE, events, new KeyDeadlines(shard, events, ending)));
            ids.add(new WriteIds(shard::wallMillis, ThreadLocalRandom.current().nextLong()));
            blocked.add(new BlockedClients(shard, calls, tags));
        }
        this.expired =
                new ExpiredKeys(
                        passed,
                        events,
                        space -> !databases.numbers(space).isEmpty(),
                        endings,
                        first);
        this.facts = new ServerFacts(options, cluster, this::connections, this::waiting);
        this.lastId = new AtomicLong((long) cluster.self() << Integer.SIZE);
    }

    /** Where it listens, or will. */
    public int port() {
        return options.port();
    }

    /**
     * Opens the port.
     *
     * @param bootstrap a listener on the shards' loops
     * @throws Exception when it cannot be opened
     */
    public void listen(ServerBootstrap bootstrap, InetSocketAddress address) throws Exception {
        connections.listen(
                bootstrap,
                address,
                options.outgoingBytesMax(),
                Math.min(options.requestNanos(), options.answerNanos()),
                this::accept);
        if (options.password().isEmpty() && !address.getAddress().isLoopbackAddress()) {
            LOG.warn(
                    "redis_without_password address={} whoever reaches this port may read and"
                            + " change all that is in redis.databases: set redis.password, or let"
                            + " nobody else reach it",
                    address);
        }
        everySecond("key_events", events::repeat);
        everySecond("expired_keys", expired::look);
    }

    private void everySecond(String what, Runnable work) {
        LoopScheduler loop = first.scheduler();
        loop.execute(Recurring.every(ExpiredKeys.EVERY_NANOS, loop, what, work)::begin);
    }

    /** Another node has told something. */
    public void heard(Notice notice) {
        if (notice.kind() == KeyEvents.KIND) {
            events.heard(notice);
        } else {
            subscriptions.heard(notice);
        }
    }

    private void accept(SocketChannel channel) {
        ShardLoop home = connections.homeOf(channel);
        channel.pipeline()
                .addLast(
                        new RedisSession(
                                this,
                                lastId.incrementAndGet(),
                                channel,
                                home,
                                ids.get(home.index())));
    }

    /** Takes a connection in that is now open; one too many is told so and closed. */
    void opened(RedisSession session) {
        if (!connections.opened(session)) {
            session.goodbye("ERR max number of clients reached");
        }
    }

    void closed(RedisSession session) {
        connections.closed(session);
    }

    /** Takes no new connection from now on. */
    public void drain() {
        connections.drain();
    }

    /** Closes the port and all connections; a loop that ends would leave them open. */
    public void close(long timeoutMillis) throws InterruptedException {
        connections.close(timeoutMillis);
    }

    /** How many clients are connected. */
    public int connections() {
        return sessions().size();
    }

    private int waiting() {
        return (int) sessions().stream().filter(session -> session.state().isBlocked()).count();
    }

    /** The connections; from any thread. */
    Set<RedisSession> sessions() {
        return connections.open();
    }

    RedisOptions options() {
        return options;
    }

    NodeCalls calls() {
        return calls;
    }

    Situation situation() {
        return situation;
    }

    Databases databases() {
        return databases;
    }

    /** What makes batches on a loop. */
    Batches batches(int loop) {
        return batches.get(loop);
    }

    /** What is told of keys. */
    KeyEvents events() {
        return events;
    }

    /** The scripts that clients call by their names. */
    ScriptTexts scripts() {
        return scripts;
    }

    ServerFacts facts() {
        return facts;
    }

    /** The commands that wait, of a loop's connections. */
    BlockedClients blocked(int loop) {
        return blocked.get(loop);
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    /** All commands. */
    CommandTable commands() {
        return commands.table();
    }

    /** A command of the connections' own. */
    OwnCommand own(String name) {
        return commands.own(name);
    }
}
