package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.redis.RespConnection;
import io.paxosstore.core.RandomSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What hostile clients do at the ports for clients of Redis. */
final class RedisAttacks {
    private static final int FUZZERS = 4;
    private static final int COMMANDS_MAX = 40;
    private static final long PAUSE_MILLIS = 1;
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int SILENT = 1_000;
    private static final int PIPELINED = 200;
    private static final int VALUE_BYTES = 50_000;
    private static final String VALUE_KEY = "{f}unread";
    private static final byte[] PING = RespConnection.command(List.of("PING"));

    private RedisAttacks() {}

    /** Bytes that make no sense, and commands that make little. */
    static Attack fuzz() {
        return (target, random, until) -> {
            List<RandomSource> own = Stream.generate(random::fork).limit(FUZZERS).toList();
            Crowd.run(FUZZERS, until, number -> fuzz(target, own.get(number), until));
        };
    }

    private static void fuzz(Target target, RandomSource random, Until until)
            throws IOException, InterruptedException {
        int port = target.redisPort(target.node(random));
        List<String> names = names(port);
        FuzzCommands commands = new FuzzCommands(names);
        try (RawConnection connection = RawConnection.open(port)) {
            if (random.chance(0.3)) {
                connection.send(RespConnection.command(List.of("HELLO", "3")));
            }
            if (random.chance(0.3)) {
                connection.send(RespConnection.command(List.of("SELECT", "1")));
            }
            int count = 1 + random.nextInt(COMMANDS_MAX);
            for (int number = 0; number < count && !until.isOver(); number++) {
                connection.send(commands.draw(random));
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private static List<String> names(int port) throws IOException {
        try (RespConnection connection = RespConnection.open(port, LIMIT)) {
            Object reply = connection.ask("COMMAND", "LIST");
            if (!(reply instanceof List<?> names) || names.isEmpty()) {
                throw new IOException("no list of commands: " + reply);
            }
            return names.stream().map(Object::toString).toList();
        }
    }

    /** A thousand that ask for more than they take in, all at one node. */
    static Attack unread() {
        return (target, random, until) -> {
            ClusterLayout.Node node = target.node(random);
            int port = target.redisPort(node);
            ByteArrayOutputStream pipeline = new ByteArrayOutputStream();
            for (int i = 0; i < PIPELINED; i++) {
                pipeline.writeBytes(RespConnection.command(List.of("GET", VALUE_KEY)));
            }
            byte[] all = pipeline.toByteArray();
            Crowd.run(
                    SILENT,
                    until,
                    number -> {
                        if (number == 0) {
                            write(port);
                        }
                        try (RawConnection connection = RawConnection.open(port)) {
                            connection.send(all);
                            connection.stayDeafUntil(until, PING);
                        }
                    });
        };
    }

    private static void write(int port) throws IOException {
        try (RespConnection connection = RespConnection.open(port, LIMIT)) {
            connection.ask("SET", VALUE_KEY, "v".repeat(VALUE_BYTES));
        }
    }
}
