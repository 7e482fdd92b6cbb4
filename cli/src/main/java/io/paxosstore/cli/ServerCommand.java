package io.paxosstore.cli;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationException;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.JoinSettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.ShardCount;
import io.paxosstore.server.log.ServerLog;
import io.paxosstore.server.node.HeapPace;
import io.paxosstore.server.node.Node;
import io.paxosstore.server.node.StartException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one node until the process is told to stop. */
@Command(name = "server", description = "Runs one node.", mixinStandardHelpOptions = true)
final class ServerCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration in YAML; docs/configuration.md lists the settings.")
    private @Nullable Path config;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A setting; wins over file and environment. May be repeated.")
    private List<String> assignments = List.of();

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            description =
                    "Client ports of nodes of a running cluster that this new node is to join, with"
                            + " commas; the setting cluster.join.")
    private @Nullable String join;

    @Option(
            names = "--print-config",
            description = "Prints every setting with its value and source, and exits.")
    private boolean printConfig;

    /** So long a signal that comes while the node starts lets that go on. */
    private static final long START_SECONDS_MAX = 2;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        ConfigurationLoader loader = new ConfigurationLoader();
        if (config != null) {
            loader.file(config);
        }
        loader.environment(System.getenv());
        assignments.forEach(loader::flag);
        if (join != null) {
            loader.set(JoinSettings.JOIN.key(), join);
        }
        Configuration configuration;
        try {
            configuration = loader.load();
        } catch (ConfigurationException e) {
            e.problems().forEach(err::println);
            return PaxosStoreMain.EXIT_USAGE;
        }
        if (printConfig) {
            command.commandLine().getOut().print(configuration.print());
            command.commandLine().getOut().flush();
            return PaxosStoreMain.EXIT_OK;
        }
        try {
            return run(configuration, err);
        } catch (StartException e) {
            err.println(e.getMessage());
            return PaxosStoreMain.EXIT_FAILED;
        }
    }

    private static int run(Configuration configuration, PrintWriter err)
            throws StartException, InterruptedException {
        ServerLog.configure(configuration);
        String advice =
                ShardCount.advice(configuration, Runtime.getRuntime().availableProcessors());
        if (!advice.isEmpty()) {
            LOG.warn("shards_unset {}", advice);
        }
        String unread = JvmOptions.unread(System.getProperty(JvmOptions.LAUNCHER), System.getenv());
        if (!unread.isEmpty()) {
            LOG.warn("jvm_options_unread {}", unread);
        }
        BlockingQueue<Throwable> failures = new ArrayBlockingQueue<>(1);
        HeapPace.begin();
        CompletableFuture<Node> start = new CompletableFuture<>();
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform().name("stop").unstarted(() -> stopWhenStarted(start)));
        try {
            start.complete(Node.start(configuration, Node.Options.standard(failures::offer)));
        } finally {
            start.cancel(false); // without effect once it has started
        }
        // A signal ends the process by way of the hook; only a failure of the node ends the wait.
        Throwable failure = failures.take();
        err.println(
                "Node "
                        + configuration.get(Settings.NODE_ID)
                        + " has stopped itself: "
                        + failure.getMessage());
        return PaxosStoreMain.EXIT_FAILED;
    }

    /** A node that has just said that it has started is stopped in order, too. */
    private static void stopWhenStarted(CompletableFuture<Node> start) {
        try {
            start.get(START_SECONDS_MAX, TimeUnit.SECONDS).stop();
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            // It has not started, and perhaps waits for others: nothing has to be ended in order.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
