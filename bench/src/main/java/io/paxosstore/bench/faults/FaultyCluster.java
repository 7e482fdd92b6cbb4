package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.proxy.Link;
import io.paxosstore.bench.proxy.PeerMesh;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replicas as processes with everything between and below them that faults are made of: proxies
 * between peers, and where they are wanted, slow disks and small ones. Used by one thread.
 */
public final class FaultyCluster implements AutoCloseable {
    /** Settings of nodes that are to have several files soon; those of entities come last. */
    static final String SMALL_FILES =
            """
            storage:
              segment-bytes: 8MiB
              preallocated-segments: 1
            entities:
              journal-file-bytes: 8MiB
              preallocated-files: 1
              flush-after: 500ms
            """;

    private static final int SMALL_DISK_MEBIBYTES = 192;

    /** What cluster.nodes has are the proxies, and no node goes round them. */
    private static final String THROUGH_THE_MESH = "\npeer:\n  listed-addresses: false\n";

    private final PeerMesh mesh;
    private final ReplicaCluster cluster;
    private final @Nullable SlowDisk slowDisk;
    private final Map<Integer, SmallDisk> smallDisks;

    /** The nodes of the present; read by clients' threads, too. */
    private volatile ClusterLayout layout;

    private boolean isClosed;

    private FaultyCluster(
            ClusterLayout layout,
            PeerMesh mesh,
            ReplicaCluster cluster,
            @Nullable SlowDisk slowDisk,
            Map<Integer, SmallDisk> smallDisks) {
        this.layout = layout;
        this.mesh = mesh;
        this.cluster = cluster;
        this.slowDisk = slowDisk;
        this.smallDisks = smallDisks;
    }

    /**
     * Prepares a cluster; starts no replica. If members will change, there are no proxies: then
     * nodes tell each other where they are.
     *
     * @param directory an existing directory
     * @param kinds what will be done to it
     * @param settings further lines of YAML for every node
     * @throws IOException when something that the kinds need is not there; it says what
     */
    public static FaultyCluster create(
            Path directory, int size, Set<FaultKind> kinds, String settings, long seed)
            throws IOException, InterruptedException {
        return create(directory, ClusterLayout.onFreePorts(size), kinds, settings, seed);
    }

    /**
     * Like {@link #create(Path, int, Set, String, long)}, on these ports.
     *
     * @param layout the nodes as clients see them
     */
    static FaultyCluster create(
            Path directory, ClusterLayout layout, Set<FaultKind> kinds, String settings, long seed)
            throws IOException, InterruptedException {
        SlowDisk slow = kinds.contains(FaultKind.SLOW) ? SlowDisk.prepare(directory) : null;
        boolean isFixed = kinds.stream().noneMatch(FaultKind::isOfMembers);
        PeerMesh mesh = PeerMesh.open(isFixed ? layout : new ClusterLayout(List.of()), seed);
        Map<Integer, SmallDisk> small = new HashMap<>();
        try {
            ReplicaCluster cluster =
                    ReplicaCluster.create(
                            directory,
                            layout,
                            id ->
                                    new ReplicaCluster.View(
                                            isFixed ? mesh.seenBy(id) : layout,
                                            slow == null ? Map.of() : slow.environment(id)),
                            isFixed ? settings + THROUGH_THE_MESH : settings);
            if (kinds.contains(FaultKind.FULL)) {
                for (ReplicaProcess replica : cluster.replicas()) {
                    Path data = Files.createDirectories(replica.data());
                    small.put(replica.id(), SmallDisk.mount(data, SMALL_DISK_MEBIBYTES));
                }
            }
            return new FaultyCluster(layout, mesh, cluster, slow, small);
        } catch (IOException | InterruptedException e) {
            for (SmallDisk disk : small.values()) {
                disk.close();
            }
            mesh.close();
            throw e;
        }
    }

    /** The nodes of the present as clients see them. */
    public ClusterLayout layout() {
        return layout;
    }

    /** Starts a new node that joins the others. */
    synchronized ReplicaProcess join(int id) throws IOException {
        if (isClosed) {
            throw new IOException("the cluster is closed");
        }
        ClusterLayout.Node node = layout.furtherNode(id);
        ReplicaProcess joining = cluster.join(layout, node);
        layout = layout.with(node);
        joining.start();
        return joining;
    }

    /** Stops a node, if it runs; it does not come back. */
    void leave(int id) {
        layout = layout.without(id);
        cluster.leave(id);
    }

    /** The processes. */
    public ReplicaCluster cluster() {
        return cluster;
    }

    /** The proxies. */
    public PeerMesh mesh() {
        return mesh;
    }

    SlowDisk slowDisk() {
        if (slowDisk == null) {
            throw new IllegalStateException("the cluster was made without slow disks");
        }
        return slowDisk;
    }

    SmallDisk smallDisk(int replica) {
        SmallDisk disk = smallDisks.get(replica);
        if (disk == null) {
            throw new IllegalStateException("the cluster was made without small disks");
        }
        return disk;
    }

    /** All links from and to a replica. */
    List<Link> linksOf(int replica) {
        List<Link> links = new ArrayList<>(linksFrom(replica));
        links.addAll(linksTo(replica));
        return links;
    }

    List<Link> linksFrom(int replica) {
        return others(replica).stream().map(other -> mesh.link(replica, other)).toList();
    }

    List<Link> linksTo(int replica) {
        return others(replica).stream().map(other -> mesh.link(other, replica)).toList();
    }

    private List<Integer> others(int replica) {
        return layout.ids().stream().filter(id -> id != replica).toList();
    }

    /** Stops all and unmounts what was mounted; may be called again. */
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        for (ReplicaProcess replica : cluster.replicas()) {
            // A stopped process hears SIGTERM only after it goes on; nothing here is worth it.
            replica.destroy();
        }
        cluster.close();
        mesh.close();
        for (SmallDisk disk : smallDisks.values()) {
            disk.close();
        }
        smallDisks.clear();
    }
}
