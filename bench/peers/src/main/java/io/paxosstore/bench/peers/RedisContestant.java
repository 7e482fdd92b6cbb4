package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.process.ClusterLayout;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One Redis server that syncs its append-only file before it answers: one copy, no consensus. */
final class RedisContestant implements Contestant {
    private final Path program;
    private final Path directory;
    private final int port;
    private @Nullable PeerProcess server;

    private RedisContestant(Path program, Path directory, int port) {
        this.program = program;
        this.directory = directory;
        this.port = port;
    }

    static RedisContestant create(Path program, Path directory) throws IOException {
        int port = ClusterLayout.onFreePorts(1).node(1).clientPort();
        return new RedisContestant(program, directory, port);
    }

    @Override
    public String label() {
        return "Redis (1 node)";
    }

    @Override
    public void start() throws IOException, InterruptedException {
        Path home = Files.createDirectories(directory.resolve("redis"));
        PeerProcess started =
                PeerProcess.start(
                        "redis",
                        home,
                        List.of(
                                program.toString(),
                                "--bind",
                                "127.0.0.1",
                                "--port",
                                Integer.toString(port),
                                "--dir",
                                home.toString(),
                                "--appendonly",
                                "yes",
                                "--appendfsync",
                                "always",
                                "--save",
                                ""),
                        Map.of());
        server = started;
        started.await(() -> TextProbe.ask(port, "PING\r\n").startsWith("+PONG"));
    }

    @Override
    public LoadTarget connect(OperationMix mix) {
        RedisConnection opened = RedisConnection.open(port);
        return mix.isOfEntities()
                ? new RedisEntityTarget(opened.commands(), opened::close)
                : new RedisTarget(opened);
    }

    @Override
    public List<Long> pids() {
        return server == null ? List.of() : List.of(server.pid());
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
