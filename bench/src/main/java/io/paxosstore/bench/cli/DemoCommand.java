package io.paxosstore.bench.cli;

import io.paxosstore.bench.demo.Demo;
import io.paxosstore.bench.demo.DemoDisplay;
import io.paxosstore.bench.demo.DemoSummary;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.client.PaxosStoreException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** {@code demo}: shows in about a minute what the store does when a replica dies. */
@Command(
        name = "demo",
        description = {
            "Starts three replicas, loads them with keys and with a small social network (inboxes"
                    + " and timelines), kills one, restarts it, and checks every answer, message"
                    + " and post.",
            "Ends by itself, within a minute unless --length says otherwise. Exit code: 0 when"
                    + " nothing was lost and no operation failed, else 1."
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    private static final int REPLICAS = 3;
    private static final int OK = 0;
    private static final int FAILED = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Chooses the victim and the calls (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--length",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "24s",
            description = "How long the load runs, 6s to 5m (default ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Duration length;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (length.compareTo(Demo.LENGTH_MIN) < 0 || length.compareTo(Demo.LENGTH_MAX) > 0) {
            throw new ParameterException(
                    spec.commandLine(), "--length is " + length + "; 6s to 5m.");
        }
        ScratchDirectory scratch = ScratchDirectory.create("paxosstore-demo-");
        ReplicaCluster cluster = ReplicaCluster.create(scratch.path(), REPLICAS, "");
        Thread cleaner =
                new Thread(
                        () -> {
                            cluster.close();
                            scratch.close();
                        },
                        "demo-cleaner");
        // Runs at every end: also on Ctrl-C, and when this thread fails.
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            DemoDisplay display = DemoDisplay.ofStandardOutput();
            DemoSummary summary = new Demo(cluster, display, seed, length).run();
            out.println(summary);
            if (summary.isGood()) {
                return OK;
            }
        } catch (IOException | TimeoutException | PaxosStoreException e) {
            err.println("demo: " + e.getMessage());
        }
        scratch.keep();
        err.println(cluster.logTails());
        err.println("demo: failed; data and logs are kept in " + scratch.path());
        return FAILED;
    }
}
