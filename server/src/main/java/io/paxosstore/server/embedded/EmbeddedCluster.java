package io.paxosstore.server.embedded;

import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationException;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.EntitySettings;
import io.paxosstore.server.config.HistorySettings;
import io.paxosstore.server.config.JoinSettings;
import io.paxosstore.server.config.PeerSettings;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.StorageSettings;
import io.paxosstore.server.net.PortReservation;
import io.paxosstore.server.node.DirectoryStorage;
import io.paxosstore.server.node.Node;
import io.paxosstore.server.node.NodeStorage;
import io.paxosstore.server.node.StartException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * A whole cluster inside one process, for applications' tests and for trying out: real storage,
 * real ports on the loopback interface.
 *
 * <pre>{@code
 * try (var cluster = EmbeddedCluster.start(3);
 *         var store = PaxosStore.connect(cluster.connectString())) {
 *     ...
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class EmbeddedCluster implements AutoCloseable {
    private static final int READY_POLL_MILLIS = 5;
    private static final long READY_TIMEOUT_NANOS = 30_000_000_000L;

    private final Path directory;
    private final boolean temporary;
    private final Builder builder;
    private final List<PortReservation> reservations = new CopyOnWriteArrayList<>();
    private final List<EmbeddedNode> nodes = new CopyOnWriteArrayList<>();

    private EmbeddedCluster(Path directory, boolean temporary, Builder builder) {
        this.directory = directory;
        this.temporary = temporary;
        this.builder = builder;
    }

    /**
     * Starts a cluster on free ports, with its data in a temporary directory that is deleted at the
     * end. Returns when every node is ready.
     *
     * @param nodeCount 1, 3 or 5
     * @throws StartException with one sentence when it cannot start
     */
    public static EmbeddedCluster start(int nodeCount) throws StartException {
        return builder(nodeCount).start();
    }

    /**
     * Starts a cluster on free ports, with its data in a directory that stays.
     *
     * @param nodeCount 1, 3 or 5
     * @throws StartException with one sentence when it cannot start
     */
    public static EmbeddedCluster start(int nodeCount, Path directory) throws StartException {
        return builder(nodeCount).directory(directory).start();
    }

    /** A cluster with settings of one's own. */
    public static Builder builder(int nodeCount) {
        return new Builder(nodeCount);
    }

    /** How an embedded cluster is to be. Not thread-safe. */
    public static final class Builder {
        /** The nodes together have one of so many parts of the heap for their clients. */
        private static final long HEAP_PARTS = 3;

        /** For clients, other nodes and HTTP. */
        private static final int PORTS = 3;

        private final int nodeCount;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private @Nullable Path directory;
        private int basePort;
        private NodeStorage.Factory storage = DirectoryStorage::open;

        private Builder(int nodeCount) {
            this.nodeCount = nodeCount;
            settings.put(Settings.SHARDS.key(), "1");
            // Files are written ahead at the start: small ones make it fast.
            settings.put(StorageSettings.SEGMENT_BYTES.key(), "8MiB");
            settings.put(EntitySettings.FILE_BYTES.key(), "8MiB");
            settings.put(EntitySettings.PREALLOCATED_FILES.key(), "1");
            settings.put(EntitySettings.CACHE_BYTES.key(), "16MiB");
            settings.put(EntitySettings.RECENT_BYTES.key(), "16MiB");
            settings.put(EntitySettings.MEMTABLE_BYTES.key(), "8MiB");
            settings.put(PeerSettings.RECONNECT_MAX.key(), "100ms");
            settings.put(HistorySettings.BYTES.key(), "0B"); // the JVM is somebody else's
            // The nodes share the heap.
            long heapBytes = Runtime.getRuntime().maxMemory();
            settings.put(Protection.MEMORY_BYTES.key(), heapBytes / (HEAP_PARTS * nodeCount) + "B");
        }

        /** Keeps the data there, beyond the end. */
        public Builder directory(Path keptDirectory) {
            this.directory = keptDirectory;
            return this;
        }

        /** Sets a setting of every node. */
        public Builder set(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /** Uses fixed ports: node k has this one plus ten times (k - 1), and the two after it. */
        public Builder basePort(int port) {
            this.basePort = port;
            return this;
        }

        /** Uses another storage than a directory, for tests of what nodes do with it. */
        public Builder storage(NodeStorage.Factory factory) {
            this.storage = factory;
            return this;
        }

        /**
         * Starts the nodes and waits until all are ready.
         *
         * @throws StartException with one sentence when it cannot start
         */
        public EmbeddedCluster start() throws StartException {
            EmbeddedCluster cluster = new EmbeddedCluster(data(), directory == null, this);
            boolean started = false;
            try {
                List<String> members = new ArrayList<>();
                for (int id = 1; id <= nodeCount; id++) {
                    members.add(id + "=" + address(id, cluster.reservations));
                }
                Map<String, String> founding =
                        Map.of(Settings.CLUSTER_NODES.key(), String.join(",", members));
                for (int id = 1; id <= nodeCount; id++) {
                    cluster.nodes.add(
                            new EmbeddedNode(
                                    configuration(id, founding, cluster.directory), options()));
                }
                for (EmbeddedNode node : cluster.nodes) {
                    node.start();
                }
                cluster.awaitReady();
                started = true;
                return cluster;
            } catch (IOException e) {
                throw new StartException("The cluster's ports cannot be reserved: " + e + ".", e);
            } finally {
                if (!started) {
                    cluster.close();
                }
            }
        }

        private Path data() throws StartException {
            try {
                return directory == null
                        ? Files.createTempDirectory("paxosstore-")
                        : Files.createDirectories(directory);
            } catch (IOException e) {
                throw new StartException(
                        "The directory "
                                + (directory == null ? "for temporary data" : directory)
                                + " cannot be made ("
                                + e
                                + "); name another one.",
                        e);
            }
        }

        /** Where a node is reached: host and three ports. */
        private String address(int id, List<PortReservation> reservations) throws IOException {
            StringBuilder address = new StringBuilder("127.0.0.1");
            for (int i = 0; i < PORTS; i++) {
                int port = basePort + 10 * (id - 1) + i;
                if (basePort == 0) {
                    port = i == 0 ? clientPort(reservations) : freePort(reservations);
                }
                address.append(':').append(port);
            }
            return address.toString();
        }

        private static int freePort(List<PortReservation> reservations) throws IOException {
            PortReservation reserved = PortReservation.onLoopback();
            reservations.add(reserved);
            return reserved.port();
        }

        /**
         * A port for clients, so that the one for clients of Redis is free too if one is wanted.
         */
        private int clientPort(List<PortReservation> reservations) throws IOException {
            while (true) {
                int port = freePort(reservations);
                if (!Boolean.parseBoolean(settings.get(RedisSettings.ENABLED.key()))) {
                    return port;
                }
                int redis = port + redisOffset();
                boolean isOurs = reservations.stream().anyMatch(other -> other.port() == redis);
                Optional<PortReservation> reserved =
                        isOurs ? Optional.empty() : PortReservation.onLoopback(redis);
                if (reserved.isPresent()) {
                    reservations.add(reserved.get());
                    return port;
                }
            }
        }

        private int redisOffset() {
            String set = settings.get(RedisSettings.PORT_OFFSET.key());
            return set == null
                    ? Objects.requireNonNull(RedisSettings.PORT_OFFSET.defaultValue())
                    : Integer.parseInt(set);
        }

        private Configuration configuration(int id, Map<String, String> own, Path data)
                throws StartException {
            ConfigurationLoader loader = new ConfigurationLoader();
            loader.set(Settings.NODE_ID.key(), Integer.toString(id));
            loader.set(Settings.NODE_DIRECTORY.key(), data.resolve("node" + id).toString());
            settings.forEach(loader::set);
            own.forEach(loader::set);
            try {
                return loader.load();
            } catch (ConfigurationException e) {
                throw new StartException(String.valueOf(e.getMessage()), e);
            }
        }

        private Node.Options options() {
            return new Node.Options(storage, basePort == 0, failure -> {});
        }
    }

    /**
     * Starts another node, which joins the cluster: it has the next id, is in everybody's list of
     * nodes, and votes nowhere until the cluster gives it slots. Returns when it is ready and
     * connected to all others that run.
     *
     * @param settings of its own, beside those of all nodes
     * @throws StartException with one sentence when the cluster does not take it in
     */
    public synchronized EmbeddedNode join(Map<String, String> settings) throws StartException {
        int id = nodes.size() + 1;
        Map<String, String> own = new LinkedHashMap<>();
        own.put(JoinSettings.JOIN.key(), connectString());
        try {
            own.put(JoinSettings.ADDRESS.key(), builder.address(id, reservations));
        } catch (IOException e) {
            throw new StartException("The node's ports cannot be reserved: " + e + ".", e);
        }
        own.putAll(settings);
        EmbeddedNode node =
                new EmbeddedNode(builder.configuration(id, own, directory), builder.options());
        node.start();
        nodes.add(node);
        awaitReady();
        return node;
    }

    /** Where clients connect: the client ports of all nodes. */
    public String connectString() {
        return nodes.stream()
                .map(node -> node.member().clientAddress())
                .collect(Collectors.joining(","));
    }

    /** Where the data is. */
    public Path directory() {
        return directory;
    }

    /**
     * A node by its id.
     *
     * @param id from 1
     */
    public EmbeddedNode node(int id) {
        return nodes.get(id - 1);
    }

    /** A node's addresses. */
    public ClusterMember member(int id) {
        return node(id).member();
    }

    /** The address of a node's port for clients of Redis, which {@code redis.enabled} opens. */
    public InetSocketAddress redisAddress(int id) {
        int offset = node(id).configuration().get(RedisSettings.PORT_OFFSET);
        return new InetSocketAddress(member(id).host(), member(id).clientPort() + offset);
    }

    /** All nodes, in the order of their ids. */
    public List<EmbeddedNode> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Waits until every node that runs is ready and connected to all others that run.
     *
     * @throws StartException when one is not within half a minute
     */
    public void awaitReady() throws StartException {
        long deadline = System.nanoTime() + READY_TIMEOUT_NANOS;
        for (EmbeddedNode node : nodes) {
            while (node.isRunning() && !(node.isReady() && node.peersConnected() >= others())) {
                if (System.nanoTime() > deadline) {
                    throw new StartException(
                            "Node "
                                    + node.member().id()
                                    + " is not ready: "
                                    + node.notReady()
                                    + ".");
                }
                try {
                    Thread.sleep(READY_POLL_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new StartException("Interrupted while the nodes start.", e);
                }
            }
        }
    }

    private int others() {
        return (int) nodes.stream().filter(EmbeddedNode::isRunning).count() - 1;
    }

    /** Stops every node; deletes the data if it is temporary. */
    @Override
    public void close() {
        nodes.parallelStream().forEach(EmbeddedNode::stop);
        try {
            for (PortReservation reservation : reservations) {
                reservation.close();
            }
            if (temporary) {
                delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path root) throws IOException {
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path visited, @Nullable IOException problem) throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
