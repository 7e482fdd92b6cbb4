package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;
import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.protocol.model.ReadMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A running cluster under study, with files that go when it is closed. Not thread-safe. */
final class Subject implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String ZONE = "zone-";
    static final int ZONES = 3;

    private final ScratchDirectory directory;
    private final ReplicaCluster cluster;
    private final Thread ending = new Thread(this::end);

    private ClusterLayout layout;

    private Subject(ScratchDirectory directory, ClusterLayout layout, ReplicaCluster cluster) {
        this.directory = directory;
        this.layout = layout;
        this.cluster = cluster;
    }

    /**
     * Starts a new cluster.
     *
     * @param replicas 1, 3 or 5
     * @param settings further lines of YAML for every node
     */
    static Subject start(int replicas, String settings) throws IOException, InterruptedException {
        return start(ClusterLayout.onFreePorts(replicas), settings);
    }

    private static Subject start(ClusterLayout layout, String settings)
            throws IOException, InterruptedException {
        ScratchDirectory directory = ScratchDirectory.create("paxosstore-experiment");
        Subject subject =
                new Subject(
                        directory,
                        layout,
                        ReplicaCluster.create(
                                directory.path(),
                                layout,
                                id -> new ReplicaCluster.View(layout, Map.of()),
                                settings));
        // Whatever ends this program, its processes end and their files are removed.
        Runtime.getRuntime().addShutdownHook(subject.ending);
        try {
            subject.cluster.start();
            return subject;
        } catch (IOException | InterruptedException | RuntimeException e) {
            subject.close();
            throw e;
        }
    }

    /** Starts a new cluster of three nodes, each in a zone of its own: 0, 1, 2. */
    static Subject inZones() throws IOException, InterruptedException {
        List<ClusterLayout.Node> nodes =
                ClusterLayout.onFreePorts(ZONES).nodes().stream()
                        .map(node -> node.in(zone(node.id() - 1), 0))
                        .toList();
        return start(new ClusterLayout(nodes), "");
    }

    private static String zone(int number) {
        return ZONE + number;
    }

    /** The number of a node's zone. */
    int zoneOf(int id) {
        return Integer.parseInt(layout.node(id).zone().substring(ZONE.length()));
    }

    /** Starts a node that joins the others, and waits until it is ready. */
    void join(int id, int zone) throws IOException, InterruptedException {
        ClusterLayout.Node node = layout.furtherNode(id).in(zone(zone), 0);
        ReplicaProcess joining = cluster.join(layout, node);
        layout = layout.with(node);
        joining.start();
        joining.awaitReady(ReplicaCluster.READY_LIMIT);
    }

    /** Writes every key or entity of the plan once. */
    void preload(LoadPlan plan) throws InterruptedException, TimeoutException {
        try (LoadTarget target = connect(plan)) {
            new LoadGenerator(plan, List.of(target)).preload();
        }
    }

    /** Puts a load on it. */
    Outcome measure(Measurement measurement, LoadPlan plan)
            throws IOException, InterruptedException, TimeoutException {
        try (LoadTarget target = connect(plan)) {
            return measurement.of(plan, List.of(target), pids());
        }
    }

    /** Where clients connect to. */
    String addresses() {
        return cluster.addresses();
    }

    private LoadTarget connect(LoadPlan plan) {
        return LoadTarget.connect(
                cluster.addresses(), plan.mix(), null, ReadMode.LINEARIZABLE, DEADLINE);
    }

    /** The processes. */
    ReplicaCluster cluster() {
        return cluster;
    }

    List<Long> pids() {
        return cluster.replicas().stream().map(ReplicaProcess::pid).toList();
    }

    Metrics metrics() throws IOException, InterruptedException {
        return Metrics.of(cluster.replicas());
    }

    /** Bytes of all files of all replicas. */
    long storedBytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(directory.path())) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /** Ends all replicas with SIGKILL, starts them, and waits until they serve. */
    Duration killAndRestart() throws IOException, InterruptedException {
        cluster.killAll();
        long begin = System.nanoTime();
        cluster.start();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private void end() {
        cluster.close();
        directory.close();
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(ending);
    }
}
