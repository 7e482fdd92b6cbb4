package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.KeyTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.process.ClusterLayout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** An ensemble of three ZooKeeper servers with its defaults, on this JVM. */
final class ZooKeeperContestant implements Contestant {
    private static final int SERVERS = 3;
    private static final String HEAP = "-Xmx2g";
    private static final String STATUS = "srvr";

    private final Path directory;
    private final ClusterLayout layout;
    private final List<PeerProcess> servers = new CopyOnWriteArrayList<>();

    private ZooKeeperContestant(Path directory, ClusterLayout layout) {
        this.directory = directory;
        this.layout = layout;
    }

    static ZooKeeperContestant create(Path directory) throws IOException {
        return new ZooKeeperContestant(directory, ClusterLayout.onFreePorts(SERVERS));
    }

    @Override
    public String label() {
        return "ZooKeeper";
    }

    @Override
    public void start() throws IOException, InterruptedException {
        String ensemble =
                layout.nodes().stream()
                        .map(node ->
                                "server.%d=127.0.0.1:%d:%d"
                                        .formatted(node.id(), node.peerPort(), node.adminPort()))
                        .collect(Collectors.joining("\n"));
        for (ClusterLayout.Node node : layout.nodes()) {
            Path home = Files.createDirectories(directory.resolve("zookeeper-" + node.id()));
            Path data = Files.createDirectories(home.resolve("data"));
            Files.writeString(data.resolve("myid"), Integer.toString(node.id()));
            Path configuration = home.resolve("zoo.cfg");
            Files.writeString(
                    configuration,
                    """
                    tickTime=2000
                    initLimit=10
                    syncLimit=5
                    dataDir=%s
                    clientPortAddress=127.0.0.1
                    clientPort=%d
                    maxClientCnxns=0
                    admin.enableServer=false
                    4lw.commands.whitelist=%s
                    %s
                    """
                            .formatted(data, node.clientPort(), STATUS, ensemble));
            servers.add(
                    PeerProcess.start(
                            "zookeeper",
                            home,
                            List.of(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    HEAP,
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                                    configuration.toString()),
                            Map.of()));
        }
        for (ClusterLayout.Node node : layout.nodes()) {
            servers.get(node.id() - 1)
                    .await(() -> TextProbe.ask(node.clientPort(), STATUS).contains("Mode: "));
        }
    }

    /** Connects to the leader. */
    @Override
    public KeyTarget connect(OperationMix mix) throws IOException, InterruptedException {
        for (ClusterLayout.Node node : layout.nodes()) {
            if (TextProbe.ask(node.clientPort(), STATUS).contains("Mode: leader")) {
                return ZooKeeperTarget.connect(node.clientPort());
            }
        }
        throw new IOException("no server of ZooKeeper leads");
    }

    @Override
    public List<Long> pids() {
        return servers.stream().map(PeerProcess::pid).toList();
    }

    @Override
    public void close() {
        servers.forEach(PeerProcess::close);
    }
}
