package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Bytes that make no sense, or nearly make sense. */
final class Fuzz {
    /** What one connection does. */
    @FunctionalInterface
    private interface Connected {
        void run(ClusterLayout.Node node, RandomSource random)
                throws IOException, InterruptedException;
    }

    private static final int CLIENTS = 4;
    private static final int FRAMES_MAX = 20;
    private static final long PAUSE_MILLIS = 2;

    /** How long a peer may take for its answer: it asks another node meanwhile. */
    private static final Duration ANSWER_LIMIT = Duration.ofMillis(500);

    private static final String HTTP =
            "GET /api/topology HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello";

    private Fuzz() {}

    static Attack ofClients() {
        return (target, random, until) -> {
            FuzzRequests requests = new FuzzRequests(target);
            crowd(
                    target,
                    random,
                    until,
                    (node, choices) -> {
                        try (RawConnection connection = RawConnection.open(node.clientPort())) {
                            if (choices.chance(0.8)) {
                                connection.send(FuzzRequests.hello());
                            }
                            int count = 1 + choices.nextInt(FRAMES_MAX);
                            for (int number = 0; number < count; number++) {
                                connection.send(requests.draw(choices));
                                Thread.sleep(PAUSE_MILLIS);
                            }
                        }
                    });
        };
    }

    /** A peer looks at the first frame of a connection only, until the greeting is confirmed. */
    static Attack ofPeers() {
        return (target, random, until) ->
                crowd(
                        target,
                        random,
                        until,
                        (node, choices) -> {
                            PeerGreetings greetings = PeerGreetings.of(target.layout(), node.id());
                            try (RawConnection connection = RawConnection.open(node.peerPort())) {
                                connection.send(greetings.draw(choices));
                                connection.stayUntil(Until.in(ANSWER_LIMIT));
                            }
                        });
    }

    static Attack ofAdmin() {
        byte[] sound = HTTP.getBytes(StandardCharsets.US_ASCII);
        return (target, random, until) ->
                crowd(
                        target,
                        random,
                        until,
                        (node, choices) -> {
                            try (RawConnection connection = RawConnection.open(node.adminPort())) {
                                int count = 1 + choices.nextInt(FRAMES_MAX);
                                for (int number = 0; number < count; number++) {
                                    connection.send(
                                            choices.chance(0.2)
                                                    ? Garbage.bytes(choices)
                                                    : Garbage.altered(sound, 0, choices));
                                    Thread.sleep(PAUSE_MILLIS);
                                }
                            }
                        });
    }

    private static void crowd(Target target, RandomSource random, Until until, Connected connected)
            throws InterruptedException {
        List<RandomSource> own = Stream.generate(random::fork).limit(CLIENTS).toList();
        Crowd.run(
                CLIENTS,
                until,
                number -> connected.run(target.node(own.get(number)), own.get(number)));
    }
}
