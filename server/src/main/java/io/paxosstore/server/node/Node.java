package io.paxosstore.server.node;

import io.netty.bootstrap.ServerBootstrap;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.node.HostPorts;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.StoreNews;
import io.paxosstore.node.call.Routing;
import io.paxosstore.node.call.WireCommands;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.procedure.RedisLanguage;
import io.paxosstore.server.config.ClientSettings;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.PaxosSettings;
import io.paxosstore.server.config.PeerSettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.Tunables;
import io.paxosstore.server.front.binary.ClientPort;
import io.paxosstore.server.front.binary.SessionOptions;
import io.paxosstore.server.front.http.Health;
import io.paxosstore.server.front.http.NodeMetrics;
import io.paxosstore.server.front.shared.ClientLoops;
import io.paxosstore.server.net.Transport;
import io.paxosstore.server.peer.PeerNetwork;
import io.paxosstore.server.trace.TraceSink;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One running server: storage, shards, ports. Started once, stopped once; thread-safe.
 *
 * <p>A broken disk or a broken invariant fails the node (Rule D4): it closes its ports at once and
 * tells its owner, and what was promised or accepted stays with what is durable.
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);

    /**
     * How a node is started.
     *
     * @param storage opens its directory
     * @param isEmbedded whether the process is somebody else's: its heap is no business of the
     *     node, and its ports may be held by a socket that reserves them
     * @param onFailure told, on a thread of its own, that the node has failed and is closed
     */
    public record Options(
            NodeStorage.Factory storage, boolean isEmbedded, Consumer<Throwable> onFailure) {
        /** A node of its own, on a directory. */
        public static Options standard(Consumer<Throwable> onFailure) {
            return new Options(DirectoryStorage::open, false, onFailure);
        }
    }

    private static final long CLOSE_MILLIS = 2000;

    private final Configuration configuration;
    private final Options options;
    private final Health health = new Health();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final NodeStorage storage;
    private final NodeHistory history;
    private final BackgroundTasks background;
    private final BackgroundTasks planning;
    private final MemoryBudget memory;
    private final ShardThreads threads;
    private final ReplicaHost host;
    private final KnownMembers members;
    private final NodeSituation situation;
    private final NodeMembers operators;
    private final NodeSources sources;
    private final SlotWatch slotWatch;
    private final Optional<HeapWatch> heapWatch;
    private final ChangeEnds changeEnds = new ChangeEnds();
    private final NodeMetrics metrics;
    private final Optional<TraceSink> traces;
    private final PeerNetwork network;
    private final ClientPort clients;
    private final RedisFront redis;
    private final AdminFront admin;
    private final Transport transport;
    private final StoreNews news;

    private final Object starting = new Object();
    private boolean isStarted; // guarded by starting

    /**
     * @param known the nodes of the cluster
     * @param made told of each part that has to be closed
     */
    private Node(Configuration configuration, KnownNodes known, Options options, MadeParts made)
            throws StartException {
        this.configuration = configuration;
        this.options = options;
        this.transport = Transport.choose(configuration.get(Settings.EPOLL));
        NodeLimits limits = NodeLimits.of(configuration, known.nodes().size());
        this.memory = new MemoryBudget(limits.memoryBytes());
        StoreNews news = new StoreNews(this::fail);
        this.storage = options.storage().open(configuration, known, news);
        made.add(storage::close);
        this.history = NodeHistory.start(configuration, storage);
        made.add(history::close);
        this.background = tasks("background");
        made.add(background::stop);
        this.members = new KnownMembers(known, storage::keep, background);
        this.planning = tasks("planning");
        made.add(planning::stop);
        this.threads = new ShardThreads(id(), configuration.get(Settings.SHARDS), transport);
        made.add(threads::stop);
        this.host =
                new ReplicaHost(
                        HostOptions.identity(configuration, known),
                        HostOptions.settings(configuration, known),
                        new HostPorts(
                                storage,
                                replicas(configuration),
                                threads.schedulers(),
                                background,
                                planning,
                                InstantSource.system(),
                                memory,
                                new RandomSource(ThreadLocalRandom.current().nextLong()),
                                Routing.HERE,
                                new WireCommands(List.of(new RedisLanguage(Commands.TABLE))),
                                history.port(),
                                this::fail));
        this.news = news;
        StoreStanding standing = new StoreStanding(storage::standing, host.slots()::view);
        this.situation =
                new NodeSituation(
                        id(),
                        members,
                        host.slots()::view,
                        host.rooms(),
                        host.presence(),
                        standing,
                        () ->
                                host.sweeps().stream()
                                        .mapToLong(sweep -> sweep.sweeper().keysLeft())
                                        .sum());
        this.network =
                new PeerNetwork(
                        transport,
                        threads.loops(),
                        host.links(),
                        host.decisions(),
                        HostOptions.peers(configuration),
                        id(),
                        configuration.members(),
                        configuration.get(PeerSettings.LISTED_ADDRESSES));
        members.follow(network::members);
        this.sources = new NodeSources(id(), host, storage::standing);
        this.slotWatch = new SlotWatch(sources, members::addressOf);
        this.heapWatch =
                OldGeneration.ofThisProcess()
                        .filter(heap -> !options.isEmbedded())
                        .map(HeapWatch::new);
        this.operators =
                new NodeMembers(
                        id(),
                        host.desk(),
                        host.balance(),
                        host.topology(),
                        host.presence(),
                        planning);
        Supplier<List<NodeAddress>> addresses = () -> members.clientAddresses(configuration.self());
        this.traces = NodeTraces.of(configuration, options.isEmbedded());
        made.add(() -> traces.ifPresent(TraceSink::close));
        ClientLoops loops = ClientLoops.of(host.shards(), threads.loops());
        this.clients =
                new ClientPort(
                        SessionOptions.of(configuration, addresses, limits.connectionsMax()),
                        loops,
                        host.calls(),
                        host.catalog(),
                        host.topology(),
                        new JoinDesk(members, host, id -> storage.peers().remembered(id).storeId()),
                        operators,
                        situation,
                        traces);
        this.redis =
                RedisFront.of(
                        configuration,
                        limits.connectionsMax(),
                        host,
                        loops,
                        new NodeClusterView(
                                id(), addresses, host.presence()::connectedPeers, situation));
        this.metrics = new NodeMetrics();
        made.add(metrics::close);
        this.admin =
                new AdminFront(
                        configuration,
                        transport,
                        host,
                        members,
                        situation,
                        operators,
                        slotWatch,
                        health,
                        storage,
                        metrics);
        made.add(admin::closeConsole);
    }

    private BackgroundTasks tasks(String name) {
        return new BackgroundTasks(id(), name, this::fail);
    }

    /**
     * Starts a node: it serves when a majority of the cluster is connected. One that is to join a
     * cluster asks for that first, and waits for it.
     *
     * @throws StartException with one sentence when its directory or a port cannot be used, or when
     *     it fails before it has started
     */
    public static Node start(Configuration configuration, Options options) throws StartException {
        if (!options.isEmbedded()) {
            new Ports(configuration).check();
        }
        Node node = made(configuration, StartNodes.find(configuration), options);
        try {
            node.open();
            node.started();
            return node;
        } catch (StartException | RuntimeException | Error e) {
            node.abort();
            throw e;
        }
    }

    /** A node with its directory open; what fails on the way leaves nothing open. */
    private static Node made(Configuration configuration, KnownNodes known, Options options)
            throws StartException {
        MadeParts made = new MadeParts();
        try {
            return new Node(configuration, known, options, made);
        } catch (StartException | RuntimeException | Error e) {
            made.close(e);
            throw e;
        }
    }

    private static HostPorts.Replicas replicas(Configuration configuration) {
        RandomSource random = new RandomSource(ThreadLocalRandom.current().nextLong());
        return (store, placement) ->
                new Replica(
                        Tunables.of(configuration),
                        configuration.get(Settings.NODE_ID),
                        store.incarnation(),
                        placement,
                        OwnershipPolicy.unlessReborn(
                                configuration.get(PaxosSettings.PRE_PREPARING)
                                        ? OwnershipPolicy.prePreparing()
                                        : OwnershipPolicy.alwaysPrepare(),
                                store::reborn),
                        new KvMachine(),
                        random.fork());
    }

    private void open() throws StartException {
        try {
            news.to(host);
            host.begin(false); // what has changed the other nodes tell
        } catch (IOException e) {
            throw new StartException("The store's standing cannot be written: " + e + ".", e);
        }
        NodeChecks.add(health, host, storage, situation, slotWatch, heapWatch);
        figures();
        ClusterMember self = configuration.self();
        Ports ports = new Ports(configuration);
        admin.open(ports, options.isEmbedded());
        ports.bind("peer", self.peerPort(), address -> network.listen(listener(), address));
        network.dial();
        watch();
        host.catalog().start();
        host.topology().follow(members);
        host.topology().follow(changeEnds);
        host.startTopology();
        operators.start();
        host.loads().start();
        redis.open(ports, this::clientListener);
        ports.bind(
                "client", self.clientPort(), address -> clients.listen(clientListener(), address));
        health.phase(Health.Phase.SERVING);
        LOG.info(
                "node_started node={} cluster={} clients={} peers={} admin={} incarnation={}"
                        + " store={} shards={} transport={}",
                self.id(),
                configuration.get(Settings.CLUSTER_ID),
                self.clientPort(),
                self.peerPort(),
                self.adminPort(),
                storage.incarnation(),
                storage.storeId(),
                host.shards().size(),
                transport.socketChannel().getSimpleName());
    }

    private int id() {
        return configuration.get(Settings.NODE_ID);
    }

    private void watch() {
        NodeWatches watches =
                new NodeWatches(configuration, storage.storeId(), host, members, situation);
        threads.everySecond(() -> {
            watches.look(Instant.now(), sources.isFirst());
            background.tryExecute(() -> {
                host.loads().sample();
                slotWatch.look(Instant.now()).forEach(LOG::warn);
                heapWatch.ifPresent(heap -> heap.look(Instant.now()).forEach(LOG::warn));
            });
        });
    }

    private ServerBootstrap listener() {
        return transport.listener(threads.group(), options.isEmbedded());
    }

    private ServerBootstrap clientListener() {
        Duration idle = configuration.get(ClientSettings.KEEP_ALIVE);
        return transport.clientListener(threads.group(), options.isEmbedded(), idle);
    }

    private void figures() {
        metrics.shards(host.shards().stream().map(ShardLoop::counters).toList());
        for (int i = 0; i < host.shards().size(); i++) {
            metrics.replica(i, host.replicas().get(i).stats());
            metrics.peers(i, host.links().get(i)::upCount);
            metrics.sweep(i, host.sweeps().get(i).sweeper()::keysLeft);
        }
        members.follow(nodes ->
                metrics.missing(
                        nodes.stream().filter(node -> node.id() != id()).toList(),
                        host.presence()::missingSeconds));
        metrics.clients(clients::connections);
        metrics.redisClients(redis::connections);
        metrics.memory(memory);
        metrics.store(situation::standing, storage::room);
        storage.bindTo(metrics.registry());
        history.bindTo(metrics.registry());
        SlotMetrics.bind(metrics.registry(), slotWatch, host.slots(), changeEnds, host.topology());
        NodeFigures.bind(metrics.registry(), health, host, storage);
        traces.ifPresent(sink -> NodeTraces.bind(metrics.registry(), sink));
    }

    public Configuration configuration() {
        return configuration;
    }

    /** Whether the node could serve now; the reasons why not, else empty. */
    public List<String> notReadyReasons() {
        return health.reasons();
    }

    /** The memory for requests, answers and unfinished frames. */
    MemoryBudget memory() {
        return memory;
    }

    /** How many other nodes every shard is connected to. */
    public int peersConnected() {
        return host.links().stream().mapToInt(PeerLinks::upCount).min().orElse(0);
    }

    /** Why the node failed; null while it has not. */
    public @Nullable Throwable failure() {
        return failure.get();
    }

    /**
     * Figures in Prometheus' text format, as the admin port gives them; empty when it has ended.
     */
    public String metrics() {
        return metrics.scrape();
    }

    /** Stops cleanly: takes no new requests, ends those under way, closes everything. */
    public void stop() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        health.phase(Health.Phase.DRAINING);
        Duration timeout = configuration.get(Settings.DRAIN_TIMEOUT);
        LOG.info("node_stopping node={}", id());
        try {
            host.calls().drain();
            clients.drain();
            redis.drain();
            if (!ShardThreads.awaitIdle(host, timeout)) {
                LOG.warn(
                        "drain_timeout requests are still under way after {}; they end without an"
                                + " answer",
                        timeout);
            }
            clients.closeSessions();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeAll();
        LOG.info("node_stopped node={}", id());
    }

    /** Stops at once: requests under way get no answer. */
    public void abort() {
        if (closing.compareAndSet(false, true)) {
            health.phase(Health.Phase.DRAINING);
            closeAll();
        }
    }

    private void closeAll() {
        try {
            clients.close(CLOSE_MILLIS);
            redis.close(CLOSE_MILLIS);
            network.stop();
            background.stop();
            planning.stop();
            host.loads().stop();
            host.stop();
            threads.stop();
            traces.ifPresent(TraceSink::close);
            admin.closeConsole();
            metrics.close();
            history.close();
            storage.close();
            admin.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on a failure closes the node; one that came before fails its start. */
    private void started() throws StartException {
        synchronized (starting) {
            isStarted = true;
        }
        Throwable early = failure.get();
        if (early != null) {
            throw new StartException(
                    "The node has failed while it started: " + early.getMessage(), early);
        }
    }

    private void fail(Throwable cause) {
        if (!failure.compareAndSet(null, cause)) {
            return;
        }
        health.phase(Health.Phase.FAILED);
        LOG.error(
                "node_failed node={} stops because of a fault that must not be survived",
                id(),
                cause);
        synchronized (starting) {
            if (!isStarted) {
                return; // there may be nothing to close yet: the start closes what there is
            }
        }
        Thread.ofPlatform()
                .name("node" + id() + "-failure")
                .start(() -> {
                    abort();
                    options.onFailure().accept(cause);
                });
    }

    /** Stops cleanly. */
    @Override
    public void close() {
        stop();
    }
}
