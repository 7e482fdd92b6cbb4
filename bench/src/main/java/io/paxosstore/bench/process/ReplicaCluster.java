package io.paxosstore.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Replicas as processes on the loopback interface, each with a directory of its own under a common
 * one. Thread-safe as its {@link ReplicaProcess}es are.
 */
public final class ReplicaCluster implements AutoCloseable {
    /** How long a replica may take from its start until it serves. */
    public static final Duration READY_LIMIT = Duration.ofMinutes(2);

    private final Path directory;
    private final List<ReplicaProcess> replicas;
    private final String addresses;
    private final String settings;

    private ReplicaCluster(
            Path directory, List<ReplicaProcess> replicas, String addresses, String settings) {
        this.directory = directory;
        this.replicas = new CopyOnWriteArrayList<>(replicas);
        this.addresses = addresses;
        this.settings = settings;
    }

    /**
     * What may differ from node to node.
     *
     * @param layout the cluster as this node is told it; its own ports are the real ones
     * @param environment further environment variables of its process
     */
    public record View(ClusterLayout layout, Map<String, String> environment) {
        /** Takes a copy of the environment. */
        public View {
            environment = Map.copyOf(environment);
        }
    }

    /**
     * Writes the configuration of a new cluster; starts nothing.
     *
     * @param directory an existing directory
     * @param size how many replicas; their ids are 1, 2, ...
     * @param settings further lines of YAML for every node's configuration file, at top level
     */
    public static ReplicaCluster create(Path directory, int size, String settings)
            throws IOException {
        ClusterLayout layout = ClusterLayout.onFreePorts(size);
        return create(directory, layout, id -> new View(layout, Map.of()), settings);
    }

    /**
     * Like {@link #create(Path, int, String)}, with a view of its own for each node.
     *
     * @param layout how clients see the cluster
     * @param views what a node is told, by its id
     */
    public static ReplicaCluster create(
            Path directory, ClusterLayout layout, IntFunction<View> views, String settings)
            throws IOException {
        ChildJvm jvm = ChildJvm.ofThisInstallation();
        List<ReplicaProcess> replicas = new ArrayList<>();
        for (int id : layout.ids()) {
            View view = views.apply(id);
            Path home = home(directory, id);
            Path data = home.resolve("data");
            Path file = home.resolve("node.yaml");
            Files.writeString(file, view.layout().configuration(id, data) + settings + "\n");
            int adminPort = layout.node(id).adminPort();
            replicas.add(new ReplicaProcess(id, adminPort, file, data, jvm, view.environment()));
        }
        return new ReplicaCluster(directory, replicas, layout.addresses(), settings);
    }

    private static Path home(Path directory, int id) throws IOException {
        return Files.createDirectories(directory.resolve("node-" + id));
    }

    /**
     * Adds a replica with an empty directory that joins these ones when it is started.
     *
     * @param layout of those that it may ask to take it in
     * @param node of the new one
     */
    public ReplicaProcess join(ClusterLayout layout, ClusterLayout.Node node) throws IOException {
        Path home = home(directory, node.id());
        Path data = home.resolve("data");
        Path file = home.resolve("node.yaml");
        Files.writeString(file, layout.configuration(node, data) + settings + "\n");
        ReplicaProcess joining =
                new ReplicaProcess(
                        node.id(),
                        node.adminPort(),
                        file,
                        data,
                        ChildJvm.ofThisInstallation(),
                        Map.of());
        replicas.add(joining);
        return joining;
    }

    /** Stops a replica, if it runs, and forgets it; its files stay. */
    public void leave(int id) {
        ReplicaProcess leaving = replica(id);
        leaving.close();
        replicas.remove(leaving);
    }

    /** Starts every replica that does not run and waits until all serve. */
    public void start() throws IOException, InterruptedException {
        for (ReplicaProcess replica : replicas) {
            if (!replica.isAlive()) {
                replica.start();
            }
        }
        for (ReplicaProcess replica : replicas) {
            replica.awaitReady(READY_LIMIT);
        }
    }

    /** Ends all processes with SIGKILL, at the same moment, and waits until they are gone. */
    public void killAll() throws IOException, InterruptedException {
        replicas.forEach(ReplicaProcess::destroy);
        for (ReplicaProcess replica : replicas) {
            replica.kill();
        }
    }

    /** The replicas, by ascending id. */
    public List<ReplicaProcess> replicas() {
        return List.copyOf(replicas);
    }

    /** The replica with this id. */
    public ReplicaProcess replica(int id) {
        return replicas.stream().filter(replica -> replica.id() == id).findFirst().orElseThrow();
    }

    /** What a client connects to at first, the founders: {@code localhost:port,...}. */
    public String addresses() {
        return addresses;
    }

    /** Where configuration, data and logs are. */
    public Path directory() {
        return directory;
    }

    /** The tails of all logs, for the report of a failure. */
    public String logTails() {
        return replicas.stream()
                .map(replica -> "--- replica " + replica.id() + " ---\n" + replica.logTail())
                .collect(Collectors.joining("\n"));
    }

    /** Stops every process, all at the same time; the directory stays. */
    @Override
    public void close() {
        List<Thread> stopping = new ArrayList<>();
        for (ReplicaProcess replica : replicas) {
            stopping.add(Thread.startVirtualThread(replica::close));
        }
        try {
            for (Thread thread : stopping) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
