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

/** Three members of etcd with its defaults, except for room for more data. */
final class EtcdContestant implements Contestant {
    private static final int MEMBERS = 3;

    /** More than its default of 2 GiB: every write stays in its history until it is compacted. */
    private static final long QUOTA_BYTES = 8L << 30;

    private final Path program;
    private final Path directory;
    private final ClusterLayout layout;
    private final List<PeerProcess> members = new CopyOnWriteArrayList<>();

    private EtcdContestant(Path program, Path directory, ClusterLayout layout) {
        this.program = program;
        this.directory = directory;
        this.layout = layout;
    }

    static EtcdContestant create(Path program, Path directory) throws IOException {
        return new EtcdContestant(program, directory, ClusterLayout.onFreePorts(MEMBERS));
    }

    @Override
    public String label() {
        return "etcd";
    }

    @Override
    public void start() throws IOException, InterruptedException {
        String cluster =
                layout.nodes().stream()
                        .map(node -> "m" + node.id() + "=" + url(node.peerPort()))
                        .collect(Collectors.joining(","));
        for (ClusterLayout.Node node : layout.nodes()) {
            String name = "m" + node.id();
            Path home = Files.createDirectories(directory.resolve(name));
            members.add(
                    PeerProcess.start(
                            "etcd",
                            home,
                            List.of(
                                    program.toString(),
                                    "--name=" + name,
                                    "--data-dir=" + home.resolve("data"),
                                    "--listen-client-urls=" + url(node.clientPort()),
                                    "--advertise-client-urls=" + url(node.clientPort()),
                                    "--listen-peer-urls=" + url(node.peerPort()),
                                    "--initial-advertise-peer-urls=" + url(node.peerPort()),
                                    "--initial-cluster=" + cluster,
                                    "--quota-backend-bytes=" + QUOTA_BYTES,
                                    "--log-level=warn"),
                            Map.of()));
        }
        for (ClusterLayout.Node node : layout.nodes()) {
            members.get(node.id() - 1)
                    .await(() ->
                            TextProbe.ask(
                                            node.clientPort(),
                                            "GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
                                    .contains("\"health\":\"true\""));
        }
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public KeyTarget connect(OperationMix mix) throws IOException {
        return EtcdTarget.atLeader(
                layout.nodes().stream().map(ClusterLayout.Node::clientPort).toList());
    }

    @Override
    public List<Long> pids() {
        return members.stream().map(PeerProcess::pid).toList();
    }

    @Override
    public void close() {
        members.forEach(PeerProcess::close);
    }
}
