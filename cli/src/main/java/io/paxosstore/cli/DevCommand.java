package io.paxosstore.cli;

import io.paxosstore.cli.log.NodeLog;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;
import io.paxosstore.server.node.HeapPace;
import io.paxosstore.server.node.StartException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Runs a whole cluster in this process, for trying out. */
@Command(
        name = "dev",
        description = "Runs several replicas in one process, for trying out.",
        mixinStandardHelpOptions = true)
final class DevCommand implements Callable<Integer> {
    private static final int PORT_MAX = 65_535;
    private static final int PORTS_PER_NODE = 10;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            defaultValue = "paxosstore-data",
            description = "Where the data is kept (default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("paxosstore-data");

    @Option(
            names = "--nodes",
            defaultValue = "3",
            description = "Replicas: 1, 3 or 5 (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--base-port",
            defaultValue = "7400",
            description =
                    "Client port of the first replica; the next one has 10 more"
                            + " (default: ${DEFAULT-VALUE}).")
    private int basePort;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of all replicas, such as redis.databases=main,plain:keys; may be"
                            + " given several times.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--verbose", description = "Logs connections and starts too.")
    private boolean verbose;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        if (nodes != 1 && nodes != 3 && nodes != 5) {
            err.println("--nodes " + nodes + " makes no cluster; 1, 3 or 5 replicas do.");
            return PaxosStoreMain.EXIT_USAGE;
        }
        if (basePort < 1 || basePort + nodes * PORTS_PER_NODE > PORT_MAX) {
            err.println("--base-port " + basePort + " leaves no room for the ports of all nodes.");
            return PaxosStoreMain.EXIT_USAGE;
        }
        if (!verbose) {
            NodeLog.onlyWarnings();
        }
        HeapPace.begin();
        EmbeddedCluster cluster;
        try {
            EmbeddedCluster.Builder builder =
                    EmbeddedCluster.builder(nodes)
                            .directory(directory)
                            .basePort(basePort)
                            .set(RedisSettings.ENABLED.key(), "true");
            settings.forEach(builder::set);
            cluster = builder.start();
        } catch (StartException e) {
            err.println(e.getMessage());
            return PaxosStoreMain.EXIT_FAILED;
        }
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(cluster::close));
        print(out, cluster);
        new CountDownLatch(1).await();
        return PaxosStoreMain.EXIT_OK;
    }

    private void print(PrintWriter out, EmbeddedCluster cluster) {
        out.printf(
                "PaxosStore runs with %d replicas in this process; data is in %s.%n",
                cluster.nodes().size(), cluster.directory().toAbsolutePath());
        for (EmbeddedNode node : cluster.nodes()) {
            ClusterMember member = node.member();
            out.printf(
                    "  node %d: clients %s, console http://%s:%d/%n",
                    member.id(), member.clientAddress(), member.host(), member.adminPort());
        }
        out.printf("Shell: bin/paxosstore cli --target %s%n", cluster.connectString());
        if (!"false".equalsIgnoreCase(settings.get(RedisSettings.ENABLED.key()))) {
            InetSocketAddress redis = cluster.redisAddress(1);
            out.printf("Redis: redis-cli -h %s -p %d%n", redis.getHostString(), redis.getPort());
        }
        out.printf("Java:  PaxosStore.connect(\"%s\")%n", cluster.connectString());
        out.println("Ctrl-C stops it.");
        out.flush();
    }
}
