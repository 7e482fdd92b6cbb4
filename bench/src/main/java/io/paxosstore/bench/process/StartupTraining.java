package io.paxosstore.bench.process;

import io.paxosstore.bench.Launcher;
import io.paxosstore.bench.load.KeyChooser;
import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.StartException;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * A short life of a cluster under load, for the JVM to watch: {@code bin/paxosstore} has it make an
 * ahead-of-time cache of the classes and the profiles of methods seen here (JEP 483, 514, 515),
 * with which a server starts with less than half the work, and knows from its first moment what is
 * worth compiling, and how.
 */
public final class StartupTraining {
    /** As small as can be, so that files are filled, hinted and merged meanwhile. */
    private static final Map<String, String> SETTINGS =
            Map.of("storage.segment-bytes", "8MiB", "storage.background-share", "100");

    private static final LoadPlan LOAD =
            new LoadPlan(
                    64,
                    LoadPlan.UNPACED,
                    LoadPlan.Mode.ASYNC,
                    OperationMix.parse("write=50,read=50"),
                    100,
                    20_000,
                    KeyChooser.Distribution.UNIFORM,
                    Duration.ZERO,
                    Duration.ofSeconds(10),
                    1);

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private StartupTraining() {}

    /** Runs and ends; the JVM then writes what it has seen. */
    public static void main(String[] args)
            throws StartException, IOException, InterruptedException, TimeoutException {
        CommandLine commandLine = Launcher.commandLine();
        commandLine.setOut(new PrintWriter(Writer.nullWriter()));
        commandLine.execute("bench", "--help");
        EmbeddedCluster.Builder builder = EmbeddedCluster.builder(3);
        SETTINGS.forEach(builder::set);
        try (EmbeddedCluster cluster = builder.start();
                LoadTarget target =
                        LoadTarget.connect(
                                cluster.connectString(),
                                LOAD.mix(),
                                null,
                                ReadMode.LINEARIZABLE,
                                TIMEOUT)) {
            LoadGenerator generator = new LoadGenerator(LOAD, List.of(target));
            generator.preload();
            generator.run();
            HttpClient http = HttpClient.newHttpClient();
            for (String path : List.of("/readyz", "/metrics")) {
                var member = cluster.member(1);
                URI uri = URI.create("http://" + member.host() + ":" + member.adminPort() + path);
                http.send(
                        HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(),
                        HttpResponse.BodyHandlers.ofString());
            }
        }
    }
}
