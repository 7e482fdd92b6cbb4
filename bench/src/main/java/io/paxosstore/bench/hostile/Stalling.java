package io.paxosstore.bench.hostile;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.WriteId;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Clients that let a server wait, with as much in its memory as they can put there. */
final class Stalling {
    private static final int READERS = 4;
    private static final int PIPELINED = 1_000;
    private static final int WRITERS = 200;
    private static final int UNFINISHED = 143;
    private static final int UNFINISHED_BYTES = 3 << 20;
    private static final int DEADLINE_MILLIS = 10_000;
    private static final long BYTE_MILLIS = 50;

    private Stalling() {}

    static Attack readers() {
        return (target, random, until) -> {
            long client = random.nextLong();
            Crowd.run(
                    READERS,
                    until,
                    number -> {
                        int port = target.layout().nodes().get(number % 3).clientPort();
                        try (RawConnection connection =
                                RawConnection.greeted(port, client + number)) {
                            for (int read = 0; read < PIPELINED; read++) {
                                connection.send(read(target, read));
                            }
                            connection.stayDeafUntil(until);
                        }
                    });
        };
    }

    private static byte[] read(Target target, int number) {
        byte[] key = Target.largeKey(number % Target.LARGE_VALUES).getBytes(StandardCharsets.UTF_8);
        return RawConnection.frame(
                new Request.KvRead(
                        2 + number, DEADLINE_MILLIS, target.keySpace(), ReadMode.LOCAL, key));
    }

    static Attack writers() {
        return (target, random, until) -> {
            byte[] frame = write(target, 1_000);
            long client = random.nextLong();
            Crowd.run(
                    WRITERS,
                    until,
                    number -> {
                        int port = target.layout().nodes().get(number % 3).clientPort();
                        try (RawConnection connection =
                                RawConnection.greeted(port, client + number)) {
                            for (int at = 0; at < frame.length && !until.isOver(); at++) {
                                connection.send(frame[at]);
                                Thread.sleep(BYTE_MILLIS);
                            }
                        }
                    });
        };
    }

    static Attack unfinished() {
        return (target, random, until) -> {
            byte[] frame = write(target, UNFINISHED_BYTES);
            byte[] cut = Arrays.copyOf(frame, frame.length - 1);
            long client = random.nextLong();
            int first = random.nextInt(3);
            Crowd.run(
                    UNFINISHED,
                    until,
                    number -> {
                        try (RawConnection connection = greeted(target, first, client + number)) {
                            connection.send(cut);
                            connection.stayUntil(until);
                        }
                    });
        };
    }

    /** All at one node. */
    private static RawConnection greeted(Target target, int node, long client) throws IOException {
        return RawConnection.greeted(target.layout().nodes().get(node).clientPort(), client);
    }

    private static byte[] write(Target target, int bytes) {
        return RawConnection.frame(
                new Request.KvWrite(
                        2,
                        new WriteId(1L << 32, 0, 1),
                        DEADLINE_MILLIS,
                        target.keySpace(),
                        new byte[] {'w'},
                        new KvOperation.Put(new byte[bytes], 0)));
    }
}
