package io.paxosstore.bench.hostile;

import io.paxosstore.core.RandomSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Connections for their own sake. */
final class Connections {
    private static final int STORMING = 64;
    private static final int IDLE = 5_000;
    private static final int HALF_OPEN = 3_000;
    private static final int DEAF = 100;
    private static final int PIPELINED = 1_000;
    private static final String REQUEST = "GET /metrics HTTP/1.1\r\n\r\n";
    private static final String HALF_A_REQUEST = "GET /metrics HTTP/1.1\r\nHost: local";

    private Connections() {}

    static Attack storm() {
        return (target, random, until) -> {
            List<RandomSource> own = Stream.generate(random::fork).limit(STORMING).toList();
            Crowd.run(STORMING, until, number -> comeAndGo(target, own.get(number)));
        };
    }

    private static void comeAndGo(Target target, RandomSource random)
            throws IOException, InterruptedException {
        int port = target.node(random).clientPort();
        int percent = random.nextInt(100);
        if (percent < 60) {
            RawConnection.greeted(port, random.nextLong()).close();
        } else {
            try (RawConnection connection = RawConnection.open(port)) {
                if (percent < 80) {
                    connection.send((byte) 0, (byte) 0);
                }
            }
        }
        Thread.sleep(random.nextInt(50));
    }

    /** All of them at one node. */
    static Attack idle() {
        return (target, random, until) -> {
            int port = target.node(random).clientPort();
            long client = random.nextLong();
            Crowd.run(
                    IDLE,
                    until,
                    number -> {
                        try (RawConnection greeted = RawConnection.greeted(port, client + number)) {
                            greeted.stayUntil(until);
                        }
                    });
        };
    }

    static Attack halfOpen() {
        return (target, random, until) -> {
            int port = target.node(random).adminPort();
            byte[] half = HALF_A_REQUEST.getBytes(StandardCharsets.US_ASCII);
            Crowd.run(
                    HALF_OPEN,
                    until,
                    number -> {
                        try (RawConnection connection = RawConnection.open(port)) {
                            connection.send(half);
                            connection.stayUntil(until);
                        }
                    });
        };
    }

    /** Each sends until nothing more is taken of it, and then waits until it is cut off. */
    static Attack unread() {
        return (target, random, until) -> {
            int port = target.node(random).adminPort();
            byte[] requests = REQUEST.repeat(PIPELINED).getBytes(StandardCharsets.US_ASCII);
            Crowd.run(
                    DEAF,
                    until,
                    number -> {
                        try (RawConnection connection = RawConnection.open(port)) {
                            while (!until.isOver()) {
                                connection.send(requests);
                            }
                        }
                    });
        };
    }
}
