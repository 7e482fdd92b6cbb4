package io.paxosstore.bench.process;

import io.paxosstore.bench.Launcher;
import io.paxosstore.bench.load.KeyChooser;
import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadRecorder;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/**
 * A short life of a cluster under load, for the JVM to watch: entities, keys, and a node that loses
 * its disk. Of what it sees here {@link StartCache} has it make an ahead-of-time cache of classes
 * and of profiles of methods (JEP 483, 514, 515): with that a server starts with less than half the
 * work, and knows from its first moment what is worth compiling, and how.
 */
public final class StartupTraining {
    /** As small as can be, so that files are filled, hinted and merged meanwhile. */
    private static final Map<String, String> SETTINGS =
            Map.of("storage.segment-bytes", "8MiB", "storage.background-share", "100");

    private static final OperationMix KEYS = OperationMix.parse("write=50,read=50");

    private static final OperationMix ENTITIES =
            OperationMix.parse(
                    "enqueue=8,queue-read=6,list-append=8,list-range=6,set-add=8,set-contains=6,"
                            + "map-put=8,map-get=6,value-put=6,value-get=6,counter=8,"
                            + "table-upsert=6,table-update=4,table-get=6,table-scan=2,multi-op=6");

    private static final int KEY_COUNT = 20_000;
    private static final int ENTITY_COUNT = 2_000;
    private static final Duration DURATION = Duration.ofSeconds(8);

    /** How long the load goes on before the node is lost, and before that comes back. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final int LOST = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private StartupTraining() {}

    /** Runs and ends; the JVM then writes what it has seen. */
    public static void main(String[] args)
            throws StartException,
                    IOException,
                    InterruptedException,
                    TimeoutException,
                    ExecutionException {
        TrainingStep.STARTING.begin();
        CommandLine commandLine = Launcher.commandLine();
        commandLine.setOut(new PrintWriter(Writer.nullWriter()));
        commandLine.execute("bench", "--help");
        EmbeddedCluster.Builder builder = EmbeddedCluster.builder(3);
        SETTINGS.forEach(builder::set);
        try (EmbeddedCluster cluster = builder.start();
                LoadTarget keys = connect(cluster, KEYS);
                LoadTarget entities = connect(cluster, ENTITIES)) {
            TrainingStep.ENTITIES.begin();
            LoadGenerator entityLoad =
                    new LoadGenerator(plan(ENTITIES, ENTITY_COUNT), List.of(entities));
            entityLoad.preload();
            entityLoad.run();
            TrainingStep.KEYS.begin();
            LoadGenerator load = new LoadGenerator(plan(KEYS, KEY_COUNT), List.of(keys));
            load.preload();
            load.run();
            TrainingStep.LOST_DISK.begin();
            loseDisk(cluster, load);
            HttpClient http = HttpClient.newHttpClient();
            for (String path : List.of("/readyz", "/metrics")) {
                var member = cluster.member(1);
                URI uri = URI.create("http://" + member.host() + ":" + member.adminPort() + path);
                http.send(
                        HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(),
                        HttpResponse.BodyHandlers.ofString());
            }
        }
        TrainingStep.KEEPING.begin();
    }

    private static LoadTarget connect(EmbeddedCluster cluster, OperationMix mix) {
        return LoadTarget.connect(
                cluster.connectString(), mix, null, ReadMode.LINEARIZABLE, TIMEOUT);
    }

    private static LoadPlan plan(OperationMix mix, int count) {
        return new LoadPlan(
                64,
                LoadPlan.UNPACED,
                LoadPlan.Mode.ASYNC,
                mix,
                100,
                count,
                KeyChooser.Distribution.UNIFORM,
                Duration.ZERO,
                DURATION,
                1);
    }

    /** What a node does for one that has lost its disk, and that one, while clients go on. */
    private static void loseDisk(EmbeddedCluster cluster, LoadGenerator load)
            throws StartException, IOException, InterruptedException, ExecutionException {
        FutureTask<LoadRecorder> clients = new FutureTask<>(load::run);
        Thread.ofPlatform().start(clients);
        Thread.sleep(PAUSE);
        EmbeddedNode lost = cluster.node(LOST);
        lost.kill();
        Thread.sleep(PAUSE);
        ScratchDirectory.empty(lost.configuration().get(Settings.NODE_DIRECTORY));
        lost.start();
        cluster.awaitReady();
        clients.get();
    }
}
