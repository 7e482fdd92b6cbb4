package io.paxosstore.bench.process;

import io.paxosstore.bench.Launcher;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.node.EmbeddedCluster;
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

/**
 * A short life of a node and a client, for the JVM to watch: {@code bin/paxosstore} has it make an
 * ahead-of-time cache of the classes seen here (JEP 483, JEP 514), with which a server starts with
 * less than half the work.
 */
public final class StartupTraining {
    private static final int CALLS = 2_000;
    private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(5);

    private StartupTraining() {}

    /** Runs and ends; the JVM then writes what it has seen. */
    public static void main(String[] args)
            throws StartException, IOException, InterruptedException {
        CommandLine commandLine = Launcher.commandLine();
        commandLine.setOut(new PrintWriter(Writer.nullWriter()));
        commandLine.execute("bench", "--help");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("training");
            KeyValue<String, String> space = store.keyValue("training", Codec.utf8(), Codec.utf8());
            for (int call = 0; call < CALLS; call++) {
                space.put("key", "value-" + call);
                space.get("key");
            }
            HttpClient http = HttpClient.newHttpClient();
            for (String path : List.of("/readyz", "/metrics")) {
                var member = cluster.member(1);
                URI uri = URI.create("http://" + member.host() + ":" + member.adminPort() + path);
                http.send(
                        HttpRequest.newBuilder(uri).timeout(HTTP_TIMEOUT).build(),
                        HttpResponse.BodyHandlers.ofString());
            }
        }
    }
}
